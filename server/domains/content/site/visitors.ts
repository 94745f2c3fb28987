import { createHash } from 'node:crypto';
import type { JobsRedis } from '#server/platform/redis/index.ts';
import { DAY_MS, tashkentDay, tashkentParts } from '#shared/time/tashkent.ts';

const RETENTION_S = 40 * 86_400;

interface VisitorCounts {
  month_count: number;
  yesterday_count: number;
  today_count: number;
}

export interface Visitors {
  /** Counts a visit; the same visitor counts once a day. Only a HyperLogLog sketch is stored, never who came. */
  saw(visitor: string): Promise<void>;
  counts(): Promise<VisitorCounts>;
  /** When a page was last opened; null: not for a month. */
  lastSeenAtMs(): Promise<number | null>;
}

/** Unique visitors per Tashkent day, one HyperLogLog sketch each (about 1 % off), merged for this month. */
export function createVisitors(redis: JobsRedis, namespace: string, now: () => number = Date.now): Visitors {
  const key = (daysAgo: number): string => `${namespace}visitors:${tashkentDay(now() - daysAgo * DAY_MS)}`;
  const lastKey = `${namespace}visitors:last`;
  return {
    async saw(visitor) {
      const today = key(0);
      const fresh = await redis.pfadd(today, createHash('sha256').update(visitor).digest('base64'));
      if (fresh) await redis.expire(today, RETENTION_S);
      await redis.set(lastKey, now(), 'EX', RETENTION_S);
    },
    async lastSeenAtMs() {
      const at = await redis.get(lastKey);
      return at === null ? null : Number(at);
    },
    async counts() {
      // The day of the month is the number of days begun.
      const month = Array.from({ length: tashkentParts(now()).day }, (_, daysAgo) => key(daysAgo));
      const [month_count, yesterday_count, today_count] = await Promise.all([
        redis.pfcount(...month),
        redis.pfcount(key(1)),
        redis.pfcount(key(0)),
      ]);
      return { month_count, yesterday_count, today_count };
    },
  };
}
