/** Every state of an order, see ORDER. */
export const ORDER_STATES = [
  'created',
  'returned',
  'sent',
  'rejected',
  'approved',
  'on-trade',
  'traded',
  'awaiting-payment',
  'finished',
  'cancelled',
  'gone',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];
