/** Outbox topics of this domain. */
export const PURCHASE_EVENTS = {
  /** Reserved, bought or ended. Payload: `purchaseId`, `lotId`, `personId`, `state`. */
  changed: 'purchase.changed',
  /** A reservation passes its time at `notBeforeMs`: delivered then. Payload: `purchaseId`, `notBeforeMs`. */
  scheduled: 'purchase.scheduled',
} as const;
