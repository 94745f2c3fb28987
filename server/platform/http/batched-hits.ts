import type { ClientRateLimitInfo } from 'express-rate-limit';
import type { JobsRedis } from '../redis/index.ts';

/** Longest delay until hits counted here are in the shared count. */
const LATE_MS = 50;
/** Cached keys at most; beyond it the cache starts empty. */
const KEYS = 20_000;

/** Adds hits to a window that has not ended. */
const ADD = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
return redis.call('INCRBY', KEYS[1], ARGV[1])`;

/** Hits of a key within the current window, and when it ends. */
export interface Hits {
  readonly total: number;
  readonly resetMs: number;
}

interface Count extends Hits {
  total: number;
  resetMs: number;
  /** Hits that the shared count does not have yet. */
  owed: number;
}

/**
 * Saves the shared count a query for every single hit: while a key is below half of its limit, hits are counted here and added
 * to the shared count together, at most LATE_MS late. From half on each hit is counted there, so a limit is enforced exactly
 * unless nodes together make half of it within that time.
 */
export class BatchedHits {
  readonly #redis: JobsRedis;
  readonly #ask: (key: string) => Promise<ClientRateLimitInfo>;
  readonly #redisKey: (key: string) => string;
  readonly #half: number;
  #counts = new Map<string, Count>();
  readonly #owing = new Map<string, Count>();
  #timer: NodeJS.Timeout | null = null;

  /** @param ask counts one hit in the shared count */
  constructor(o: {
    redis: JobsRedis;
    ask: (key: string) => Promise<ClientRateLimitInfo>;
    redisKey: (key: string) => string;
    limit: number;
  }) {
    this.#redis = o.redis;
    this.#ask = o.ask;
    this.#redisKey = o.redisKey;
    this.#half = Math.floor(o.limit / 2);
  }

  /** Counts a hit here if the key is far below its limit; null: it has to be counted in the shared count. */
  countHere(key: string): Hits | null {
    const count = this.#counts.get(key);
    if (!count || count.total >= this.#half || Date.now() >= count.resetMs) return null;
    count.total += 1;
    if (count.owed === 0) this.#owing.set(key, count);
    count.owed += 1;
    this.#timer ??= setTimeout(() => void this.#flush(), LATE_MS).unref();
    return count;
  }

  /** Counts a hit in the shared count. Rejects while it is unavailable. */
  async increment(key: string): Promise<ClientRateLimitInfo> {
    if ((this.#counts.get(key)?.owed ?? 0) > 0) await this.#flush();
    const info = await this.#ask(key);
    if (this.#counts.size >= KEYS) this.#counts = new Map();
    if (info.resetTime) {
      const { totalHits: total, resetTime } = info;
      this.#counts.set(key, { total, resetMs: resetTime.getTime(), owed: 0 });
    }
    return info;
  }

  async #flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const owing = [...this.#owing];
    this.#owing.clear();
    await Promise.all(
      owing.map(async ([key, count]) => {
        const owed = count.owed;
        count.owed = 0;
        try {
          const total = Number(await this.#redis.eval(ADD, 1, this.#redisKey(key), owed));
          // Includes hits of other nodes; those counted here meanwhile are still owed.
          if (total > 0) count.total = Math.max(count.total, total + count.owed);
        } catch {
          // Not retried: Redis is unavailable, and meanwhile these calls are let through anyway.
        }
      }),
    );
  }
}
