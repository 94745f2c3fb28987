/** Outbox topics of this domain. Payload: `settlementId`, `lotId`, `personId` (the buyer). */
export const SETTLEMENT_EVENTS = {
  opened: 'settlement.opened',
  paid: 'settlement.paid',
  /** Parts of the price were paid, and others are left. */
  partPaid: 'settlement.part-paid',
  fellOverdue: 'settlement.fell-overdue',
  refused: 'settlement.refused',
  defaulted: 'settlement.defaulted',
  /** The result of the lot was cancelled. */
  cancelled: 'settlement.cancelled',
  /** The deadline was moved by two persons. */
  extended: 'settlement.extended',
  /** Something falls due at `notBeforeMs`: delivered then. Payload: `settlementId`, `notBeforeMs`. */
  scheduled: 'settlement.scheduled',
} as const;
