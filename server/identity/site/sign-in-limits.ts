import { createHash } from 'node:crypto';
import type { JobsRedis } from '#server/platform/redis/index.ts';

interface Limit {
  /** More are refused; null: none is. */
  most: number | null;
  windowMs: number;
  /** From so many on each further one costs the device work, which doubles with each doubling of them. */
  free?: number;
}

const QUARTER = 15 * 60_000;
const DAY = 24 * 60 * 60_000;

/** Wrong passwords for one account in a browser that its owner has used before: what strangers do counts elsewhere. */
const OF_KNOWN_DEVICE: Limit = { most: 10, windowMs: QUARTER };
const OF_KNOWN_DEVICE_A_DAY: Limit = { most: 100, windowMs: DAY };
/** … in all other browsers together. The day's limit shuts the owner out of a new browser by the password alone. */
const OF_STRANGERS: Limit = { most: null, windowMs: QUARTER, free: 3 };
const OF_STRANGERS_A_DAY: Limit = { most: 100, windowMs: DAY };
/** Wrong passwords from one address (IPv6: one /56): an office, or a whole mobile network, may share it. */
const PER_ADDRESS: Limit = { most: 500, windowMs: QUARTER, free: 50 };
/** Wrong passwords on the whole site: more than honest people mistype. */
const OF_THE_SITE = { most: null, windowMs: 10 * 60_000, free: 300 } satisfies Limit;
/** The work doubles this often at most: a phone solves it in a few seconds. */
const MOST_DOUBLINGS = 4;
/** Sign-ins and sign-outs started from one address, each of which is stored: enough for an office, too few for a flood. */
const BEGINNINGS: Limit = { most: 120, windowMs: 60_000 };
/** … and in a browser in which somebody has signed in: what others at its address begin counts elsewhere. */
const BEGINNINGS_OF_KNOWN_DEVICE: Limit = { most: 20, windowMs: 60_000 };
/** New accounts from one address. */
const REGISTRATIONS: Limit = { most: 30, windowMs: 60 * 60_000 };

/** Returns from OneID and signed challenges of one address, or of a browser used before: each costs a call of a service elsewhere. */
const OUTSIDE: Limit = { most: 60, windowMs: 15 * 60_000 };

/** Codes asked for by one address for one login: what is refused must not shut out its owner elsewhere. */
const RESETS_HERE: Limit = { most: 3, windowMs: QUARTER };
const RESETS_OF_ADDRESS: Limit = { most: 20, windowMs: 60 * 60_000 };
/** Codes for another password asked for in browsers that the login was never used in, from any address. */
const RESETS_OF_LOGIN: Limit = { most: null, windowMs: DAY, free: 2 };
/** Sent to one number or mailbox for such browsers: each is a message that its owner did not want. */
const RESETS_OF_STRANGERS: Limit = { most: 3, windowMs: QUARTER };
const RESETS_OF_STRANGERS_A_DAY: Limit = { most: 7, windowMs: DAY };
/** … and for one that its owner has used before. */
const RESETS_OF_OWNER: Limit = { most: 3, windowMs: QUARTER };
const RESETS_OF_OWNER_A_DAY: Limit = { most: 5, windowMs: DAY };
/** Codes entered in one sign-in; a code itself takes five tries, of the browser that asked for it. */
const CODES_OF_ONE: Limit = { most: 15, windowMs: QUARTER };
const CODES_OF_ADDRESS: Limit = { most: 30, windowMs: QUARTER };
/** Wrong second factors of an account whose password was right: a guesser finds one of a million codes in centuries. */
const FACTORS: Limit = { most: 5, windowMs: QUARTER };
const FACTORS_A_DAY: Limit = { most: 20, windowMs: DAY };
const FACTORS_OF_ADDRESS: Limit = { most: 50, windowMs: QUARTER };

