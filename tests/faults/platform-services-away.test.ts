import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '#server/platform/database/index.ts';
import { fired } from '../fixtures/fault.ts';
import { callServer } from '../fixtures/app.ts';
import { publishTestLot } from '../fixtures/lots.ts';
import { startPlatform, type PlatformProcess } from '../fixtures/platform-process.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { startOwnPostgres, type OwnPostgres } from '../fixtures/postgres-server.ts';
import { startRedis, type OwnRedis } from '../fixtures/redis-server.ts';
import { eventually, testRedis, type TestDatabase, type TestRedis } from '../fixtures/services.ts';

let postgres: OwnPostgres;
let auctionRedis: OwnRedis;
let jobsRedis: OwnRedis;
let database: TestDatabase;
let redis: TestRedis;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;
let lotId: number;
let cookie: string;
let bids = 0;

beforeAll(async () => {
  [postgres, auctionRedis, jobsRedis] = await Promise.all([
    startOwnPostgres(),
    startRedis(),
    startRedis({ aof: true }),
  ]);
  database = { ...createDatabase({ url: postgres.url }), url: postgres.url, ownerUrl: postgres.ownerUrl };
  redis = { ...testRedis(), auctionUrl: auctionRedis.url, jobsUrl: jobsRedis.url };
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '1000' });
  people = peopleOf(redis, () => database);
  ({ cookie } = await people.signIn());
  lotId = await publishTestLot(database);
  await eventually(async () => {
    const answer = await call('POST', '/api/shop/user-order/join-practice', { lotId });
    return answer.body.verdict === 'admitted';
  }, 'the admission');
});
afterAll(async () => {
  await people?.close();
  await platform?.stop();
  await database?.close();
  await Promise.all([postgres, auctionRedis, jobsRedis].map((service) => service?.stop()));
});

const call = (method: string, path_: string, body?: unknown) =>
  callServer(platform.url, method, path_, { cookie, ...(body === undefined ? {} : { body }) });

/** A bid that gets a verdict from the room proves script, journal, feed and answer at once. */
async function judged(): Promise<boolean> {
  bids += 1;
  const bid = { lotId, bidId: `services-away-${bids}`, amountTiyin: 100_000_00 };
  const { status, body } = await call('POST', '/api/shop/game-view/place', bid);
  return (
    status === 200 && (body.verdict === 'accepted' || ['already-leading', 'suspended'].includes(body.reason))
  );
}

const ready = async () => (await callServer(platform.url, 'GET', '/readyz/bids')).status === 200;

async function survives(what: string, away: () => Promise<void>, back: () => Promise<void>): Promise<void> {
  await eventually(judged, 'a judged bid before', 30_000);
  await away();
  await eventually(
    async () => {
      const { status, body } = await callServer(platform.url, 'GET', '/readyz/bids');
      return status === 503 && [...body.problems, ...body.bids.problems].join(' ').includes(what);
    },
    `${what} to be missed`,
    20_000,
  );
  expect((await callServer(platform.url, 'GET', '/healthz')).status).toBe(200);
  await back();
  await eventually(ready, 'readiness', 20_000);
  await eventually(judged, 'a judged bid afterwards', 30_000);
  expect(platform.child.exitCode).toBeNull();
  expect(platform.output()).not.toContain('"msg":"unexpected');
}

test('the process outlives a PostgreSQL that is killed and comes back', () =>
  survives(
    'postgresql',
    () => postgres.kill(),
    () => postgres.restart(),
  ));

test('the process outlives an auction Redis that is killed and comes back empty', () =>
  survives(
    'auction redis',
    () => auctionRedis.kill(),
    () => auctionRedis.restart('empty'),
  ));

test('F22 the process outlives a jobs Redis that is killed, and sessions are still there', async (ctx) => {
  await survives(
    'jobs redis',
    () => jobsRedis.kill(),
    () => jobsRedis.restart('aof'),
  );
  fired(ctx, 'F22', 1);
});
