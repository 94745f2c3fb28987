import { createHash } from 'node:crypto';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { tooOften, unavailable } from '../errors/index.ts';
import type { JobsRedis } from '../redis/index.ts';
import { networkOf } from './address-of.ts';

const DAY_S = 86_400;

export interface DailyLimitOptions {
  redis: Pick<JobsRedis, 'incr' | 'expire'>;
  /** Prefix of the keys in Redis. */
  namespace: string;
  /** What is counted. */
  name: string;
  perDay: number;
  now?: () => number;
}

/**
 * Counts calls of an address within a Tashkent day, beside the limit per minute, where slow guessing would pay too.
 * The address itself is not kept. The returned check rejects with a 429 beyond the limit, with a 503 while Redis is away.
 */
export function createDailyLimit({ redis, namespace, name, perDay, now = Date.now }: DailyLimitOptions) {
  return async (address: string): Promise<void> => {
    const who = createHash('sha256').update(networkOf(address)).digest('base64url');
    const key = `${namespace}daily:${name}:${tashkentDay(now())}:${who.slice(0, 22)}`;
    let count: number;
    try {
      count = await redis.incr(key);
      if (count === 1) await redis.expire(key, DAY_S);
    } catch (cause) {
      // Not retried here: what cannot be counted is not let through, and the caller is told to come again.
      throw unavailable('unavailable', { cause });
    }
    if (count > perDay) throw tooOften(3_600);
  };
}
