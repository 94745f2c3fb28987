import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectSubscriber } from '#server/platform/redis/index.ts';
import { cookieFromHeader, createSessionStore, type SessionStore } from '#server/platform/sessions/index.ts';
import type { SessionChange } from '#server/platform/sessions/session-store.ts';
import { somebody } from '../../fixtures/app.ts';
import { eventually, testJobsRedis, type TestJobsRedis } from '../../fixtures/services.ts';

let jobs: TestJobsRedis;
let sessions: SessionStore;
let otherNode: SessionStore;

beforeAll(() => {
  jobs = testJobsRedis();
  sessions = createSessionStore(jobs.redis, jobs.subscriber, jobs.namespace);
  otherNode = createSessionStore(jobs.redis, connectSubscriber(jobs.url), jobs.namespace);
});
afterAll(async () => {
  await sessions.close();
  await otherNode.close();
  jobs.close();
});

describe('a session', () => {
  test('is found by its secret only, of which nothing is stored', async () => {
    const { secret, session } = await sessions.create(somebody());
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(await sessions.read(secret)).toEqual(session);
    expect(await sessions.read(session.handle)).toBeNull();
    expect(await sessions.read(undefined)).toBeNull();
    const keys = await jobs.redis.keys(`${jobs.namespace}*`);
    expect(keys.join()).not.toContain(secret);
    // Of other types there are indexes of handles.
    const texts = (await jobs.redis.mget(keys)).filter((text) => text !== null);
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.join()).not.toContain(secret);
  });

  test('has a new secret at every sign-in', async () => {
    const person = somebody();
    const made = await Promise.all([sessions.create(person), sessions.create(person)]);
    expect(made[0].secret).not.toBe(made[1].secret);
    expect(await sessions.list(person.personId)).toHaveLength(2);
  });

  test('that has ended is gone at once, and every node hears of it within two seconds', async () => {
    const { secret, session } = await sessions.create(somebody());
    const heard: SessionChange[] = [];
    otherNode.onChange((change) => heard.push(change));
    const endedAt = performance.now();
    await sessions.end(session.handle);
    expect(await sessions.read(secret)).toBeNull();
    await eventually(
      () => heard.some((change) => change.handle === session.handle && change.kind === 'ended'),
      'the news',
    );
    expect(performance.now() - endedAt).toBeLessThan(2_000);
    await sessions.end(session.handle);
  });

  test('ends with all others of the person except the one named', async () => {
    const person = somebody();
    const stored = await sessions.create(person);
    const lost = await Promise.all([sessions.create(person), sessions.create(person)]);
    const stranger = await sessions.create(somebody());
    expect(await sessions.endAll(person.personId, { except: stored.session.handle })).toBe(2);
    for (const { secret } of lost) expect(await sessions.read(secret)).toBeNull();
    expect(await sessions.read(stored.secret)).not.toBeNull();
    expect(await sessions.read(stranger.secret)).not.toBeNull();
  });

  test('is one of ten at most: a further one ends the oldest, on every node, also when many come at once', async () => {
    const person = somebody();
    const first = await sessions.create(person);
    const createdMs = Date.now();
    // Age is in whole milliseconds: a session of the same one would be as old as the first.
    await eventually(() => Date.now() > createdMs, 'the next millisecond');
    const heard: string[] = [];
    const stop = otherNode.onChange(({ handle, kind }) => void heard.push(`${kind} ${handle}`));
    for (let i = 0; i < 9; i += 1) expect((await sessions.create(person)).displaced).toBe(0);
    expect(await sessions.read(first.secret)).not.toBeNull();
    expect((await sessions.create(person)).displaced).toBe(1);
    expect(await sessions.read(first.secret)).toBeNull();
    await eventually(() => heard.includes(`ended ${first.session.handle}`), 'the end of the oldest');
    stop();
    const last = await Promise.all(Array.from({ length: 8 }, () => sessions.create(person)));
    expect(await sessions.list(person.personId)).toHaveLength(10);
    expect(await sessions.read(last[0]?.secret)).not.toBeNull();
  });

  test('learns of changed roles at once', async () => {
    const { secret, session } = await sessions.create(somebody({ roles: ['buyer'] }));
    const heard: SessionChange[] = [];
    otherNode.onChange((change) => heard.push(change));
    await sessions.changePerson(session.person.personId, { roles: ['buyer', 'customer'], language: 'ru' });
    expect((await sessions.read(secret))?.person).toMatchObject({
      roles: ['buyer', 'customer'],
      language: 'ru',
    });
    await eventually(() => heard.some((change) => change.kind === 'changed'), 'the news');
  });

  test('does not come back when it is used at the moment of its end', async () => {
    const { secret, session } = await sessions.create(somebody());
    const key = `${jobs.namespace}session:${session.handle}`;
    const stored = JSON.parse((await jobs.redis.get(key)) ?? '{}') as { touchedAtMs: number };
    await jobs.redis.set(key, JSON.stringify({ ...stored, touchedAtMs: 0 }), 'KEEPTTL');
    await Promise.all([sessions.read(secret), sessions.end(session.handle), sessions.read(secret)]);
    expect(await sessions.read(secret)).toBeNull();
    expect(await jobs.redis.exists(key)).toBe(0);
  });

  /** A node at which the other one changes a session right after this one has read it, once. */
  function held(key: string, meanwhile: () => Promise<unknown>): SessionStore {
    let done = false;
    const redis = new Proxy(jobs.redis, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (name !== 'get') return value.bind(target);
        return async (asked: string) => {
          const text = await target.get(asked);
          if (asked !== key || done) return text;
          done = true;
          await meanwhile();
          return text;
        };
      },
    });
    return createSessionStore(redis, jobs.subscriber, jobs.namespace);
  }

  test('that one member of staff ends but for bidding is not whole again by a call at that instant', async () => {
    const { secret, session } = await sessions.create(somebody());
    const key = `${jobs.namespace}session:${session.handle}`;
    const stored = JSON.parse((await jobs.redis.get(key)) ?? '{}') as object;
    await jobs.redis.set(key, JSON.stringify({ ...stored, touchedAtMs: 0 }), 'KEEPTTL');
    const butBidding = { by: 'staff', lots: [7] };
    const node = held(key, () => otherNode.end(session.handle, butBidding));
    expect(await node.read(secret)).toBeNull();
    expect(await sessions.read(secret)).toBeNull();
    expect(await sessions.readForRooms(secret)).toMatchObject({ bidsOnly: butBidding });
  });

  test('keeps the roles that its person has since another node read it to write something else', async () => {
    const person = somebody({ roles: ['buyer'] });
    const { secret, session } = await sessions.create(person);
    const key = `${jobs.namespace}session:${session.handle}`;
    const node = held(key, () => otherNode.changePerson(person.personId, { roles: [] }));
    await node.changePerson(person.personId, { percentage: 40 });
    expect((await sessions.read(secret))?.person).toMatchObject({ roles: [], percentage: 40 });
  });

  test('past its longest life is none, however lately it was used', async () => {
    const { secret, session } = await sessions.create(somebody());
    const key = `${jobs.namespace}session:${session.handle}`;
    const stored = JSON.parse((await jobs.redis.get(key)) ?? '{}') as object;
    await jobs.redis.set(key, JSON.stringify({ ...stored, endsAtMs: Date.now() - 1 }), 'KEEPTTL');
    expect(await sessions.read(secret)).toBeNull();
  });
});

test('a cookie is read from the raw header of a handshake', () => {
  expect(cookieFromHeader('a=1; savdo_session=xyz; b=2', 'savdo_session')).toBe('xyz');
  expect(cookieFromHeader('not_savdo_session=xyz', 'savdo_session')).toBeUndefined();
  expect(cookieFromHeader(undefined, 'savdo_session')).toBeUndefined();
});
