import { Redis } from 'ioredis';
export { readRedisSettings, weaknessesOfRedis } from './settings.ts';
const RECONNECT_LIMIT_MS = 1000;
const reconnect = (attempt) => Math.min(50 * attempt, RECONNECT_LIMIT_MS);
/**
 * Connection for sessions, limits and counters: an unanswered command fails after two reconnects instead of waiting
 * for ever, so that a request gets its 503.
 */
export function connectJobsRedis(url, options = {}) {
  return new Redis(url, {
    lazyConnect: false,
    maxRetriesPerRequest: 2,
    connectTimeout: 3000,
    commandTimeout: 3000,
    retryStrategy: reconnect,
    ...options,
  });
}
/** Connection for BullMQ, which blocks and must wait through an outage. */
export function connectQueueRedis(url) {
  return new Redis(url, { maxRetriesPerRequest: null, retryStrategy: reconnect });
}
/** Connection that only listens to published messages; it subscribes again by itself after an outage. */
export function connectSubscriber(url) {
  return new Redis(url, { maxRetriesPerRequest: null, retryStrategy: reconnect, autoResubscribe: true });
}
/**
 * A short-lived connection for looking at a server (health, settings): no retries, no offline queue.
 * Close it with `disconnect()`.
 */
export async function connectProbe(url) {
  const client = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    commandTimeout: 2000,
    retryStrategy: () => null,
  });
  // The rejected connect below carries the same fault; without a listener ioredis prints it a second time.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
