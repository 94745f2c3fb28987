/** Outbox topics of this domain. */
export const PROTEST_EVENTS = {
  /** The time to admit or to answer it ends at `notBeforeMs`: delivered then. Payload: `protestId`, `notBeforeMs`. */
  scheduled: 'protest.scheduled',
  /** The last open protest of a lot ended and the result stays. Payload: `lotId`. */
  over: 'protest.over',
} as const;