/** An allowed attempt, or how long to wait for one. */
export type Attempt = { allowed: true; release(): Promise<void> } | { allowed: false; waitSeconds: number };
/** The same, or how much work the device has to do first; with what the next attempt would cost. */
type WorkedAttempt =
  | { allowed: true; release(): Promise<void>; nextEffort: number }
  | { allowed: 'with-work'; effort: number }
  | { allowed: false; waitSeconds: number };

/**
 * The work that a request brings: none, any that the site demands of everybody, or one for this login. Work for one login
 * opens no other.
 */
export type WorkDone = 'none' | 'of-site' | 'of-login';

export interface Asking {
  /** In stored form, whether or not an account has it. */
  login: string;
  address: string;
  /** Where the login's account was signed in to in this browser before. */
  device: string | null;
  work: WorkDone;
}

export interface SignInLimits {
  /** Counts the attempt before the password is checked, so that concurrent guesses count; a success releases it. */
  signIn(asking: Asking): Promise<WorkedAttempt>;
  registration(address: string): Promise<Attempt>;
  /** A step of signing in by a service elsewhere. @param device where somebody has signed in to this browser before */
  outside(address: string, device: string | null): Promise<Attempt>;
  /** Somebody asks for a code for another password: the same for logins that no account has. */
  reset(asking: Asking): Promise<WorkedAttempt>;
  /** The code of a registration is asked for once more. */
  resend(registration: string, address: string): Promise<Attempt>;
  /** A code is about to be sent to this number or mailbox. */
  resetOf(destination: string, device: string | null): Promise<Attempt>;
  /**
   * Counts a code that is entered in a sign-in before it is looked at; a right one releases it. What others at the address enter does not
   * count in a browser that the account was signed in to before.
   */
  code(signIn: string, address: string, device: string | null): Promise<Attempt>;
  /** Counts a second factor before it is looked at; a right one releases it. */
  factor(accountId: string, address: string, device: string | null): Promise<Attempt>;
  /** Checked before anything of a sign-in is stored. @param device where somebody has signed in to this browser before */
  beginning(address: string, device: string | null): Promise<Attempt>;
  /** The work that the site demands of everybody who signs in now: 0 for none, then 2, 4, 8, 16. */
  effort(): Promise<number>;
}

interface Place {
  key: string;
  limit: Limit;
}

/** Of the next attempt, after so many. */
const effortOf = (count: number, free: number): number =>
  count < free ? 0 : 2 ** Math.min(1 + Math.floor(Math.log2(count / free)), MOST_DOUBLINGS);

/**
 * Limits of the identity site in the jobs Redis. They fail closed: without Redis each method rejects and all sign-ins fail.
 * @param factor multiplies every limit; 1 in production
 */
