/** Outbox topics of this domain. */
export const OFFER_EVENTS = {
  /** Made, answered or ended. Payload: `offerId`, `lotId`, `personId` (to whom the lot is offered). */
  changed: 'offer.changed',
  /** The time to answer ends at `notBeforeMs`: delivered then. Payload: `offerId`, `notBeforeMs`. */
  scheduled: 'offer.scheduled',
} as const;
