/** Outbox topics of this domain. */
export const APPLICATION_EVENTS = {
  /** An application or its deposit changed. Payload: `personId`. */
  changed: 'trade-applications.changed',
} as const;
