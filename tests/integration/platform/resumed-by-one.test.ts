import { afterAll, beforeAll, expect, test } from 'vitest';
import { callServer } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;
let operator: string;

beforeAll(async () => {
  database = await testDatabase();
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '100' });
  people = peopleOf(redis, () => database);
  operator = (await people.signIn({ name: 'Nodira', roles: ['operator'] })).cookie;
});
afterAll(async () => {
  await people.close();
  await platform.stop();
  await database.close();
});

const post = (path: string, body: unknown) => callServer(platform.url, 'POST', path, { cookie: operator, body });
const REASON = 'Texnik nosozlik tekshirilmoqda';

async function inPhase(lotId: number, phase: string) {
  await eventually(async () => {
    const { body } = await callServer(platform.url, 'GET', '/api/console/rooms', { cookie: operator });
    return body.rooms.some((room: { lotId: number; phase: string }) => room.lotId === lotId && room.phase === phase);
  }, `the room to be ${phase}`);
}

// Who chooses the instant chooses who is awake: a friend wins while the rivals sleep.
test.each([
  ['a room', async (lotId: number, atMs: number) => {
    await post(`/api/console/rooms/${lotId}/suspend`, { reason: REASON });
    return post(`/api/console/rooms/${lotId}/resume`, { reason: REASON, atMs });
  }],
  ['every room', async (_: number, atMs: number) => {
    const { body } = await post('/api/console/technical-breaks', { reason: REASON });
    return post(`/api/console/technical-breaks/${body.id}/end`, { reason: REASON, atMs });
  }],
])('one member of staff alone does not choose when %s goes on', async (_, suspendAndResume) => {
  const lotId = await publishTestLot(database, { opensInMs: 100, lengthMs: 3_600_000 });
  await inPhase(lotId, 'running');
  const answer = await suspendAndResume(lotId, Date.now() + 120_000);
  expect(answer.status).not.toBe(200);
});
