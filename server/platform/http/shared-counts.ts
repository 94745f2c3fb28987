import type { ClientRateLimitInfo } from 'express-rate-limit';
import type { JobsRedis } from '../redis/index.ts';

/** Hits counted here may be so late in the shared count. */
const LATE_MS = 50;
/** Keys remembered at most; beyond it everything is asked for again. */
const KEYS = 20_000;

/** Adds hits to a window that still runs; one that has ended has no use for them. */
const ADD = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
return redis.call('INCRBY', KEYS[1], ARGV[1])`;

/** Hits of a key within the window that runs, and when it ends. */
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
 * Spares the shared count a question for every single hit: as long as a key is below half of its limit, hits are
 * counted here and handed over together, at most LATE_MS late. From half on each hit is asked for, so that a limit is
 * kept exactly as before unless nodes together make half of it within that time.
 */
export class SharedCounts {
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

  /** Counts a hit here if the key is far below its limit; null: the shared count has to be asked. */
  countHere(key: string): Hits | null {
    const count = this.#counts.get(key);
    if (!count || count.total >= this.#half || Date.now() >= count.resetMs) return null;
    count.total += 1;
    if (count.owed === 0) this.#owing.set(key, count);
    count.owed += 1;
    this.#timer ??= setTimeout(() => void this.#handOver(), LATE_MS).unref();
    return count;
  }

  /** Counts a hit in the shared count. Rejects where it does not answer. */
  async increment(key: string): Promise<ClientRateLimitInfo> {
    if ((this.#counts.get(key)?.owed ?? 0) > 0) await this.#handOver();
    const info = await this.#ask(key);
    if (this.#counts.size >= KEYS) this.#counts = new Map();
    if (info.resetTime) {
      const { totalHits: total, resetTime } = info;
      this.#counts.set(key, { total, resetMs: resetTime.getTime(), owed: 0 });
    }
    return info;
  }

  async #handOver(): Promise<void> {
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
          // What other nodes counted is news; what was counted here meanwhile is still owed.
          if (total > 0) count.total = Math.max(count.total, total + count.owed);
        } catch {
          // Not retried: Redis is away, and while it is, these calls are let through anyway.
        }
      }),
    );
  }
}
