/** Facts of this domain, as the outbox names them. */
export const APPLICATION_EVENTS = {
  /** An application or its deposit stands otherwise than before. Payload: `personId`. */
  changed: 'trade-applications.changed',
} as const;
