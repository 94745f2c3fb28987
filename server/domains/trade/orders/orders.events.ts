/** Outbox topics of this domain. */
export const ORDER_EVENTS = {
  /** Staff approved an order: `{orderId}`, in the transaction of the approval. Its lot is to be published. */
  approved: 'orders.approved',
} as const;
