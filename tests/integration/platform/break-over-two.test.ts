import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callServer } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

// Two persons have chosen the instant at which rooms go on: a break of all rooms that one person begins and ends is not the way around.

const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;
let nodira: string;
let jasur: string;

beforeAll(async () => {
  database = await testDatabase();
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '100' });
  people = peopleOf(redis, () => database);
  const operator = async (name: string) =>
    (await people.signIn({ personId: randomUUID(), name, roles: ['operator'] })).cookie;
  nodira = await operator('Nodira');
  jasur = await operator('Jasur');
});
afterAll(async () => {
  await people.close();
  await platform.stop();
  await database.close();
});

const REASON = 'Texnik nosozlik tekshirilmoqda';
const post = (path: string, cookie: string, body: object = {}) =>
  callServer(platform.url, 'POST', path, { cookie, body });
const inAnHour = () => Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000;

type Shown = { lotId: number; phase: string; resumeAtMs: number | null };
const shownOf = async (lotId: number) => {
  const { body } = await callServer(platform.url, 'GET', '/api/console/rooms', { cookie: nodira });
  return (body.rooms as Shown[]).find((shown) => shown.lotId === lotId);
};
const onBoard = (lotId: number, is: (shown: Shown) => boolean) =>
  eventually(async () => {
    const shown = await shownOf(lotId);
    return shown !== undefined && is(shown);
  }, 'the room on the board');

/** An hour from now, for a room that is paused. */
async function twoChoose(lotId: number): Promise<number> {
  const atMs = inAnHour();
  const { body } = await post(`/api/console/rooms/${lotId}/resume-request`, nodira, { reason: REASON, atMs });
  const approved = await post(`/api/console/room-requests/${body.requestId}/approve`, jasur);
  expect(approved.body).toEqual({ verdict: 'done' });
  await onBoard(lotId, ({ resumeAtMs }) => resumeAtMs === atMs);
  return atMs;
}

async function scheduledRoom(): Promise<{ lotId: number; atMs: number }> {
  const lotId = await publishTestLot(database, { opensInMs: 100, lengthMs: 3_600_000 });
  await onBoard(lotId, ({ phase }) => phase === 'running');
  expect((await post(`/api/console/rooms/${lotId}/suspend`, nodira, { reason: REASON })).body).toEqual({
    verdict: 'done',
  });
  const atMs = await twoChoose(lotId);
  // The pause has lasted for hours.
  await database.pool.query(
    `update auction_interruption set began_us = began_us - 7200000000 where lot_id = $1 and ended_us is null`,
    [lotId],
  );
  const alone = await post(`/api/console/rooms/${lotId}/resume`, nodira, { reason: REASON });
  expect(alone.body.ERROR.code).toBe('console-rooms.takes-two');
  return { lotId, atMs };
}

test('a break of all rooms by one person does not bring forward the instant that two have chosen', async () => {
  const { lotId, atMs } = await scheduledRoom();
  const { body: begun } = await post('/api/console/technical-breaks', nodira, { reason: REASON });
  await post(`/api/console/technical-breaks/${begun.id}/end`, nodira, { reason: REASON });
  // Whatever one person does, it goes on at the instant that two have chosen, or waits for two.
  const shown = await eventually(async () => {
    const { body } = await callServer(platform.url, 'GET', '/api/console/technical-breaks', {
      cookie: nodira,
    });
    const row = (body.breaks as { id: number; overAtMs: number | null; waiting: number }[]).find(
      ({ id }) => id === begun.id,
    );
    return row?.overAtMs === null ? null : await shownOf(lotId);
  }, 'the break is over');
  expect(shown).toMatchObject({ phase: 'paused' });
  expect([atMs, null]).toContain(shown.resumeAtMs);
});

test('an instant that two choose for one room during the break stays, and the other rooms go on', async () => {
  const [one, other] = [
    await publishTestLot(database, { opensInMs: 100, lengthMs: 3_600_000 }),
    await publishTestLot(database, { opensInMs: 100, lengthMs: 3_600_000 }),
  ];
  for (const lotId of [one, other]) await onBoard(lotId, ({ phase }) => phase === 'running');
  const { body: begun } = await post('/api/console/technical-breaks', nodira, { reason: REASON });
  await onBoard(one, ({ phase }) => phase === 'paused');
  const atMs = await twoChoose(one);
  const { body: over } = await post(`/api/console/technical-breaks/${begun.id}/end`, nodira, {
    reason: REASON,
  });
  expect(over.problems).toContainEqual({ lotId: one, result: 'decided-apart' });
  expect(await shownOf(one)).toMatchObject({ phase: 'paused', resumeAtMs: atMs });
  await onBoard(other, ({ phase }) => phase === 'running');
});

test('short pauses of one room and of all rooms, one after the other, are one long pause that two end', async () => {
  const lotId = await publishTestLot(database, { opensInMs: 100, lengthMs: 3_600_000 });
  await onBoard(lotId, ({ phase }) => phase === 'running');
  for (const verb of ['suspend', 'resume'])
    expect((await post(`/api/console/rooms/${lotId}/${verb}`, nodira, { reason: REASON })).body).toEqual({
      verdict: 'done',
    });
  await database.pool.query(
    `update room_action set done_at = done_at - interval '20 minutes' where lot_id = $1`,
    [lotId],
  );
  const { body: begun } = await post('/api/console/technical-breaks', nodira, { reason: REASON });
  await onBoard(lotId, ({ phase }) => phase === 'paused');
  const { body: over } = await post(`/api/console/technical-breaks/${begun.id}/end`, nodira, {
    reason: REASON,
  });
  expect(over.problems).toContainEqual({ lotId, result: 'decided-apart' });
  expect(await shownOf(lotId)).toMatchObject({ phase: 'paused', resumeAtMs: null });
  const { body } = await post(`/api/console/rooms/${lotId}/resume-request`, nodira, { reason: REASON });
  await post(`/api/console/room-requests/${body.requestId}/approve`, jasur);
  await onBoard(lotId, ({ phase }) => phase === 'running');
});
