import { createHash } from 'node:crypto';
import type { JobsRedis } from '#server/platform/redis/index.ts';

interface Limit {
  most: number;
  windowMs: number;
}

/** Wrong passwords for one account: enough for honest mistakes, too few for guessing. */
const PER_ACCOUNT: Limit = { most: 10, windowMs: 15 * 60_000 };
/** Wrong passwords from one address (IPv6: one /56): an office may share it. */
const PER_ADDRESS: Limit = { most: 50, windowMs: 15 * 60_000 };
/** Wrong passwords on the whole site: more than honest people mistype. Beyond it sign-ins require a proof of work. */
const OF_THE_SITE: Limit = { most: 300, windowMs: 10 * 60_000 };
/** The work doubles with each doubling of the wrong passwords, this often at most: a phone solves it in a few seconds. */
const MOST_DOUBLINGS = 4;
/** Sign-ins and sign-outs started from one address, each of which is stored: enough for an office, too few for a flood. */
const BEGINNINGS: Limit = { most: 120, windowMs: 60_000 };
/** New accounts from one address. */
const REGISTRATIONS: Limit = { most: 30, windowMs: 60 * 60_000 };

/** Codes for another password asked for by one address for one login: what is refused must not shut out its owner elsewhere. */
const RESETS_HERE: Limit = { most: 3, windowMs: 15 * 60_000 };
const RESETS_OF_ADDRESS: Limit = { most: 20, windowMs: 60 * 60_000 };
/** Sent to one account, from any address: fewer than the codes a number may get, so that bidding is not hindered. */
const RESETS_OF_ACCOUNT: Limit = { most: 2, windowMs: 15 * 60_000 };
const RESETS_OF_ACCOUNT_A_DAY: Limit = { most: 5, windowMs: 24 * 60 * 60_000 };
/** Codes entered; a code itself takes five tries. */
const CODES_OF_LOGIN: Limit = { most: 15, windowMs: 15 * 60_000 };
const CODES_OF_ADDRESS: Limit = { most: 30, windowMs: 15 * 60_000 };
/** Wrong second factors of an account whose password was right: a guesser finds one of a million codes in centuries. */
const FACTORS_OF_ACCOUNT: Limit = { most: 5, windowMs: 15 * 60_000 };
const FACTORS_OF_ACCOUNT_A_DAY: Limit = { most: 20, windowMs: 24 * 60 * 60_000 };
const FACTORS_OF_ADDRESS: Limit = { most: 50, windowMs: 15 * 60_000 };

/** An allowed attempt, or how long to wait for one. */
export type Attempt = { allowed: true; release(): Promise<void> } | { allowed: false; waitSeconds: number };

export interface SignInLimits {
  /** Counts the attempt before the password is checked, so that concurrent guesses count; a success releases it. */
  signIn(login: string, address: string): Promise<Attempt>;
  registration(address: string): Promise<Attempt>;
  /** Somebody asks for a code for another password: the same for logins that no account has. */
  reset(login: string, address: string): Promise<Attempt>;
  /** A code is about to be sent to this account. */
  resetOf(accountId: string): Promise<Attempt>;
  /** Counts a code that is entered before it is looked at; a right one releases it. */
  resetCode(login: string, address: string): Promise<Attempt>;
  /** Counts a second factor before it is looked at; a right one releases it. */
  factor(accountId: string, address: string): Promise<Attempt>;
  /** Checked before anything of a sign-in is stored. */
  beginning(address: string): Promise<Attempt>;
  /** The work factor of a sign-in now: 0 for none, then 2, 4, 8, 16. */
  effort(): Promise<number>;
}

/**
 * Limits of the identity site in the jobs Redis. They fail closed: without Redis each method rejects and all sign-ins fail.
 * @param factor multiplies every limit; 1 in production
 */
export function createSignInLimits(redis: JobsRedis, namespace: string, factor = 1): SignInLimits {
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
    const release = async () => {
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
    if (waitMs === 0) return { allowed: true, release };
    // A refused attempt is not counted: it must not prolong the wait of the account's owner.
    await release();
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
    reset: (login, address) =>
      take([
        { key: keyOf('reset', `${login} ${address}`), limit: RESETS_HERE },
        { key: keyOf('reset-address', address), limit: RESETS_OF_ADDRESS },
      ]),
    resetOf: (accountId) =>
      take([
        { key: keyOf('reset-account', accountId), limit: RESETS_OF_ACCOUNT },
        { key: keyOf('reset-account-day', accountId), limit: RESETS_OF_ACCOUNT_A_DAY },
      ]),
    resetCode: (login, address) =>
      take([
        { key: keyOf('reset-code', login), limit: CODES_OF_LOGIN },
        { key: keyOf('reset-code-address', address), limit: CODES_OF_ADDRESS },
      ]),
    factor: (accountId, address) =>
      take([
        { key: keyOf('factor', accountId), limit: FACTORS_OF_ACCOUNT },
        { key: keyOf('factor-day', accountId), limit: FACTORS_OF_ACCOUNT_A_DAY },
        { key: keyOf('factor-address', address), limit: FACTORS_OF_ADDRESS },
      ]),
    beginning: (address) => take([{ key: keyOf('beginning', address), limit: BEGINNINGS }]),

    async effort() {
      const excess = Number(await redis.get(ofTheSite)) / (OF_THE_SITE.most * factor);
      return excess < 1 ? 0 : 2 ** Math.min(1 + Math.floor(Math.log2(excess)), MOST_DOUBLINGS);
    },
  };
}
