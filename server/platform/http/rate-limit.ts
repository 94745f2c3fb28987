import type { RequestHandler } from 'express';
import {
  ipKeyGenerator,
  MemoryStore,
  rateLimit,
  type ClientRateLimitInfo,
  type Options,
  type Store,
} from 'express-rate-limit';
import { RedisStore, type RedisReply } from 'rate-limit-redis';
import type { Contract } from '#shared/api/contract.ts';
import { tooOften, unavailable } from '../errors/index.ts';
import type { JobsRedis } from '../redis/index.ts';
import { sessionOf } from './session-of.ts';
import { SharedCounts } from './shared-counts.ts';

const WINDOW_MS = 60_000;
/** One household or office, not one device: IPv6 addresses are grouped. */
const IPV6_GROUP = 56;

type Fallback = NonNullable<Contract['whenLimiterIsDown']>;

/** Counts in Redis, so that all nodes share one count; while Redis is away it does what the contract says instead. */
function sharedStore(redis: JobsRedis, prefix: string, fallback: Fallback): Store {
  const shared = new RedisStore({
    prefix,
    sendCommand: (command: string, ...args: string[]) => redis.call(command, ...args) as Promise<RedisReply>,
  });
  const local = new MemoryStore();
  let options: Options;
  let ready: Promise<void> | null = null;
  const ask = async (key: string): Promise<ClientRateLimitInfo> => {
    ready ??= shared.init(options);
    await ready;
    return shared.increment(key);
  };
  // Where letting through is what an outage means, a hit far below the limit need not wait for Redis either.
  let counts: SharedCounts | null = null;
  return {
    init(given) {
      options = given;
      local.init(given);
      if (fallback === 'open' && typeof given.limit === 'number')
        counts = new SharedCounts({
          redis,
          ask,
          redisKey: (key) => `${prefix}${key}`,
          limit: given.limit,
        });
    },
    async increment(key) {
      try {
        return await (counts ? counts.increment(key) : ask(key));
      } catch (cause) {
        // Redis is away; the next request tries it again. This one is judged by the contract's fallback.
        ready = null;
        if (fallback === 'closed') throw unavailable('unavailable', { cause });
        if (fallback === 'local') return local.increment(key);
        return { totalHits: 0, resetTime: undefined };
      }
    },
    decrement: (key) => shared.decrement(key),
    resetKey: (key) => shared.resetKey(key),
  };
}

/**
 * Limits one contract per session, or per address where nobody is signed in.
 * @param factor multiplies every limit; benchmarks raise it and print it.
 */
export function limiterOf(
  contract: Contract,
  options: { redis: JobsRedis; namespace: string; factor: number },
): RequestHandler {
  const usual: Fallback = contract.method === 'get' ? 'open' : 'local';
  return rateLimit({
    windowMs: WINDOW_MS,
    limit: Math.max(1, Math.floor(contract.rateLimit.perMinute * options.factor)),
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    identifier: contract.name,
    keyGenerator: (req) => sessionOf(req)?.handle ?? ipKeyGenerator(req.ip ?? '', IPV6_GROUP),
    store: sharedStore(
      options.redis,
      `${options.namespace}limit:${contract.name}:`,
      contract.whenLimiterIsDown ?? usual,
    ),
    // The key and the proxy hops are ours; the library's guesses about them are not needed.
    validate: false,
    handler: (req, _res, next) => {
      const until = (req as unknown as { rateLimit?: { resetTime?: Date } }).rateLimit?.resetTime;
      const waitMs = until ? until.getTime() - Date.now() : WINDOW_MS;
      next(tooOften(Math.max(1, Math.ceil(waitMs / 1_000))));
    },
  });
}
