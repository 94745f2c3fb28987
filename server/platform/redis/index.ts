import { Redis } from 'ioredis';
import { clusterMasters } from './cluster-masters.ts';

/** A connection to the jobs Redis (queues, sessions, limits). The auction's own keys are reached through auction/state only. */
export type JobsRedis = Redis;

export { clusterMasters, type ClusterMaster } from './cluster-masters.ts';
export { memoryShare, memoryWarning, NEARLY_FULL, readRedisMemory } from './redis-memory.ts';
export { dumpKeys, loadKeys, type StoredKey } from './stored-keys.ts';
export { persistenceWarning, readPersistence } from './persistence.ts';
export { readRedisSettings, weaknessesOfRedis, type RedisRole } from './settings.ts';

const RECONNECT_LIMIT_MS = 1_000;
/** A connection silent for this long while a command waits is half open: it is closed and reopened. */
const SILENCE_MS = 5_000;
/** Longer than BullMQ's blocking reads wait. */
const QUEUE_SILENCE_MS = 30_000;
const LISTENING_ASKED_MS = 2_000;

const reconnect = (attempt: number): number => Math.min(50 * attempt, RECONNECT_LIMIT_MS);

/**
 * Connection for sessions, limits and counters: an unanswered command fails after two reconnects instead of waiting
 * for ever, so that a request gets its 503.
 */
export function connectJobsRedis(url: string): JobsRedis {
  return new Redis(url, {
    lazyConnect: false,
    maxRetriesPerRequest: 2,
    connectTimeout: 3_000,
    commandTimeout: 3_000,
    socketTimeout: SILENCE_MS,
    retryStrategy: reconnect,
  });
}

/** Connection for BullMQ, which blocks and must wait through an outage. */
export function connectQueueRedis(url: string): JobsRedis {
  return new Redis(url, {
    maxRetriesPerRequest: null,
    socketTimeout: QUEUE_SILENCE_MS,
    retryStrategy: reconnect,
  });
}

/**
 * Connection that only receives published messages; it resubscribes by itself after an outage. Silence is normal for it,
 * so it pings the server periodically.
 */
export function connectSubscriber(url: string): JobsRedis {
  const client = new Redis(url, {
    maxRetriesPerRequest: null,
    socketTimeout: SILENCE_MS,
    retryStrategy: reconnect,
    autoResubscribe: true,
  });
  const asking = setInterval(() => {
    // Not retried: a failed ping shows that the connection is dead, and ioredis replaces it.
    if (client.status === 'ready') client.ping().catch(() => undefined);
  }, LISTENING_ASKED_MS);
  asking.unref();
  client.once('end', () => clearInterval(asking));
  return client;
}

/**
 * A short-lived connection for inspecting a server (health, settings): no retries, no offline queue.
 * Close it with `disconnect()`.
 */
export async function connectProbe(url: string): Promise<JobsRedis> {
  const client = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: 2_000,
    retryStrategy: () => null,
  });
  // Why it failed is only said here: the rejected connect says that the connection is closed.
  let why: Error | null = null;
  client.on('error', (error: Error) => {
    why ??= error;
  });
  await client.connect().catch((error: unknown) => {
    // Not retried: the next look connects again.
    throw why ?? error;
  });
  return client;
}

/** Addresses of a cluster's masters, as the first of the servers that answers knows them. @throws why the first did not, when none does */
export async function mastersKnownTo(urls: readonly string[]): Promise<string[]> {
  return Promise.any(
    urls.map(async (url) => {
      const probe = await connectProbe(url);
      try {
        return [...new Set((await clusterMasters(probe, url)).map((master) => master.url))];
      } finally {
        probe.disconnect();
      }
    }),
  ).catch((error: unknown) => {
    // Not retried: the next look asks again.
    throw error instanceof AggregateError ? error.errors[0] : error;
  });
}
