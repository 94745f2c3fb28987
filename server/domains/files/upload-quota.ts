import { hash } from 'node:crypto';
import { RequestError, unavailable } from '#server/platform/errors/index.ts';
import type { JobsRedis } from '#server/platform/redis/index.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';

const DAY_S = 86_400;
const MIB = 1024 * 1024;

/** What one person may store within a Tashkent day; deleting a file gives nothing back. */
export interface UploadQuota {
  /** Rejects with 413 where so many bytes more would be too many; counts nothing. */
  check(personId: string, bytes: number): Promise<void>;
  /** Counts the bytes and returns what takes them back, for a file that was not stored. Rejects as `check` does. */
  take(personId: string, bytes: number): Promise<() => Promise<void>>;
}

export interface UploadQuotaOptions {
  redis: Pick<JobsRedis, 'get' | 'incrby' | 'decrby' | 'expire'>;
  /** Prefix of the keys in Redis. */
  namespace: string;
  bytesADay: number;
  now?: () => number;
}

/** Counts in Redis, so that all web processes share one count. Every call rejects with 503 while Redis is unavailable. */
export function createUploadQuota({
  redis,
  namespace,
  bytesADay,
  now = Date.now,
}: UploadQuotaOptions): UploadQuota {
  const keyOf = (personId: string) =>
    `${namespace}uploaded-bytes:${tashkentDay(now())}:${hash('sha256', personId, 'base64url').slice(0, 22)}`;
  // Not retried here: an upload that cannot be counted is refused, and its sender repeats it.
  const away = (cause: unknown): never => {
    throw unavailable('files.not-stored', { cause });
  };
  const refusal = () =>
    new RequestError({
      status: 413,
      code: 'files.daily-quota',
      reportable: false,
      values: { dayMegabytes: Math.floor(bytesADay / MIB) },
    });

  return {
    async check(personId, bytes) {
      const used = Number(await redis.get(keyOf(personId)).catch(away));
      if (used + bytes > bytesADay) throw refusal();
    },
    async take(personId, bytes) {
      const key = keyOf(personId);
      const giveBack = async () => {
        await redis.decrby(key, bytes).catch(away);
      };
      const used = await redis.incrby(key, bytes).catch(away);
      await redis.expire(key, DAY_S).catch(away);
      if (used <= bytesADay) return giveBack;
      await giveBack();
      throw refusal();
    },
  };
}
