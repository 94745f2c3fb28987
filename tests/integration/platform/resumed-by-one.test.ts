import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callServer } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

// Who chooses the instant chooses who is awake: a friend wins while the rivals sleep.

const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;
let nodira: string;
let jasur: string;
let aziz: string;

beforeAll(async () => {
  database = await testDatabase();
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '100' });
  people = peopleOf(redis, () => database);
  const operator = async (name: string) =>
    (await people.signIn({ personId: randomUUID(), name, roles: ['operator'] })).cookie;
  nodira = await operator('Nodira');
  jasur = await operator('Jasur');
  aziz = await operator('Aziz');
});
afterAll(async () => {
  await people.close();
  await platform.stop();
  await database.close();
});

const REASON = 'Texnik nosozlik tekshirilmoqda';
const post = (path: string, cookie: string, body: object = {}) =>
  callServer(platform.url, 'POST', path, { cookie, body });
const room = (lotId: number, what: string, cookie: string, body: object = {}) =>
  post(`/api/console/rooms/${lotId}/${what}`, cookie, { reason: REASON, ...body });
const approve = (requestId: number, cookie: string) =>
  callServer(platform.url, 'POST', `/api/console/room-requests/${requestId}/approve`, { cookie });
const inAnHour = () => Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000;

type Shown = { lotId: number; phase: string; resumeAtMs: number | null };
const onBoard = (lotId: number, is: (shown: Shown) => boolean) =>
  eventually(async () => {
    const { body } = await callServer(platform.url, 'GET', '/api/console/rooms', { cookie: nodira });
    return (body.rooms as Shown[]).some((shown) => shown.lotId === lotId && is(shown));
  }, 'the room on the board');
async function runningRoom(): Promise<number> {
  const lotId = await publishTestLot(database, { opensInMs: 100, lengthMs: 3_600_000 });
  await onBoard(lotId, ({ phase }) => phase === 'running');
  return lotId;
}
async function pausedRoom(): Promise<number> {
  const lotId = await runningRoom();
  expect((await room(lotId, 'suspend', nodira)).body).toEqual({ verdict: 'done' });
  return lotId;
}
/** What staff did to the room so far was so long ago. */
const longAgo = (lotId: number) =>
  database.pool.query(`update room_action set done_at = done_at - interval '20 minutes' where lot_id = $1`, [
    lotId,
  ]);

describe('a room that staff have paused', () => {
  test('goes on now by one person, and at an instant only by two', async () => {
    const lotId = await pausedRoom();
    expect((await room(lotId, 'resume', nodira, { atMs: inAnHour() })).status).toBe(400);
    for (const atMs of [Date.now() + 5_000, Date.now() + 40 * 86_400_000])
      expect((await room(lotId, 'resume-request', nodira, { atMs })).body.ERROR.code).toBe(
        'console-rooms.resume-at',
      );
    const atMs = inAnHour();
    const { body } = await room(lotId, 'resume-request', nodira, { atMs });
    expect((await approve(body.requestId, nodira)).body.ERROR.code).toBe('console-rooms.second-person');
    await onBoard(lotId, ({ resumeAtMs }) => resumeAtMs === null);
    expect((await approve(body.requestId, jasur)).body).toEqual({ verdict: 'done' });
    await onBoard(lotId, ({ resumeAtMs }) => resumeAtMs === atMs);
    expect((await room(lotId, 'resume', nodira)).body).toEqual({ verdict: 'done' });
    await onBoard(lotId, ({ phase }) => phase === 'running');
  });

  test('does not go on at an instant that passed before it was approved', async () => {
    const lotId = await pausedRoom();
    const { body } = await room(lotId, 'resume-request', nodira, { atMs: inAnHour() });
    await database.pool.query(
      `update room_request set resume_at = now() - interval '1 minute' where id = $1`,
      [body.requestId],
    );
    expect((await approve(body.requestId, jasur)).body.ERROR.code).toBe('console-rooms.expired');
  });

  test('goes on after a long pause only by two, also where one person made it of several short ones', async () => {
    const lotId = await pausedRoom();
    expect((await room(lotId, 'resume', nodira)).body).toEqual({ verdict: 'done' });
    await longAgo(lotId);
    expect((await room(lotId, 'suspend', nodira)).body).toEqual({ verdict: 'done' });
    const alone = await room(lotId, 'resume', jasur);
    expect([alone.status, alone.body.ERROR.code]).toEqual([409, 'console-rooms.takes-two']);
    const { body } = await room(lotId, 'resume-request', nodira);
    expect((await approve(body.requestId, jasur)).body).toEqual({ verdict: 'done' });
    await onBoard(lotId, ({ phase }) => phase === 'running');
    // What two have decided is over: a new pause is short again.
    expect((await room(lotId, 'suspend', nodira)).body).toEqual({ verdict: 'done' });
    expect((await room(lotId, 'resume', nodira)).body).toEqual({ verdict: 'done' });
  });
});

