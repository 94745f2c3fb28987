/** Outbox topics of this domain. */
export const SETTLEMENT_EVENTS = {
  /** Something falls due at `notBeforeMs`: delivered then. Payload: `settlementId`, `notBeforeMs`. */
  scheduled: 'settlement.scheduled',
} as const;
