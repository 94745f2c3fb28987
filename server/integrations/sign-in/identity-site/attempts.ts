import { createHash } from 'node:crypto';
import type { JobsRedis } from '#server/platform/redis/index.ts';

interface Limit {
  most: number;
  windowMs: number;
}

/** Wrong passwords for one account: enough for an honest evening, hopeless for guessing. */
const PER_ACCOUNT: Limit = { most: 10, windowMs: 15 * 60_000 };
/** Wrong passwords from one address (IPv6: one /56): an office may share it. */
const PER_ADDRESS: Limit = { most: 50, windowMs: 15 * 60_000 };
/** Wrong passwords on the whole site: more than honest people mistype. Beyond it nobody is refused, but signing in costs work. */
const OF_THE_SITE: Limit = { most: 300, windowMs: 10 * 60_000 };
/** The work doubles with each doubling of the wrong passwords, so often at most: a phone solves it in some seconds. */
const MOST_DOUBLINGS = 4;
/** Sign-ins and sign-outs begun from one address, each of which is stored: an office in the morning, no flood. */
const BEGINNINGS: Limit = { most: 120, windowMs: 60_000 };
/** New accounts from one address. */
const REGISTRATIONS: Limit = { most: 30, windowMs: 60 * 60_000 };

/** A place among the allowed attempts, or how long to wait for one. */
export type Attempt = { allowed: true; giveBack(): Promise<void> } | { allowed: false; waitSeconds: number };

export interface Attempts {
  /** Takes a place before the password is looked at, so that parallel guesses count; a success gives it back. */
  signIn(login: string, address: string): Promise<Attempt>;
  registration(address: string): Promise<Attempt>;
  /** Asked before anything of a sign-in is stored. */
  beginning(address: string): Promise<Attempt>;
  /** The work signing in costs now, as a factor: 0 for none, then 2, 4, 8, 16. */
  effort(): Promise<number>;
}

/**
 * Limits of the identity site in the jobs Redis. They fail closed: without Redis each method rejects and nobody gets in.
 * @param factor multiplies every limit; 1 in earnest
 */
export function createAttempts(redis: JobsRedis, namespace: string, factor = 1): Attempts {
  const keyOf = (kind: string, of: string) =>
    `${namespace}identity:${kind}:${createHash('sha256').update(of).digest('base64url')}`;

  const ofTheSite = keyOf('site', 'wrong passwords');

  async function take(places: { key: string; limit: Limit; refuses?: false }[]): Promise<Attempt> {
    const command = redis.multi();
    for (const { key, limit } of places) {
      command.incr(key).pexpire(key, limit.windowMs, 'NX').pttl(key);
    }
    const answers = await command.exec();
    if (!answers) throw new Error('the limits of the identity site did not answer');
    const numbers = answers.map(([error, value]) => {
      if (error) throw error;
      return Number(value);
    });
    const giveBack = async () => {
      const back = redis.multi();
      for (const { key } of places) back.decr(key);
      await back.exec();
    };
    let waitMs = 0;
    places.forEach(({ limit, refuses = true }, at) => {
      const count = numbers[at * 3] ?? 0;
      if (refuses && count > limit.most * factor)
        waitMs = Math.max(waitMs, numbers[at * 3 + 2] ?? limit.windowMs);
    });
    if (waitMs === 0) return { allowed: true, giveBack };
    // A refused attempt is no guess: it must not prolong the wait of the honest one.
    await giveBack();
    return { allowed: false, waitSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) };
  }

  return {
    signIn: (login, address) =>
      take([
        { key: keyOf('account', login), limit: PER_ACCOUNT },
        { key: keyOf('address', address), limit: PER_ADDRESS },
        { key: ofTheSite, limit: OF_THE_SITE, refuses: false },
      ]),
    registration: (address) => take([{ key: keyOf('registration', address), limit: REGISTRATIONS }]),
    beginning: (address) => take([{ key: keyOf('beginning', address), limit: BEGINNINGS }]),

    async effort() {
      const excess = Number(await redis.get(ofTheSite)) / (OF_THE_SITE.most * factor);
      return excess < 1 ? 0 : 2 ** Math.min(1 + Math.floor(Math.log2(excess)), MOST_DOUBLINGS);
    },
  };
}
