/** Facts of this domain, as the outbox names them. */
export const NOTIFICATION_EVENTS = {
  /** A message lies in somebody's inbox. Payload: `messageId`, `personId`. */
  messageWritten: 'notifications.message-written',
} as const;
