/** Events of shared/lifecycles that nothing sets off yet, each with the reason. One that gets a call leaves this list. */
export const EXEMPT: Readonly<Record<string, string>> = {
  'lot.suspend-sale': 'comes with fixed-price sales',
  'lot.resume-sale': 'comes with fixed-price sales',
  'lot.sell-in-parts': 'comes with fixed-price sales',
  'lot.sell-out': 'comes with fixed-price sales',
};
