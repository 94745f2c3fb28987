import { createHash } from 'node:crypto';
import { isStaffRole, rolesInForce } from '#shared/api/contract.ts';
import { newSecret } from '../ids/index.ts';
import type { JobsRedis } from '../redis/index.ts';
import { isWithSecondFactor } from './authentication.ts';
import type { BidsOnly, ListedSession, Session, SessionPerson } from './session.ts';

/** An unused session ends after this. */
const IDLE_MS = 12 * 3_600_000;
/** Every session ends after this, used or not. */
const LONGEST_MS = 7 * 86_400_000;
/** Sessions of one person at most; a further one ends the oldest. */
const MOST_OF_PERSON = 10;
/** The end of an idle session is moved at most this often, so that reading stays one command. */
const TOUCH_EVERY_MS = 60_000;
/** Longer than a sign-in under way takes to open its session. */
const ALL_ENDED_MS = 10 * 60_000;

/** Why others ended a session, where the person is to read it at the next call. */
export type SessionEnd = 'disabled' | 'erased' | 'roles-changed' | 'password-reset' | 'factor-reset';

interface EndAllOptions {
  /** Handle of the session that goes on. */
  except?: string;
  /** Only sessions that began before this instant, ms since 1970, and all of programs: a token tells nothing of when it was read. */
  beforeMs?: number | undefined;
  /** Answered to calls with a cookie of these sessions, for as long as an unused session would have lived. */
  because?: SessionEnd;
  /** Where the sessions bid on, until they are ended without this. */
  butBidding?: BidsOnly | undefined;
}

export interface SessionChange {
  handle: string;
  personId: string;
  /** `ended`: disconnect its sockets. `changed`: read the person again (roles, name, language). */
  kind: 'ended' | 'changed';
}

export interface SessionStore {
  /**
   * Starts a session. `secret` is the cookie's value, 256 random bits; only its hash is stored. A person has ten at most:
   * `displaced` counts older ones that ended to make room, the oldest first.
   */
  create(
    person: SessionPerson,
    extra?: Record<string, string>,
  ): Promise<{ secret: string; session: Session; displaced: number }>;
  /**
   * The session of a program, which sends `secret` with each call. It is in no list, counts to no limit, ends with all sessions
   * of the person, and at `endsAtMs` at the latest; a week after it began its program opens another.
   */
  openForToken(
    secret: string,
    person: SessionPerson,
    opened: { token: NonNullable<Session['token']>; endsAtMs: number },
  ): Promise<Session>;
  /** The active session of a cookie value, or null. Using it postpones its idle expiry. */
  read(secret: string | undefined): Promise<Session | null>;
  /** The same, also of a session that goes on in rooms alone (`bidsOnly`). */
  readForRooms(secret: string | undefined): Promise<Session | null>;
  /** The active session of a handle, or null; does not postpone its expiry. */
  find(handle: string): Promise<Session | null>;
  /** The same, also of a session that goes on in rooms alone. */
  findForRooms(handle: string): Promise<Session | null>;
  /** Sessions of a person, newest first; also those that go on in rooms alone, and none of programs. */
  list(personId: string): Promise<ListedSession[]>;
  /** Ends one session, or all of it but bidding in rooms. Ending what has already ended is fine. */
  end(handle: string, butBidding?: BidsOnly): Promise<void>;
  /** Ends all sessions of a person (sign-out everywhere, disabling, password change); returns how many. */
  endAll(personId: string, options?: EndAllOptions): Promise<number>;
  /** When all sessions of a person were last ended, ms since 1970; null: not within the last ten minutes. */
  allEndedAt(personId: string): Promise<number | null>;
  /** Why the session of a cookie value was ended by others; null: not, unknown, or long ago. */
  whyEnded(secret: string): Promise<SessionEnd | null>;
  /** Updates the person's data in all their sessions (roles, name, language, percentage). */
  changePerson(personId: string, change: Partial<Omit<SessionPerson, 'personId'>>): Promise<void>;
  /** Reports ended and changed sessions on every node, well within 2 s. Returns the unsubscribe function. */
  onChange(listener: (change: SessionChange) => void): () => void;
  close(): Promise<void>;
}