export function createSignInLimits(redis: JobsRedis, namespace: string, factor = 1): SignInLimits {
  const keyOf = (kind: string, of: string) =>
    `${namespace}identity:${kind}:${createHash('sha256').update(of).digest('base64url')}`;

  const ofTheSite = keyOf('site', 'wrong passwords');

  async function count(places: Place[]) {
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
    const counts = places.map((place, at) => ({
      ...place,
      count: numbers[at * 3] ?? 0,
      leftMs: numbers[at * 3 + 2] ?? place.limit.windowMs,
    }));
    return { counts, release };
  }

  type Counted = Awaited<ReturnType<typeof count>>;

  /** A refused attempt is not counted: it must not prolong the wait of the account's owner. */
  async function judge({ counts, release }: Counted): Promise<Attempt> {
    const waits = counts
      .filter(({ limit, count: now }) => limit.most !== null && now > limit.most * factor)
      .map(({ leftMs }) => leftMs);
    if (waits.length === 0) return { allowed: true, release };
    await release();
    return { allowed: false, waitSeconds: Math.max(1, Math.ceil(Math.max(...waits) / 1_000)) };
  }

  const take = async (places: Place[]): Promise<Attempt> => judge(await count(places));

  async function takeWithWork(places: Place[], work: WorkDone): Promise<WorkedAttempt> {
    const counted = await count(places);
    const attempt = await judge(counted);
    if (!attempt.allowed) return attempt;
    const effortAfter = (more: number, of: Counted['counts']) =>
      Math.max(
        0,
        ...of.map(({ limit: { free }, count: now }) =>
          free === undefined ? 0 : effortOf(now + more, free * factor),
        ),
      );
    const unpaid = work === 'of-login' ? [] : counted.counts;
    const effort = effortAfter(
      -1,
      unpaid.filter(({ key }) => !(key === ofTheSite && work === 'of-site')),
    );
    if (effort === 0) return { ...attempt, nextEffort: effortAfter(0, counted.counts) };
    await attempt.release();
    return { allowed: 'with-work', effort };
  }

  return {
    signIn: ({ login, address, device, work }) =>
      takeWithWork(
        [
          ...(device === null
            ? [
                { key: keyOf('strangers', login), limit: OF_STRANGERS },
                { key: keyOf('strangers-day', login), limit: OF_STRANGERS_A_DAY },
                { key: keyOf('address', address), limit: PER_ADDRESS },
              ]
            : [
                { key: keyOf('device', `${login} ${device}`), limit: OF_KNOWN_DEVICE },
                { key: keyOf('device-day', `${login} ${device}`), limit: OF_KNOWN_DEVICE_A_DAY },
              ]),
          { key: ofTheSite, limit: OF_THE_SITE },
        ],
        work,
      ),
    registration: (address) => take([{ key: keyOf('registration', address), limit: REGISTRATIONS }]),
    outside: (address, device) =>
      take([
        device === null
          ? { key: keyOf('outside', address), limit: OUTSIDE }
          : { key: keyOf('outside-device', device), limit: OUTSIDE },
      ]),
    reset: ({ login, address, device, work }) =>
      takeWithWork(
        device === null
          ? [
              { key: keyOf('reset', `${login} ${address}`), limit: RESETS_HERE },
              { key: keyOf('reset-address', address), limit: RESETS_OF_ADDRESS },
              { key: keyOf('reset-login', login), limit: RESETS_OF_LOGIN },
            ]
          : [{ key: keyOf('reset', `${login} ${device}`), limit: RESETS_HERE }],
        work,
      ),
    resend: (registration, address) =>
      take([
        { key: keyOf('reset', `${registration} ${address}`), limit: RESETS_HERE },
        { key: keyOf('reset-address', address), limit: RESETS_OF_ADDRESS },
      ]),
    resetOf: (destination, device) =>
      take(
        device === null
          ? [
              { key: keyOf('reset-strangers', destination), limit: RESETS_OF_STRANGERS },
              { key: keyOf('reset-strangers-day', destination), limit: RESETS_OF_STRANGERS_A_DAY },
            ]
          : [
              { key: keyOf('reset-owner', destination), limit: RESETS_OF_OWNER },
              { key: keyOf('reset-owner-day', destination), limit: RESETS_OF_OWNER_A_DAY },
            ],
      ),
    code: (signIn, address, device) =>
      take([
        { key: keyOf('code', signIn), limit: CODES_OF_ONE },
        ...(device === null ? [{ key: keyOf('code-address', address), limit: CODES_OF_ADDRESS }] : []),
      ]),
    factor(accountId, address, device) {
      const by = `${accountId} ${device ?? 'strangers'}`;
      return take([
        { key: keyOf('factor', by), limit: FACTORS },
        { key: keyOf('factor-day', by), limit: FACTORS_A_DAY },
        ...(device === null ? [{ key: keyOf('factor-address', address), limit: FACTORS_OF_ADDRESS }] : []),
      ]);
    },
    beginning: (address, device) =>
      take([
        device === null
          ? { key: keyOf('beginning', address), limit: BEGINNINGS }
          : { key: keyOf('beginning-device', device), limit: BEGINNINGS_OF_KNOWN_DEVICE },
      ]),

    effort: async () => effortOf(Number(await redis.get(ofTheSite)), OF_THE_SITE.free * factor),
  };
}
