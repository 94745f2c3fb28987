import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callServer } from '../../fixtures/app.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { roomBidders } from '../../fixtures/room-bidders.ts';
import { testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

/** Staff name a person by the id in capitals, which the database takes for the same and texts do not. */
const REASON = 'Hujjatlar soxta chiqdi';

const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;
let nodira: string;
let nodiraId: string;

beforeAll(async () => {
  database = await testDatabase();
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '100' });
  people = peopleOf(redis, () => database);
  const signedIn = await people.signIn({ name: 'Nodira', roles: ['operator'] });
  nodira = signedIn.cookie;
  nodiraId = signedIn.person.personId;
});
afterAll(async () => {
  await people.close();
  await platform.stop();
  await database.close();
});

const stage = roomBidders({
  platform: () => platform,
  database: () => database,
  people: () => people,
  staff: () => nodira,
});
const { runningSale, bid } = stage;
const call = (method: string, path: string, cookie: string, body?: unknown) =>
  callServer(platform.url, method, path, { cookie, ...(body === undefined ? {} : { body }) });
/** Somebody with an account who bids in a running room. */
async function rival() {
  const personId = randomUUID();
  await database.pool.query(
    `insert into person (id, issuer, subject, kind, name, language, roles)
     values ($1::uuid, 'https://id.example', $1::uuid::text, 'natural', 'Rival', 'uz', '{buyer}')`,
    [personId],
  );
  const running = await runningSale();
  const here = await stage.bidder(running, 0, { personId });
  await stage.admitted(here);
  return { personId, running, here };
}

const decide = (what: 'disable' | 'enable', personId: string) =>
  call('POST', `/api/console/accounts/${personId}/${what}`, nodira, { reason: REASON, evidence: 'Letter 5' });

test('one member of staff ends no bidding in a running room', async () => {
  const { personId, running, here } = await rival();
  const { status } = await decide('disable', personId.toUpperCase());
  expect([200, 400, 404]).toContain(status);
  expect(await bid(here, running, 100_000_00)).toMatchObject({ verdict: 'accepted' });
});

test('no one opens an account of their own that a colleague has shut', async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into person (issuer, subject, kind, name, language, roles, disabled_at)
     values ('https://id.example', $1, 'natural', 'Nodira', 'uz', '{buyer}', now()) returning id`,
    [randomUUID()],
  );
  const own = rows[0]!.id;
  await database.pool.query(`update person set pinfl = '30101000000005' where id = any($1)`, [
    [nodiraId, own],
  ]);
  expect((await decide('enable', own)).status).toBe(403);
  expect((await decide('enable', own.toUpperCase())).status).not.toBe(200);
});
