/** Outbox topics of this domain. */
export const PAYMENT_EVENTS = {
  /** A payment was credited to the balance. Payload: `paymentId`, `personId`; key: the payment. */
  paid: 'payments.paid',
  /** A provider took a paid payment back. Payload: `paymentId`, `personId`; key: the payment. */
  returned: 'payments.returned',
} as const;
