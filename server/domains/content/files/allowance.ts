import { hash } from 'node:crypto';
import { unavailable, type RequestError } from '#server/platform/errors/index.ts';
import type { JobsRedis } from '#server/platform/redis/index.ts';

/** So much of something that one person may use within a span of time. */
export interface Allowance {
  /** Rejects where so much more would be too much; counts nothing. */
  check(personId: string, amount: number): Promise<void>;
  /** Counts the amount and returns what corrects it to the amount that was used in the end. Rejects as `check` does. */
  take(personId: string, amount: number): Promise<(used: number) => Promise<void>>;
}

export type AllowanceRedis = Pick<JobsRedis, 'get' | 'incrby' | 'decrby' | 'expire'>;

export interface AllowanceOptions {
  redis: AllowanceRedis;
  /** Prefix of the keys in Redis, the name of the span included. */
  keyPrefix(): string;
  most: number;
  spanSeconds: number;
  refusal(): RequestError;
}

/** Counts in Redis, so that all web processes share one count. Every call rejects with 503 while Redis is unavailable. */
export function createAllowance({
  redis,
  keyPrefix,
  most,
  spanSeconds,
  refusal,
}: AllowanceOptions): Allowance {
  const keyOf = (personId: string) => `${keyPrefix()}:${hash('sha256', personId, 'base64url').slice(0, 22)}`;
  // Not retried here: an upload that cannot be counted is refused, and its sender repeats it.
  const away = (cause: unknown): never => {
    throw unavailable('files.not-stored', { cause });
  };

  return {
    async check(personId, amount) {
      const used = Number(await redis.get(keyOf(personId)).catch(away));
      if (used + amount > most) throw refusal();
    },
    async take(personId, amount) {
      const key = keyOf(personId);
      const correct = async (used: number) => {
        await redis.decrby(key, amount - used).catch(away);
      };
      const all = await redis.incrby(key, amount).catch(away);
      await redis.expire(key, spanSeconds).catch(away);
      if (all <= most) return correct;
      await correct(0);
      throw refusal();
    },
  };
}
