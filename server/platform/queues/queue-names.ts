/** Every queue of the platform. A name is never reused for something else: jobs of an older version may still be waiting. */
export const QUEUES = {
  /** Committed events on their way from the outbox to those who listen. */
  events: 'events',
} as const;

export type QueueName = (typeof QUEUES)[keyof typeof QUEUES];
