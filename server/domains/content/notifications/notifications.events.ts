/** Outbox topics of this domain. */
export const NOTIFICATION_EVENTS = {
  /** A message was written to a person's inbox. Payload: `messageId`, `personId`, `formerly` (`FormerAddresses`). */
  messageWritten: 'notifications.message-written',
} as const;

/** Addresses that were a person's until the message was written. */
export interface FormerAddresses {
  phone?: string | null;
  email?: string | null;
}
