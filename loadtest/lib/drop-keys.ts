import { Redis } from 'ioredis';

const AT_ONCE = 2_000;

/** Removes all keys of a benchmark from Redis: the refused bids of one would fill it for the next, ten minutes long. */
export async function dropKeys(url: string, namespace: string): Promise<void> {
  const redis = new Redis(url);
  try {
    for await (const keys of redis.scanStream({ match: `${namespace}*`, count: AT_ONCE }))
      if ((keys as string[]).length > 0) await redis.unlink(...(keys as string[]));
  } finally {
    redis.disconnect();
  }
}
