/** Outbox topics of this domain. Payload: `payoutId`, `settlementId`, `personId` (the seller). */
export const PAYOUT_EVENTS = {
  planned: 'payout.planned',
  approved: 'payout.approved',
  sent: 'payout.sent',
  paid: 'payout.paid',
  returned: 'payout.returned',
  /** The result of the lot was cancelled. */
  cancelled: 'payout.cancelled',
} as const;
