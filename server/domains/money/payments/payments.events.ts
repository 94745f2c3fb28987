/** Outbox topics of this domain. */
export const PAYMENT_EVENTS = {
  /** A payment was credited to the balance. Payload: `paymentId`, `personId`; key: the payment. */
  paid: 'payments.paid',
} as const;
