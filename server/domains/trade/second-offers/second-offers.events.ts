/** Outbox topics of this domain. */
export const OFFER_EVENTS = {
  /** The time to answer ends at `notBeforeMs`: delivered then. Payload: `offerId`, `notBeforeMs`. */
  scheduled: 'offer.scheduled',
  /** Somebody bought. Payload: `offerId`, `lotId`. */
  accepted: 'offer.accepted',
} as const;
