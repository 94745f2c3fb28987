/** Outbox topics of this domain. */
export const HAND_OVER_EVENTS = {
  /** Its deadline passes at `notBeforeMs`: delivered then. Payload: `handOverId`, `notBeforeMs`. */
  scheduled: 'hand-over.scheduled',
} as const;
