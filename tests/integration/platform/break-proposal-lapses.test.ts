import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callServer } from '../../fixtures/app.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

// Two persons let rooms go on: the second one does not choose by the hour of their answer who is awake.

const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;

beforeAll(async () => {
  database = await testDatabase();
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '100' });
  people = peopleOf(redis, () => database);
});
afterAll(async () => {
  await people.close();
  await platform.stop();
  await database.close();
});

const REASON = 'Texnik nosozlik tekshirilmoqda';

test('rooms that one person proposed to let go on at once do not go on by the word of another one hours later', async () => {
  const operator = async (name: string) =>
    (await people.signIn({ personId: randomUUID(), name, roles: ['operator'] })).cookie;
  const [nodira, jasur] = [await operator('Nodira'), await operator('Jasur')];
  const post = (path: string, cookie: string, body: object = {}) =>
    callServer(platform.url, 'POST', path, { cookie, body });
  const { body: begun } = await post('/api/console/technical-breaks', nodira, { reason: REASON });
  const proposed = await post('/api/console/decisions/propose', nodira, {
    kind: 'end-technical-break',
    payload: { breakId: begun.id, resumeAtMs: null },
    reason: REASON,
    document: null,
  });
  expect(proposed.status).toBe(200);
  // It was three in the afternoon, and is three in the night. A request about a single room ends within half an hour.
  await database.pool.query(
    `update decision set proposed_at = proposed_at - interval '12 hours', expires_at = expires_at - interval '12 hours' where id = $1`,
    [proposed.body.id],
  );
  const { status } = await callServer(
    platform.url,
    'POST',
    `/api/console/decisions/${proposed.body.id}/decide`,
    { cookie: jasur },
  );
  expect(status).not.toBe(200);
});
