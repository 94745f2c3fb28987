import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Redis } from 'ioredis';
import type { Logger } from '#server/platform/logging/index.ts';
import { createMetrics } from '#server/platform/metrics/index.ts';
import { createDatabase, weaknessesOfDatabase } from '#server/platform/database/index.ts';
import { weaknessesOfRedis } from '#server/platform/redis/index.ts';
import { readVersion } from '#server/platform/version/index.ts';
import { serveHealth } from '#server/processes/health.ts';
import {
  readinessLooks,
  type BesidesLook,
  type PagesLook,
  type ReadinessLooks,
} from '#server/processes/readiness.ts';
import { AuctionMemoryWatch } from '#server/processes/watch-redis-memory.ts';
import { lookAtServices } from '#server/processes/watch-services.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { startFaultyProxy } from '../../fixtures/faulty-proxy.ts';
import { startRedis } from '../../fixtures/redis-server.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const NOBODY_THERE = 'redis://127.0.0.1:1';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

type Settings = Parameters<typeof readinessLooks>[0];

const settings = (change: Partial<Settings> = {}): Settings => {
  const { auctionUrl, jobsUrl } = testRedis();
  return {
    auctionRedisUrl: auctionUrl,
    auctionRedisCluster: false,
    jobsRedisUrl: jobsUrl,
    test: true,
    demo: false,
    sandboxesAllowed: true,
    ...change,
  };
};

/** Both looks at once. */
async function lookAtAll({ pages, besides }: ReadinessLooks) {
  const [ofPages, rest] = await Promise.all([pages(), besides()]);
  return { ...ofPages, bids: rest.bids, warnings: [...ofPages.warnings, ...rest.warnings] };
}

const look = (change: Partial<Settings> = {}) => lookAtAll(readinessLooks(settings(change), database));

