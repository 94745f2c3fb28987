/** Outbox topics of this domain. */
export const REPEAT_EVENTS = {
  /** A repeat falls due at `notBeforeMs`: delivered then. Payload: `lotId` (that is repeated), `notBeforeMs`. */
  scheduled: 'repeat.scheduled',
} as const;