test('one member of staff puts the end of a room off by three pauses, also those that call off what two have chosen', async () => {
  const lotId = await pausedRoom();
  for (let pause = 1; pause < 3; pause += 1) {
    const { body } = await room(lotId, 'resume-request', nodira, { atMs: inAnHour() });
    expect((await approve(body.requestId, jasur)).body).toEqual({ verdict: 'done' });
    expect((await room(lotId, 'suspend', nodira)).body).toEqual({ verdict: 'done' });
  }
  const { body } = await room(lotId, 'resume-request', nodira);
  expect((await approve(body.requestId, jasur)).body).toEqual({ verdict: 'done' });
  const again = await room(lotId, 'suspend', nodira);
  expect([again.status, again.body.ERROR?.code]).toEqual([409, 'console-rooms.suspended-before']);
  await onBoard(lotId, ({ phase }) => phase === 'running');
  expect((await room(lotId, 'suspend', jasur)).body).toEqual({ verdict: 'done' });
  await database.pool.query(
    `update room_action set done_at = done_at - interval '13 hours' where lot_id = $1`,
    [lotId],
  );
  expect((await room(lotId, 'suspend', nodira)).body).toEqual({ verdict: 'done' });
});

test('twenty pauses of a room at one instant by one member of staff are three, and a colleague may still pause it', async () => {
  const lotId = await runningRoom();
  const answers = await Promise.all(Array.from({ length: 20 }, () => room(lotId, 'suspend', nodira)));
  expect(answers.filter(({ body }) => body.verdict === 'done')).toHaveLength(3);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused.map(({ body }) => body.ERROR.code)).toEqual(
    Array.from({ length: 17 }, () => 'console-rooms.suspended-before'),
  );
  const { rows } = await database.pool.query(
    `select count(*)::int as made from room_action where lot_id = $1 and action = 'suspend' and result = 'done'`,
    [lotId],
  );
  expect(rows).toEqual([{ made: 3 }]);
  expect((await room(lotId, 'suspend', jasur)).body).toEqual({ verdict: 'done' });
});

test('one member of staff turns down three requests that a room goes on', async () => {
  const lotId = await pausedRoom();
  const refuse = async (cookie: string) => {
    const { body } = await room(lotId, 'resume-request', jasur);
    const path = `/api/console/room-requests/${body.requestId}/reject`;
    return (await callServer(platform.url, 'POST', path, { cookie })).body.ERROR?.code;
  };
  for (let request = 1; request <= 3; request += 1) expect(await refuse(nodira)).toBeUndefined();
  expect(await refuse(nodira)).toBe('console-rooms.rejected-before');
  expect(await refuse(jasur)).toBeUndefined();
});

test('four requests that are turned down at one instant by one person are three', async () => {
  const lotId = await pausedRoom();
  const asked = [
    await room(lotId, 'resume-request', jasur),
    await room(lotId, 'extend', jasur, { minutes: 5 }),
    await room(lotId, 'withdraw', jasur),
    await room(lotId, 'resume-request', aziz),
  ];
  // All of them are judged before the first one is written.
  const holder = await database.pool.connect();
  await holder.query('begin');
  await holder.query('select from room_request where lot_id = $1 for update', [lotId]);
  const refusing = asked.map(({ body }) =>
    callServer(platform.url, 'POST', `/api/console/room-requests/${body.requestId}/reject`, {
      cookie: nodira,
    }),
  );
  await waitsForLock(database, asked.length);
  await holder.query('commit');
  holder.release();
  const answers = await Promise.all(refusing);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.ERROR.code).toBe('console-rooms.rejected-before');
});

