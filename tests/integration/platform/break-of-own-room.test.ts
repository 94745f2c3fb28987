import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTradeApplicationsRepository } from '#server/domains/trade/trade-applications/index.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { callServer } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

// Who bids in a room does not stop it as a member of staff, nor by stopping all rooms.

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
const FIRST = '3010190770001';
const PINFL = `${FIRST}${pinflCheckDigit(FIRST)}`;

let phones = 1_000_000;

async function account(roles: string[], pinfl: string | null = PINFL): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into person (issuer, subject, kind, name, phone, pinfl, language, roles)
     values ('test', $1, 'natural', 'Somebody', $2, $3, 'uz', $4) returning id`,
    [randomUUID(), `+99894${(phones += 1)}`, pinfl, roles],
  );
  return rows[0]!.id;
}

test('a member of staff who takes part in a room neither begins nor ends a break of all rooms', async () => {
  const [bidder, staff] = [await account(['buyer']), await account(['operator'])];
  const { cookie } = await people.signIn({ personId: staff, name: 'Nodira', roles: ['operator'] });
  const lotId = await publishTestLot(database, { ruleSet: 'private', opensInMs: 100, lengthMs: 3_600_000 });
  await createTradeApplicationsRepository(database.db).request(lotId, bidder, 500_00);
  const post = (path: string) => callServer(platform.url, 'POST', path, { cookie, body: { reason: REASON } });
  await eventually(async () => {
    const { body } = await callServer(platform.url, 'GET', '/api/console/rooms', { cookie });
    return (body.rooms as { lotId: number; phase: string }[]).some(
      (shown) => shown.lotId === lotId && shown.phase === 'running',
    );
  }, 'the room is running');
  expect((await post(`/api/console/rooms/${lotId}/suspend`)).status).toBe(403);
  expect((await post('/api/console/technical-breaks')).status).toBe(403);
  const colleague = await account(['operator'], null);
  const signedIn = await people.signIn({ personId: colleague, name: 'Botir', roles: ['operator'] });
  const begun = await callServer(platform.url, 'POST', '/api/console/technical-breaks', {
    cookie: signedIn.cookie,
    body: { reason: REASON },
  });
  expect(begun.status).toBe(200);
  const end = `/api/console/technical-breaks/${String(begun.body.id)}/end`;
  expect((await post(end)).status).toBe(403);
  const decisions = (path: string, by: string, body: object = {}) =>
    callServer(platform.url, 'POST', `/api/console/decisions/${path}`, { cookie: by, body });
  const proposal = {
    kind: 'end-technical-break',
    payload: { breakId: begun.body.id, resumeAtMs: null },
    reason: REASON,
    document: null,
  };
  expect((await decisions('propose', cookie, proposal)).status).toBe(403);
  const proposed = await decisions('propose', signedIn.cookie, proposal);
  expect(proposed.status).toBe(200);
  const own = await decisions(`${String(proposed.body.id)}/decide`, cookie);
  expect([own.status, own.body.ERROR.code]).toEqual([403, 'decisions.own-interest']);
  const ended = await callServer(platform.url, 'POST', end, {
    cookie: signedIn.cookie,
    body: { reason: REASON },
  });
  expect(ended.status).toBe(200);
});
