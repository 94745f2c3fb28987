import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MemoryStore, type ClientRateLimitInfo, type Options } from 'express-rate-limit';
import { RedisStore, type RedisReply } from 'rate-limit-redis';
import type { Contract } from '#shared/api/contract.ts';
import { tooOften, unavailable } from '../errors/index.ts';
import type { JobsRedis } from '../redis/index.ts';
import { addressOf, networkOf } from './client-address.ts';
import { guestOf } from './guest-cookie.ts';
import { addHeader } from './raw-headers.ts';
import { sessionOf } from './request-session.ts';
import { BatchedHits, type Hits } from './batched-hits.ts';

const WINDOW_MS = 60_000;
/** Cached keys at most. */
const MAX_CACHED_KEYS = 10_000;
/** Reading calls with this limit or a higher one are the pages' own: guests are counted by browser there. */
const LIMIT_OF_PAGES = 60;
/** So many guests may use up their limits at once behind one address: mobile operators have thousands of people there. */
const GUESTS_OF_ADDRESS = 25;

type Fallback = NonNullable<Contract['whenLimiterIsDown']>;

/** Counts a call; throws or rejects beyond the limit. A promise only where Redis is asked. */
export type Limiter = (req: IncomingMessage, res: ServerResponse) => Promise<void> | null;

/** Key of the count, and its hash for the header. */
interface Counted {
  key: string;
  shown: string;
}

/** Keys with their hashes, computed once for each person or address. */
class KeyCache {
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
      if (this.#known.size >= MAX_CACHED_KEYS) this.#known.clear();
      this.#known.set(who, found);
    }
    return found;
  }
}

const people = new KeyCache((personId) => `person:${personId}`);
const addresses = new KeyCache(networkOf);
const guests = new KeyCache((id) => `guest:${id}`);

const hitsOf = ({ totalHits, resetTime }: ClientRateLimitInfo): Hits => ({
  total: totalHits,
  resetMs: resetTime?.getTime() ?? Date.now() + WINDOW_MS,
});

/** Hits of a key within its window; a promise only where Redis is asked; null: it is away, and calls are let through. */
type Counter = (key: string) => Promise<Hits | null> | Hits;

function counterOf(
  limit: number,
  { redis, prefix, fallback }: { redis: JobsRedis; prefix: string; fallback: Fallback },
): Counter {
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
  // Where an outage lets calls through, a hit far below the limit need not wait for Redis either.
  const counts =
    fallback === 'open' ? new BatchedHits({ redis, ask, redisKey: (key) => `${prefix}${key}`, limit }) : null;

  async function askShared(key: string): Promise<Hits | null> {
    try {
      return hitsOf(await (counts ? counts.increment(key) : ask(key)));
    } catch (cause) {
      // Redis is unavailable; the next request tries it again. This one is judged by the contract's fallback.
      ready = null;
      if (fallback === 'closed') throw unavailable('unavailable', { cause });
      return fallback === 'local' ? hitsOf(await local.increment(key)) : null;
    }
  }

  return (key) => counts?.countHere(key) ?? askShared(key);
}

/**
 * Limits one contract per person over all their sessions, or per address for visitors; reading calls of pages per browser for
 * guests whose browser has an id of ours, and GUESTS_OF_ADDRESS times that per address, as ids can be made up. Counts in Redis,
 * so that all nodes share one count; while Redis is unavailable the contract's fallback applies.
 * @param factor multiplies every limit; benchmarks raise it and print it.
 */
export function limiterOf(
  contract: Contract,
  options: { redis: JobsRedis; namespace: string; factor: number; proxyHops: number; secure: boolean },
): Limiter {
  const fallback: Fallback = contract.whenLimiterIsDown ?? (contract.method === 'get' ? 'open' : 'local');
  const { perMinute } = contract.rateLimit;
  const limit = Math.max(1, Math.floor(perMinute * options.factor));
  const store = {
    redis: options.redis,
    prefix: `${options.namespace}limit:${contract.name}:`,
    fallback,
  };
  const count = counterOf(limit, store);
  const ofPages = contract.method === 'get' && fallback === 'open' && perMinute >= LIMIT_OF_PAGES;
  const limitOfGuests = limit * GUESTS_OF_ADDRESS;
  const countGuests = ofPages ? counterOf(limitOfGuests, store) : null;

  const name = `"${contract.name}"`;

  function judge(res: ServerResponse, shown: string, hits: Hits | null, most: number): void {
    const { total, resetMs } = hits ?? { total: 0, resetMs: Date.now() + WINDOW_MS };
    const seconds = Math.max(0, Math.ceil((resetMs - Date.now()) / 1_000));
    addHeader(res, 'RateLimit', `${name}; r=${Math.max(0, most - total)}; t=${seconds}`);
    addHeader(res, 'RateLimit-Policy', `${name}; q=${most}; w=${WINDOW_MS / 1_000}; pk=:${shown}:`);
    if (total > most) throw tooOften(Math.max(1, seconds));
  }

  function take(res: ServerResponse, { key, shown }: Counted): Promise<void> | null {
    const hits = count(key);
    if (hits instanceof Promise) return hits.then((found) => judge(res, shown, found, limit));
    judge(res, shown, hits, limit);
    return null;
  }

  return (req, res) => {
    const session = sessionOf(req);
    if (session) return take(res, people.of(session.person.personId));
    const address = addresses.of(addressOf(req, options.proxyHops));
    const guest = countGuests ? guestOf(req, options.secure) : null;
    if (!countGuests || guest === null) return take(res, address);
    // First, so that made-up ids neither pass it nor fill Redis.
    const next = (hits: Hits | null): Promise<void> | null => {
      if (hits && hits.total > limitOfGuests) judge(res, address.shown, hits, limitOfGuests);
      return take(res, guests.of(guest));
    };
    const hits = countGuests(`guests:${address.key}`);
    return hits instanceof Promise ? hits.then(next).then(() => undefined) : next(hits);
  };
}
