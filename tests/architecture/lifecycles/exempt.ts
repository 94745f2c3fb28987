const TRADE_CYCLE = 'comes with repeats and protests';

/** Events of shared/lifecycles that nothing sets off yet, each with the reason. One that gets a call leaves this list. */
export const EXEMPT: Readonly<Record<string, string>> = {
  'lot.sell-in-parts': 'comes with payment by parts of fixed-price sales',
  'lot.pay-in-part': TRADE_CYCLE,
  'settlement.pay-in-part': 'comes with payment by parts',
};
