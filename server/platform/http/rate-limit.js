import { ipKeyGenerator, MemoryStore, rateLimit } from 'express-rate-limit';
import { RedisStore } from 'rate-limit-redis';
import { tooOften, unavailable } from '../errors/index.ts';
import { sessionOf } from './session-of.ts';
const WINDOW_MS = 60000;
/** One household or office, not one device: IPv6 addresses are grouped. */
const IPV6_GROUP = 56;
/** Counts in Redis, so that all nodes share one count; while Redis is away it does what the contract says instead. */
function sharedStore(redis, prefix, fallback) {
  const shared = new RedisStore({
    prefix,
    sendCommand: (command, ...args) => redis.call(command, ...args),
  });
  const local = new MemoryStore();
  let options;
  let ready = null;
  return {
    init(given) {
      options = given;
      local.init(given);
    },
    async increment(key) {
      try {
        ready ??= shared.init(options);
        await ready;
        return await shared.increment(key);
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
export function limiterOf(contract, options) {
  const usual = contract.method === 'get' ? 'open' : 'local';
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
      const until = req.rateLimit?.resetTime;
      const waitMs = until ? until.getTime() - Date.now() : WINDOW_MS;
      next(tooOften(Math.max(1, Math.ceil(waitMs / 1000))));
    },
  });
}
