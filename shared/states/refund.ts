/**
 * `created`: nobody has decided, the money is held; `under-review`: one of two people agreed; `sent-to-bank`: the money
 * is on its way; the rest is final. As `dictionaries/money-back-status` names them.
 */
export const REFUND_STATUSES = [
  'created',
  'under-review',
  'sent-to-bank',
  'paid',
  'rejected',
  'cancelled',
] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** What can be done with a refund, and what was. */
export const REFUND_ACTIONS = [
  'requested',
  'cancelled',
  'approved',
  'sent',
  'refused',
  'paid',
  // The bank sent it back, says somebody of the staff; a second person agrees, or does not.
  'return-asked',
  'return-rejected',
  'returned',
] as const;
export type RefundAction = (typeof REFUND_ACTIONS)[number];

/** Staff can still say yes or no, and the owner can still take it back. */
export const isOpenRefund = (status: RefundStatus): boolean =>
  status === 'created' || status === 'under-review';