test('four equal requests of one person at one instant are one, and another of its kind waits until that is decided', async () => {
  const lotId = await runningRoom();
  const ask = (minutes: number, cookie = jasur) => room(lotId, 'extend', cookie, { minutes });
  const four = await Promise.all(Array.from({ length: 4 }, () => ask(5)));
  const ids = new Set(four.map(({ body }) => body.requestId));
  expect([...ids]).toEqual([expect.any(Number)]);
  const other = await ask(60);
  expect([other.status, other.body.ERROR?.code]).toEqual([409, 'console-rooms.asked-already']);
  // A colleague may ask for something else meanwhile, and so may the same person about other things.
  expect((await ask(60, aziz)).status).toBe(200);
  expect((await room(lotId, 'withdraw', jasur)).status).toBe(200);
  expect((await approve([...ids][0], nodira)).body).toEqual({ verdict: 'done' });
  expect((await ask(60)).status).toBe(200);
});

test('requests of one person, however many, do not hide those of colleagues', async () => {
  const lotId = await pausedRoom();
  await database.pool.query(
    `insert into room_request (lot_id, kind, minutes, reason, requested_by, requested_by_name, expires_at)
     select $1, 'extend', n, 'Yana vaqt kerak', $2, 'Jasur', now() + interval '30 minutes' from generate_series(1, 300) n`,
    [lotId, randomUUID()],
  );
  const { body: asked } = await room(lotId, 'resume-request', aziz);
  const { body: shown } = await callServer(platform.url, 'GET', '/api/console/room-requests', {
    cookie: nodira,
  });
  const ids = (shown as { id: number }[]).map(({ id }) => id);
  expect(ids).toContain(asked.requestId);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  await database.pool.query(`delete from room_request where reason = 'Yana vaqt kerak'`);
});

test('one member of staff begins three breaks of all rooms within hours', async () => {
  const begin = (cookie: string) => post('/api/console/technical-breaks', cookie, { reason: REASON });
  for (let number = 1; number <= 3; number += 1) {
    const { body } = await begin(jasur);
    expect(
      (await post(`/api/console/technical-breaks/${body.id}/end`, nodira, { reason: REASON })).status,
    ).toBe(200);
  }
  const again = await begin(jasur);
  expect([again.status, again.body.ERROR?.code]).toEqual([409, 'technical-breaks.begun-before']);
});

test('every room goes on after a long technical break, or at an instant, only by two', async () => {
  const lotId = await runningRoom();
  const { body: begun } = await post('/api/console/technical-breaks', nodira, { reason: REASON });
  await onBoard(lotId, ({ phase }) => phase === 'paused');
  const end = (cookie: string, body: object = {}) =>
    post(`/api/console/technical-breaks/${begun.id}/end`, cookie, { reason: REASON, ...body });
  expect((await end(nodira, { atMs: inAnHour() })).status).toBe(400);
  await database.pool.query(
    `update technical_break set begun_at = begun_at - interval '20 minutes' where id = $1`,
    [begun.id],
  );
  const alone = await end(nodira);
  expect([alone.status, alone.body.ERROR.code]).toEqual([409, 'technical-breaks.takes-two']);

  const resumeAtMs = inAnHour();
  const payload = { breakId: begun.id, resumeAtMs };
  const proposed = await post('/api/console/decisions/propose', nodira, {
    kind: 'end-technical-break',
    payload,
    reason: REASON,
    document: null,
  });
  const decide = (cookie: string) =>
    callServer(platform.url, 'POST', `/api/console/decisions/${proposed.body.id}/decide`, { cookie });
  expect((await decide(nodira)).status).toBe(403);
  expect((await decide(jasur)).status).toBe(200);
  await onBoard(lotId, (shown) => shown.resumeAtMs === resumeAtMs);
});
