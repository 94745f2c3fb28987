import { allows } from './lifecycle.ts';
import { EDITABLE_ORDERS, ORDER, type OrderState } from './order.ts';

/** What a customer can ask for with an order; accepting and rejecting a protest joins with protests. */
export const ORDER_ACTIONS = [
  'send',
  'take-back',
  'edit',
  'cancel',
  'duplicate',
  'withdraw-from-trade',
  'accept-protest',
  'reject-protest',
  'repeat',
  'stop-repeats',
] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

const POSSIBLE: Readonly<Record<OrderAction, (state: OrderState) => boolean>> = {
  send: (state) => allows(ORDER, state, 'send'),
  'take-back': (state) => allows(ORDER, state, 'take-back'),
  edit: (state) => (EDITABLE_ORDERS as readonly OrderState[]).includes(state),
  cancel: (state) => allows(ORDER, state, 'cancel'),
  duplicate: (state) => state !== 'gone',
  'withdraw-from-trade': (state) => allows(ORDER, state, 'withdraw'),
  'accept-protest': () => false,
  'reject-protest': () => false,
  repeat: (state) => allows(ORDER, state, 'plan-repeat'),
  'stop-repeats': (state) => allows(ORDER, state, 'stop-repeat'),
};

/** The state alone; a claim, a confirmed price or a problem of the order may still refuse it. */
export const possibleActions = (state: OrderState): OrderAction[] =>
  ORDER_ACTIONS.filter((action) => POSSIBLE[action](state));
