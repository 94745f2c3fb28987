import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MemoryStore, type ClientRateLimitInfo, type Options } from 'express-rate-limit';
import { RedisStore, type RedisReply } from 'rate-limit-redis';
import type { Contract } from '#shared/api/contract.ts';
import { tooOften, unavailable } from '../errors/index.ts';
import type { JobsRedis } from '../redis/index.ts';
import { addressOf, networkOf } from './address-of.ts';
import { addHeader } from './held-headers.ts';
import { sessionOf } from './session-of.ts';
import { SharedCounts, type Hits } from './shared-counts.ts';

const WINDOW_MS = 60_000;
/** Addresses whose key is remembered at most. */
const REMEMBERED = 10_000;

type Fallback = NonNullable<Contract['whenLimiterIsDown']>;

/** Counts a call; throws or rejects when it goes beyond the limit. A promise only where something is waited for. */
export type Limiter = (req: IncomingMessage, res: ServerResponse) => Promise<void> | null;

/** Who is counted, and the same unreadably for the header. */
interface Counted {
  key: string;
  shown: string;
}

/** Worked out once for each person or address: the header wants a hash of the key. */
class CountedOnes {
  readonly #known = new Map<string, Counted>();
  readonly #keyOf: (who: string) => string;

  constructor(keyOf: (who: string) => string) {
    this.#keyOf = keyOf;
  }

  of(who: string): Counted {
    let found = this.#known.get(who);
    if (!found) {
      const key = this.#keyOf(who);
      found = { key, shown: Buffer.from(hash('sha256', key, 'hex').slice(0, 12)).toString('base64') };
      if (this.#known.size >= REMEMBERED) this.#known.clear();
      this.#known.set(who, found);
    }
    return found;
  }
}

const people = new CountedOnes((personId) => `person:${personId}`);
const addresses = new CountedOnes(networkOf);

const hitsOf = ({ totalHits, resetTime }: ClientRateLimitInfo): Hits => ({
  total: totalHits,
  resetMs: resetTime?.getTime() ?? Date.now() + WINDOW_MS,
});

/**
 * Limits one contract per person over all their sessions, or per address where nobody is signed in. Counts in Redis, so that all nodes share one
 * count; while Redis is away it does what the contract says instead.
 * @param factor multiplies every limit; benchmarks raise it and print it.
 */
export function limiterOf(
  contract: Contract,
  options: { redis: JobsRedis; namespace: string; factor: number; proxyHops: number },
): Limiter {
  const { redis } = options;
  const fallback: Fallback = contract.whenLimiterIsDown ?? (contract.method === 'get' ? 'open' : 'local');
  const limit = Math.max(1, Math.floor(contract.rateLimit.perMinute * options.factor));
  const prefix = `${options.namespace}limit:${contract.name}:`;
  const shared = new RedisStore({
    prefix,
    sendCommand: (command: string, ...args: string[]) => redis.call(command, ...args) as Promise<RedisReply>,
  });
  const local = new MemoryStore();
  local.init({ windowMs: WINDOW_MS } as Options);
  let ready: Promise<void> | null = null;
  const ask = async (key: string): Promise<ClientRateLimitInfo> => {
    ready ??= Promise.resolve(shared.init({ windowMs: WINDOW_MS } as Options));
    await ready;
    return shared.increment(key);
  };
  // Where letting through is what an outage means, a hit far below the limit need not wait for Redis either.
  const counts =
    fallback === 'open'
      ? new SharedCounts({ redis, ask, redisKey: (key) => `${prefix}${key}`, limit })
      : null;

  async function askShared(key: string): Promise<Hits | null> {
    try {
      return hitsOf(await (counts ? counts.increment(key) : ask(key)));
    } catch (cause) {
      // Redis is away; the next request tries it again. This one is judged by the contract's fallback.
      ready = null;
      if (fallback === 'closed') throw unavailable('unavailable', { cause });
      return fallback === 'local' ? hitsOf(await local.increment(key)) : null;
    }
  }

  const name = `"${contract.name}"`;
  const policy = `${name}; q=${limit}; w=${WINDOW_MS / 1_000}; pk=:`;

  function judge(res: ServerResponse, shown: string, hits: Hits | null): void {
    const { total, resetMs } = hits ?? { total: 0, resetMs: Date.now() + WINDOW_MS };
    const seconds = Math.max(0, Math.ceil((resetMs - Date.now()) / 1_000));
    addHeader(res, 'RateLimit', `${name}; r=${Math.max(0, limit - total)}; t=${seconds}`);
    addHeader(res, 'RateLimit-Policy', `${policy}${shown}:`);
    if (total > limit) throw tooOften(Math.max(1, seconds));
  }

  return (req, res) => {
    const session = sessionOf(req);
    const { key, shown } = session
      ? people.of(session.person.personId)
      : addresses.of(addressOf(req, options.proxyHops));
    const here = counts?.countHere(key);
    if (!here) return askShared(key).then((hits) => judge(res, shown, hits));
    judge(res, shown, here);
    return null;
  };
}
