import { createHash } from 'node:crypto';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { tooOften, unavailable } from '../errors/index.ts';
import type { JobsRedis } from '../redis/index.ts';
import { networkOf } from './client-address.ts';

const DAY_S = 86_400;

export interface DailyLimitOptions {
  redis: Pick<JobsRedis, 'incr' | 'decr' | 'expire'>;
  /** Prefix of the keys in Redis. */
  namespace: string;
  /** What is counted. */
  name: string;
  perDay: number;
  now?: () => number;
}

export interface DailyCount {
  /** Counts a call of an address; how many it has made today, this one among them. 429 beyond the limit. */
  take(address: string): Promise<number>;
  /** The call was not carried out: it no longer counts. */
  giveBack(address: string): Promise<void>;
}

/**
 * Counts calls of an address within a Tashkent day, in addition to the limit per minute, where slow guessing would pay too.
 * The address itself is not stored. Both reject with a 503 while Redis is unavailable.
 */
export function createDailyCount({
  redis,
  namespace,
  name,
  perDay,
  now = Date.now,
}: DailyLimitOptions): DailyCount {
  const keyOf = (address: string) => {
    const who = createHash('sha256').update(networkOf(address)).digest('base64url');
    return `${namespace}daily:${name}:${tashkentDay(now())}:${who.slice(0, 22)}`;
  };
  // Not retried here: a call that cannot be counted is refused, and the caller may repeat it.
  const away = (cause: unknown): never => {
    throw unavailable('unavailable', { cause });
  };
  return {
    async take(address) {
      const key = keyOf(address);
      const count = await redis.incr(key).catch(away);
      if (count === 1) await redis.expire(key, DAY_S).catch(away);
      if (count > perDay) throw tooOften(3_600);
      return count;
    },
    async giveBack(address) {
      await redis.decr(keyOf(address)).catch(away);
    },
  };
}

/** The same where only the limit matters; also for ids of persons in place of addresses. The returned check rejects with a 429 beyond it, with a 503 while Redis is unavailable. */
export function createDailyLimit(options: DailyLimitOptions): (address: string) => Promise<void> {
  const count = createDailyCount(options);
  return async (address) => {
    await count.take(address);
  };
}