describe('readiness', () => {
  test('is given with everything there, and test settings are only warned of', async () => {
    // A machine that answers late for a moment is not ready, and is a moment later.
    await expect.poll(() => look()).toMatchObject({ ready: true, problems: [] });
    const state = await look();
    expect(state.warnings.join('\n')).toMatch(/fsync is off/);
  });

  test('is refused outside tests for every setting that weakens a promise', async () => {
    const state = await look({ test: false });
    expect(state.ready).toBe(false);
    expect(state.problems.join('\n')).toMatch(
      /fsync is off.*\n.*synchronous_commit is off.*\n.*full_page_writes is off/,
    );
  });

  test.each([
    ['auctionRedisUrl', 'auction redis'],
    ['jobsRedisUrl', 'jobs redis'],
  ] as const)('names a Redis that is away (%s)', async (setting, name) => {
    const state = await look({ [setting]: NOBODY_THERE });
    expect([...state.problems, ...state.bids.problems].join('\n')).toContain(name);
  });

  test('says in plain words, and once, why a server is away', async () => {
    const { bids } = await lookAtAll(
      readinessLooks(settings({ auctionRedisUrl: NOBODY_THERE }), database, () =>
        Promise.reject(new Error('the auction Redis is out of reach')),
      ),
    );
    expect(bids.problems).toEqual(['auction redis: refuses connections']);
    const away = createDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', name: 'away', poolSize: 2 });
    try {
      const { problems } = await readinessLooks(settings(), away).pages();
      expect(problems).toEqual(['postgresql: refuses connections']);
    } finally {
      await away.close();
    }
  });

  test('pages are served without the auction Redis and not without the other one', async () => {
    const noAuction = await look({ auctionRedisUrl: NOBODY_THERE });
    expect(noAuction).toMatchObject({ ready: true, problems: [], bids: { taken: false, partitions: null } });
    expect((await look({ jobsRedisUrl: NOBODY_THERE })).ready).toBe(false);
  });

  test('partitions without a journal hold bids, with the instant since when, and no pages', async () => {
    const lease = {
      owner: 'a',
      clocksApartMs: 0,
      readAtUs: 1_800_000_000_000_000,
      stalled: false,
      stalledSinceUs: null,
      failing: null,
    };
    const looks = readinessLooks(settings(), database, async () => ({
      leases: [
        { ...lease, partition: 0, ageMs: 100 },
        { ...lease, partition: 1, ageMs: 60_000 },
        { ...lease, partition: 2, ageMs: null, owner: null },
      ],
      feedSilentMs: null,
      heldLots: null,
      clockSilentMs: 0,
    }));
    const state = await lookAtAll(looks);
    expect(state).toMatchObject({ ready: true, problems: [] });
    expect(state.bids).toEqual({
      taken: false,
      problems: [expect.stringMatching(/^journal: 2 of 3 partitions \(1, 2\) have no journal for 60\.0 s/)],
      partitions: [
        { partition: 1, since: '2027-01-15T07:59:00.000Z' },
        { partition: 2, since: null },
      ],
    });
  });

  test('is answered while PostgreSQL swallows everything, and says what did not answer', async () => {
    const { hostname, port, username, password, pathname } = new URL(database.url);
    expect(hostname).toMatch(/^(127\.0\.0\.1|localhost)$/);
    const proxy = await startFaultyProxy(Number(port));
    const login = password ? `${username}:${password}` : username;
    const url = `postgres://${login}@127.0.0.1:${proxy.port}${pathname}`;
    const through = createDatabase({ url, name: 'savdo-health', poolSize: 4 });
    const looks = readinessLooks(settings(), through, undefined, async () =>
      (await through.pool.query<{ warning: string }>(`select 'near' as warning`)).rows.map(
        ({ warning }) => warning,
      ),
    );
    const ask = () => lookAtAll(looks);
    try {
      const before = await ask();
      expect(before.ready).toBe(true);
      expect(before.warnings).toContain('near');
      proxy.set({ toServer: { lost: true }, toClient: { lost: true } });
      // The second one finds every connection waiting.
      for (const found of [await ask(), await ask()]) {
        expect(found.ready).toBe(false);
        expect(found.problems).toEqual(['postgresql: no answer within 2000 ms']);
        expect(found.warnings).toContain('files: no answer within 2000 ms');
      }
      expect(proxy.seen().lostBytes).toBeGreaterThan(0);
    } finally {
      proxy.clear();
      await through.close();
      await proxy.close();
    }
  });

  test('warns of an auction Redis without a bound of its memory, and of one that is nearly full', async () => {
    const redis = await startRedis();
    const client = new Redis(redis.url);
    const gauge = createMetrics('memory');
    const lines: string[] = [];
    const logger = {
      error: (_fields: object, line: string) => lines.push(line),
      info: (_fields: object, line: string) => lines.push(line),
    } as unknown as Logger;
    const watch = new AuctionMemoryWatch({ urls: [redis.url], cluster: false, metrics: gauge, logger });
    const warnings = async () => (await look({ auctionRedisUrl: redis.url })).warnings.join('\n');
    const share = async () => (await gauge.auctionRedisMemoryShare.get()).values[0]?.value ?? NaN;
    try {
      expect(await warnings()).toMatch(/auction redis: maxmemory is not set/);
      await client.config('SET', 'maxmemory', '512mb');
      await watch.look();
      expect(await warnings()).not.toMatch(/maxmemory/);
      // Made by the server: what a client sends is for a moment held twice.
      await client.setrange('ballast', 16 * 1_048_576 - 1, 'x');
      const used = Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]);
      await client.config('SET', 'maxmemory', Math.round(used / 0.9));
      await watch.look();
      await watch.look();
      const state = await look({ auctionRedisUrl: redis.url });
      expect(state.ready).toBe(true);
      expect(state.warnings.join('\n')).toMatch(/auction redis: \d\d % of its maxmemory is used/);
      expect(await share()).toBeGreaterThan(0.8);
      await client.del('ballast');
      await watch.look();
      expect(await share()).toBeLessThan(0.8);
      expect(lines).toEqual([
        'the memory of the auction redis is nearly full',
        'the memory of the auction redis has room again',
      ]);
    } finally {
      client.disconnect();
      await redis.stop();
    }
  });

  test('finds the shipped auction Redis with a bound of its memory', async () => {
    expect((await look()).warnings.join('\n')).not.toMatch(/maxmemory/);
  });

  test('the figures say which server is within reach', async () => {
    const { auctionUrl } = testRedis();
    const metrics = createMetrics('reach');
    await lookAtServices({
      config: { auctionRedisUrl: auctionUrl, jobsRedisUrl: NOBODY_THERE },
      database,
      metrics,
    });
    const { values } = await metrics.serviceReachable.get();
    expect(Object.fromEntries(values.map(({ labels, value }) => [labels.service, value]))).toEqual({
      postgresql: 1,
      'auction redis': 1,
      'jobs redis': 0,
    });
  });

  test('the figures of a read replica are those of processes that measure it', async () => {
    const measured = { stalenessMs: 1_500 as number | null, usable: null as boolean | null };
    const { registry } = createMetrics('journal', undefined, {
      stalenessMs: () => measured.stalenessMs,
      usable: () => measured.usable,
      counts: () => ({ replica: 3, failed: 1 }),
    });
    const shown = async (name: string) =>
      (await registry.getSingleMetric(name)!.get()).values.map(({ value }) => value);
    measured.stalenessMs = null;
    expect(await shown('savdo_read_replica_usable')).toEqual([]);
    expect(await shown('savdo_read_replica_staleness_seconds')).toEqual([]);
    Object.assign(measured, { stalenessMs: 1_500, usable: true });
    expect(await shown('savdo_read_replica_usable')).toEqual([1]);
    expect(await shown('savdo_read_replica_staleness_seconds')).toEqual([1.5]);
    expect(await shown('savdo_reads_total')).toEqual([3, 1]);
    measured.usable = false;
    expect(await shown('savdo_read_replica_usable')).toEqual([0]);
    expect(createMetrics('web').registry.getSingleMetric('savdo_read_replica_usable')).toBeUndefined();
  });

  test('names migrations that are missing', async () => {
    const empty = await testDatabase('empty');
    try {
      const { problems } = await readinessLooks(settings(), empty).pages();
      expect(problems).toEqual([expect.stringMatching(/^postgresql: migrations missing: 0001_platform/)]);
    } finally {
      await empty.close();
    }
  });

  test('knows the settings of both Redis roles and of PostgreSQL', () => {
    const good = { version: '7.0.15', maxmemoryPolicy: 'noeviction', appendOnly: true };
    expect(weaknessesOfRedis('jobs', good)).toEqual([]);
    expect(weaknessesOfRedis('auction', { ...good, appendOnly: false })).toEqual([]);
    expect(weaknessesOfRedis('jobs', { ...good, appendOnly: false })).toHaveLength(1);
    expect(weaknessesOfRedis('auction', { ...good, maxmemoryPolicy: 'allkeys-lru' })).toHaveLength(1);
    expect(weaknessesOfRedis('auction', { ...good, partlyUsable: true })).toEqual([]);
    expect(weaknessesOfRedis('auction', { ...good, partlyUsable: false })).toHaveLength(1);
    expect(weaknessesOfRedis('auction', { ...good, version: '6.2.1' })).toHaveLength(1);
    const safe = {
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      server_version_num: '180004',
    };
    expect(weaknessesOfDatabase(safe)).toEqual([]);
    for (const change of [
      { fsync: 'off' },
      { synchronous_commit: 'local' },
      { full_page_writes: 'off' },
      { server_version_num: '170000' },
    ]) {
      expect(weaknessesOfDatabase({ ...safe, ...change })).toHaveLength(1);
    }
  });
});