interface Stored extends Omit<Session, 'withheld'> {
  touchedAtMs: number;
  endsAtMs: number;
}

/** Writes a session in place of the one that was read, unless somebody has changed or ended that meanwhile. */
const REPLACE = `
  if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3])
  return 1
`;

const handleOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/**
 * Sessions in the jobs Redis.
 * @param redis commands; @param subscriber a connection of its own for announcements; @param namespace key prefix;
 * @param staffSecondFactor `required`: a session without a second factor has no roles of staff, wherever it is read.
 */
export function createSessionStore(
  redis: JobsRedis,
  subscriber: JobsRedis,
  namespace: string,
  { staffSecondFactor = 'optional' }: { staffSecondFactor?: 'required' | 'optional' } = {},
): SessionStore {
  const key = (handle: string) => `${namespace}session:${handle}`;
  const endKey = (handle: string) => `${namespace}session-end:${handle}`;
  const personKey = (personId: string) => `${namespace}session-person:${personId}`;
  const allEndedKey = (personId: string) => `${namespace}sessions-ended:${personId}`;
  const channel = `${namespace}session-changes`;
  const listeners = new Set<(change: SessionChange) => void>();

  subscriber.on('message', (from: string, text: string) => {
    if (from !== channel) return;
    const change = JSON.parse(text) as SessionChange;
    for (const listener of listeners) listener(change);
  });
  const subscribed = subscriber.subscribe(channel);
  // The connection reconnects after an outage; meanwhile sockets re-check their session every 30 s.
  subscribed.catch(() => undefined);

  const announce = (change: SessionChange) => redis.publish(channel, JSON.stringify(change));
  const lifeMs = (stored: Stored, now: number) => Math.min(IDLE_MS, stored.endsAtMs - now);
  /** The session as others see it: with the roles that its sign-in opens. */
  function publicPart({ touchedAtMs: _touched, endsAtMs: _ends, ...session }: Stored): Session {
    const roles = rolesInForce(session.person.roles);
    // A program shows no second factor, and acts for its person alone.
    const closed =
      session.token !== undefined || (staffSecondFactor === 'required' && !isWithSecondFactor(session.extra));
    const withheld = closed && !session.token ? roles.filter(isStaffRole) : [];
    const open = closed ? roles.filter((role) => !isStaffRole(role)) : roles;
    return { ...session, withheld, person: { ...session.person, roles: open } };
  }

  async function load(handle: string): Promise<Stored | null> {
    const text = await redis.get(key(handle));
    if (!text) return null;
    const stored = JSON.parse(text) as Stored;
    return stored.endsAtMs <= Date.now() ? null : stored;
  }

  /** Changes an active session; what others change of it at the same instant stays. null: it is over, or was so meanwhile. */
  async function change(handle: string, changed: (stored: Stored) => Stored): Promise<Stored | null> {
    for (;;) {
      const text = await redis.get(key(handle));
      if (!text) return null;
      const stored = JSON.parse(text) as Stored;
      const now = Date.now();
      if (stored.endsAtMs <= now) return null;
      const next = changed(stored);
      const args = [text, JSON.stringify(next), lifeMs(stored, now)];
      if (Number(await redis.eval(REPLACE, 1, key(handle), ...args)) === 1) return next;
    }
  }

  async function handlesOf(personId: string): Promise<string[]> {
    return redis.smembers(personKey(personId));
  }

  /** @param begun what tells this session from others */
  async function open(
    secret: string,
    person: SessionPerson,
    begun: Pick<Stored, 'extra' | 'token'> & { endsAtMs?: number },
  ): Promise<Stored> {
    await subscribed;
    const now = Date.now();
    const stored: Stored = {
      ...begun,
      handle: handleOf(secret),
      person,
      createdAt: new Date(now).toISOString(),
      touchedAtMs: now,
      endsAtMs: Math.min(begun.endsAtMs ?? Infinity, now + LONGEST_MS),
    };
    await redis
      .multi()
      .set(key(stored.handle), JSON.stringify(stored), 'PX', lifeMs(stored, now))
      .sadd(personKey(person.personId), stored.handle)
      .pexpire(personKey(person.personId), LONGEST_MS)
      .exec();
    return stored;
  }

  const store: SessionStore = {
    async create(person, extra = {}) {
      const secret = newSecret();
      const stored = await open(secret, person, { extra });
      // Counted after writing: of several sign-ins at once the last to count sees all of them.
      const others = (await store.list(person.personId)).filter(({ handle }) => handle !== stored.handle);
      const oldest = others.slice(MOST_OF_PERSON - 1);
      for (const { handle } of oldest) await store.end(handle);
      return { secret, session: publicPart(stored), displaced: oldest.length };
    },

    openForToken: async (secret, person, { token, endsAtMs }) =>
      publicPart(await open(secret, person, { extra: {}, token, endsAtMs })),

    async read(secret) {
      const session = await store.readForRooms(secret);
      return session?.bidsOnly ? null : session;
    },

    async readForRooms(secret) {
      if (!secret || secret.length > 100) return null;
      const stored = await load(handleOf(secret));
      if (!stored) return null;
      const now = Date.now();
      if (now - stored.touchedAtMs <= TOUCH_EVERY_MS) return publicPart(stored);
      const touched = await change(stored.handle, (read) => ({ ...read, touchedAtMs: now }));
      return touched && publicPart(touched);
    },

    async find(handle) {
      const session = await store.findForRooms(handle);
      return session?.bidsOnly ? null : session;
    },

    async findForRooms(handle) {
      const stored = await load(handle);
      return stored ? publicPart(stored) : null;
    },

    async list(personId) {
      const handles = await handlesOf(personId);
      const found = await Promise.all(handles.map(load));
      const gone = handles.filter((_, i) => !found[i]);
      if (gone.length > 0) await redis.srem(personKey(personId), ...gone);
      return found
        .filter((stored) => stored !== null)
        .filter(({ token }) => !token)
        .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
        .map((stored) => ({ ...publicPart(stored), seenAt: new Date(stored.touchedAtMs).toISOString() }));
    },

    async end(handle, butBidding) {
      if (butBidding && butBidding.lots.length > 0) {
        // Who ended it first counts.
        const goesOn = await change(handle, (read) => ({ ...read, bidsOnly: read.bidsOnly ?? butBidding }));
        if (goesOn) await announce({ handle, personId: goesOn.person.personId, kind: 'changed' });
        return;
      }
      const stored = await load(handle);
      await redis.del(key(handle));
      if (!stored) return;
      await redis.srem(personKey(stored.person.personId), handle);
      await announce({ handle, personId: stored.person.personId, kind: 'ended' });
    },

    async endAll(personId, { except, beforeMs = Infinity, because, butBidding } = {}) {
      let ended = 0;
      // First: a session that is opened meanwhile is either among the handles below or sees this.
      await redis.set(allEndedKey(personId), Math.min(Date.now(), beforeMs), 'PX', ALL_ENDED_MS);
      for (const handle of await handlesOf(personId)) {
        if (handle === except) continue;
        const stored = await load(handle);
        if (stored && !stored.token && Date.parse(stored.createdAt) >= beforeMs) continue;
        // Before the session goes: a call that finds none is to find the reason.
        if (stored && because) await redis.set(endKey(handle), because, 'PX', IDLE_MS);
        await store.end(handle, butBidding);
        ended += 1;
      }
      return ended;
    },

    async allEndedAt(personId) {
      const at = await redis.get(allEndedKey(personId));
      return at === null ? null : Number(at);
    },

    async whyEnded(secret) {
      if (secret.length > 100) return null;
      return (await redis.get(endKey(handleOf(secret)))) as SessionEnd | null;
    },

    async changePerson(personId, data) {
      for (const handle of await handlesOf(personId)) {
        const changed = await change(handle, (read) => ({ ...read, person: { ...read.person, ...data } }));
        if (changed) await announce({ handle, personId, kind: 'changed' });
      }
    },

    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async close() {
      listeners.clear();
      subscriber.disconnect();
    },
  };
  return store;
}
