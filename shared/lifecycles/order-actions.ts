import { allows } from './lifecycle.ts';
import { EDITABLE_ORDERS, ORDER, type OrderState } from './order.ts';

/** What a customer can ask for with an order. */
export const ORDER_ACTIONS = [
  'send',
  'take-back',
  'edit',
  'cancel',
  'duplicate',
  'withdraw-from-trade',
  'close',
  'accept-protest',
  'reject-protest',
  'repeat',
  'stop-repeats',
] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

/** Orders whose lot has a result that can be protested against. */
const PROTESTED: readonly OrderState[] = ['on-trade', 'traded', 'awaiting-payment', 'finished'];

export const isProtestAction = (action: OrderAction): boolean =>
  action === 'accept-protest' || action === 'reject-protest';

const POSSIBLE: Readonly<Record<OrderAction, (state: OrderState) => boolean>> = {
  send: (state) => allows(ORDER, state, 'send'),
  'take-back': (state) => allows(ORDER, state, 'take-back'),
  edit: (state) => (EDITABLE_ORDERS as readonly OrderState[]).includes(state),
  cancel: (state) => allows(ORDER, state, 'cancel'),
  duplicate: (state) => state !== 'gone',
  'withdraw-from-trade': (state) => allows(ORDER, state, 'withdraw'),
  close: (state) => allows(ORDER, state, 'close'),
  'accept-protest': (state) => PROTESTED.includes(state),
  'reject-protest': (state) => PROTESTED.includes(state),
  repeat: (state) => allows(ORDER, state, 'plan-repeat'),
  'stop-repeats': (state) => allows(ORDER, state, 'stop-repeat'),
};

/**
 * The state alone; a claim, a confirmed price or a problem of the order may still refuse it.
 * @param lot.protested a protest against the result of its lot waits for an answer
 */
export const possibleActions = (
  state: OrderState,
  lot: { protested: boolean } = { protested: false },
): OrderAction[] =>
  ORDER_ACTIONS.filter((action) => POSSIBLE[action](state) && (lot.protested || !isProtestAction(action)));