describe('the health routes', () => {
  let app: TestApp;
  const good: PagesLook = { ready: true, problems: [], warnings: [] };
  const takesBids: BesidesLook = { bids: { taken: true, problems: [], partitions: [] }, warnings: [] };
  const noBids: BesidesLook = {
    bids: { taken: false, problems: ['journal: none'], partitions: [] },
    warnings: [],
  };
  let pages = good;
  let besides = async () => takesBids;
  let stopping = false;
  const token = 't'.repeat(20);

  beforeAll(async () => {
    const metrics = createMetrics('test');
    metrics.bids.inc({ kind: 'place', verdict: 'accepted' });
    app = await startTestApp(
      (http) =>
        serveHealth(http.plain, {
          config: { metricsToken: token },
          metrics,
          looks: { pages: async () => pages, besides: () => besides() },
          stopping: () => stopping,
        }),
      { proxyHops: 1 },
    );
  });
  afterAll(() => app.close());

  test('say that the process lives, also when it is not ready', async () => {
    pages = { ...good, ready: false, problems: ['postgresql: away'] };
    expect(await app.call('GET', '/healthz')).toMatchObject({
      status: 200,
      body: { alive: true, version: readVersion().version },
    });
    const stranger = await app.call('GET', '/healthz', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(stranger.body).toEqual({ alive: true });
    expect(await app.call('GET', '/readyz')).toMatchObject({
      status: 503,
      body: { problems: ['postgresql: away'] },
    });
    // Bids are never taken without what pages need.
    expect(await app.call('GET', '/readyz/bids')).toMatchObject({
      status: 503,
      body: { bids: { taken: false } },
    });
    const outside = await app.call('GET', '/readyz', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(outside).toMatchObject({ status: 503, body: { ready: false } });
    expect(outside.body).not.toHaveProperty('problems');
    pages = good;
    await eventually(async () => (await app.call('GET', '/readyz')).status === 200, 'the next look');
  });

  test('keep a platform that takes no bids in its proxy, and say so at an address of its own', async () => {
    besides = async () => noBids;
    const ofBids = await eventually(async () => {
      const answer = await app.call('GET', '/readyz/bids');
      return answer.status === 503 ? answer : null;
    }, 'the next look');
    const state = { ...good, bids: { ...noBids.bids, ageMs: expect.any(Number) } };
    expect(ofBids.body).toEqual(state);
    expect(await app.call('GET', '/readyz')).toMatchObject({ status: 200, body: state });
    const outside = await app.call('GET', '/readyz/bids', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(outside).toMatchObject({ status: 503, body: { ready: true, bids: { taken: false } } });
    expect(outside.body.bids).not.toHaveProperty('problems');
    besides = async () => takesBids;
    await eventually(async () => (await app.call('GET', '/readyz/bids')).status === 200, 'the next look');
  });

  test('serve pages without waiting for a look at bids, and say how old the last one is', async () => {
    const alarm = { taken: true, problems: ['clock: none'], partitions: [] };
    besides = async () => ({ bids: alarm, warnings: [] });
    await eventually(async () => {
      const { status, body } = await app.call('GET', '/readyz/bids');
      return status === 503 && body.bids.taken === true;
    }, 'the next look');
    let answer: (found: BesidesLook) => void = () => undefined;
    besides = () => new Promise((resolve) => (answer = resolve));
    const stale = await eventually(async () => {
      const startedAt = performance.now();
      const { status, body } = await app.call('GET', '/readyz');
      expect(status).toBe(200);
      expect(performance.now() - startedAt).toBeLessThan(1_000);
      expect(body.bids).toMatchObject(alarm);
      return body.bids.ageMs > 1_000 ? body.bids.ageMs : null;
    }, 'the look to be too old');
    expect(stale).toBeLessThan(10_000);
    // Asked about bids it does wait.
    const waiting = app.call('GET', '/readyz/bids');
    answer(takesBids);
    besides = async () => takesBids;
    expect(await waiting).toMatchObject({ status: 200, body: { bids: { taken: true } } });
  });

  test('turn traffic away once the shutdown has begun', async () => {
    stopping = true;
    expect((await app.call('GET', '/readyz')).status).toBe(503);
    expect((await app.call('GET', '/readyz/bids')).status).toBe(503);
    stopping = false;
  });

  test('give metrics to this machine and to holders of the token, to no one else', async () => {
    const metrics = await app.call('GET', '/metrics');
    expect(metrics.status).toBe(200);
    for (const name of [
      'savdo_bids_total{kind="place",verdict="accepted",process="test"} 1',
      'savdo_bid_answer_seconds',
      'savdo_log_lag_entries',
      'savdo_journal_lag_seconds',
      'savdo_rooms',
      'savdo_sockets',
    ]) {
      expect(metrics.body).toContain(name);
    }
    const outside = { 'x-forwarded-for': '203.0.113.9' };
    expect((await app.call('GET', '/metrics', { headers: outside })).status).toBe(404);
    const bearer = (value: string) =>
      app.call('GET', '/metrics', { headers: { ...outside, authorization: `Bearer ${value}` } });
    expect((await bearer('wrong')).status).toBe(404);
    expect((await bearer(token)).status).toBe(200);
  });
});
