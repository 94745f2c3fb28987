/** Outbox topics of this domain. */
export const NOTIFICATION_EVENTS = {
  /** A message was written to a person's inbox. Payload: `messageId`, `personId`. */
  messageWritten: 'notifications.message-written',
} as const;
