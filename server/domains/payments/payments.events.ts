/** Facts of this domain, as the outbox names them. */
export const PAYMENT_EVENTS = {
  /** Money came in and is on the balance. Payload: `paymentId`, `personId`; key: the payment. */
  paid: 'payments.paid',
  /** A provider took a paid payment back. Payload: `paymentId`, `personId`; key: the payment. */
  returned: 'payments.returned',
} as const;
