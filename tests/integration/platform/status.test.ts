import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionCookieName } from '#server/platform/sessions/index.ts';
import type { PlatformStatus } from '#shared/api/site/status.ts';
import { startFaultyProxy, type FaultyProxy } from '../../fixtures/faulty-proxy.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const WAIT_MS = 40_000;
/** Of somebody: sessions cannot be read for it while their Redis is away. */
const COOKIE = `${sessionCookieName(false)}=${'a'.repeat(43)}`;

let database: TestDatabase;
let postgres: FaultyProxy;
let jobs: FaultyProxy;
let platform: PlatformProcess;

const through = (url: string, proxy: FaultyProxy): string => {
  const changed = new URL(url);
  changed.hostname = '127.0.0.1';
  changed.port = String(proxy.port);
  return changed.href;
};

beforeAll(async () => {
  database = await testDatabase();
  const redis = testRedis();
  postgres = await startFaultyProxy(Number(new URL(database.url).port || 5_432));
  jobs = await startFaultyProxy(Number(new URL(redis.jobsUrl).port));
  platform = await startPlatform(
    { database, redis },
    { DATABASE_URL: through(database.url, postgres), JOBS_REDIS_URL: through(redis.jobsUrl, jobs) },
  );
});
afterAll(async () => {
  await platform.stop();
  await postgres.close();
  await jobs.close();
  await database.close();
});

async function status(): Promise<PlatformStatus> {
  const answer = await fetch(`${platform.url}/api/shop/status`, { headers: { cookie: COOKIE } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as PlatformStatus;
}
const states = async () => Object.fromEntries((await status()).parts.map(({ part, state }) => [part, state]));

test('the status is answered with PostgreSQL and the Redis of sessions away, as it was last known', async () => {
  await database.pool.query(
    `insert into service_level_hour (level, hour, source, good, total) values ('bids', now(), 'a', 7, 8)`,
  );
  await expect
    .poll(states, { timeout: WAIT_MS, interval: 1_000 })
    .toMatchObject({ site: 'working', bids: 'working' });
  const before = await status();
  expect(before).toMatchObject({ isStale: false });
  expect(before.levels.find(({ level }) => level === 'bids')?.total.at(-1)).toBeGreaterThanOrEqual(8);
  // No process of the sign-in site runs here.
  expect(await states()).toMatchObject({ 'sign-in': 'disturbed' });

  await jobs.close();
  await postgres.close();
  await expect
    .poll(states, { timeout: WAIT_MS, interval: 1_000 })
    .toMatchObject({ site: 'disturbed', bids: 'disturbed', 'sign-in': 'disturbed' });
  const after = await status();
  expect(after).toMatchObject({ isStale: true, levels: before.levels });
  expect(after.readAtMs).not.toBeNull();
});
