import { Queue } from 'bullmq';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { readRedisFigures } from '#server/domains/staff/system/redis-figures.ts';
import { createSystem } from '#server/domains/staff/system/system.service.ts';
import { createDatabase, type Database } from '#server/platform/database/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { createMetrics } from '#server/platform/metrics/index.ts';
import { readProcessReports, startProcessReports } from '#server/platform/process-reports/index.ts';
import { openQueue, QUEUES, startWorker } from '#server/platform/queues/index.ts';
import type { System } from '#shared/api/console/system.ts';
import {
  eventually,
  testDatabase,
  testJobsRedis,
  testRedis,
  type TestDatabase,
  type TestJobsRedis,
} from '../../fixtures/services.ts';

const logger = createLogger({ level: 'silent', process: 'test' });
const BY = { personId: '00000000-0000-4000-8000-000000000001', address: '192.0.2.7' };
/** Nothing listens there. */
const NOWHERE = 'redis://127.0.0.1:1';

let database: TestDatabase;
/** As the product connects. */
let product: Database;
let jobs: TestJobsRedis;
let queue: ReturnType<typeof openQueue>;
let nowMs: () => number = Date.now;

beforeAll(async () => {
  database = await testDatabase();
  product = createDatabase({ url: database.url, name: 'savdo-web', poolSize: 4 });
  jobs = testJobsRedis();
  queue = openQueue(QUEUES.events, jobs.queue, jobs.namespace);
});
afterAll(async () => {
  await queue.close();
  jobs.close();
  await product.close();
  await database.close();
});

function system(more: Partial<Parameters<typeof createSystem>[0]> = {}) {
  const actions = createActionLog(database.db);
  return createSystem({
    database: product,
    reports: () => readProcessReports(jobs.redis, jobs.namespace),
    redis: () =>
      readRedisFigures({
        auctionRedisUrl: testRedis().auctionUrl,
        auctionRedisCluster: false,
        jobsRedisUrl: jobs.url,
      }),
    queue,
    files: { place: '/files', warnings: () => Promise.resolve([]) },
    record: (action, tx) => actions.record(action, tx),
    logger,
    nowMs: () => nowMs(),
    ...more,
  });
}
const namesOf = ({ concerns }: System) => concerns.map(({ concern }) => concern);

describe('processes', () => {
  test('report what they are and how they do, and leave the list when they end in order', async () => {
    const metrics = createMetrics('test', product.pool);
    metrics.serviceReachable.set({ service: 'jobs redis' }, 1);
    metrics.journalPartitions.set(64);
    metrics.journalCommitsFailingSeconds.set(2);
    metrics.gatewayAnswers.set({ gateway: 'sms', result: 'bad' }, 1_700_000_000);
    const stop = startProcessReports({
      redis: jobs.redis,
      namespace: jobs.namespace,
      metrics,
      pool: product.pool,
      types: 'journal',
      logger,
    });
    onTestFinished(stop);
    const shown = await eventually(async () => {
      const { processes } = await system().read();
      return processes?.[0] ?? null;
    }, 'the first report');
    expect(shown).toMatchObject({
      types: 'journal',
      pid: process.pid,
      silent: false,
      unreached: [],
      journal: { partitions: 64, failingMs: 2_000 },
    });
    expect(shown.memoryBytes).toBeGreaterThan(1_000_000);
    const found = await system().read();
    expect(namesOf(found)).toEqual(expect.arrayContaining(['journal-failing', 'gateway-failing']));
    expect(found.gateways).toEqual([{ gateway: 'sms', goodAtMs: null, badAtMs: 1_700_000_000_000 }]);

    nowMs = () => Date.now() + 40_000;
    onTestFinished(() => void (nowMs = Date.now));
    const later = await system().read();
    expect(later.processes?.[0]?.silent).toBe(true);
    expect(namesOf(later)).toContain('process-silent');

    await stop();
    expect((await system().read()).processes).toEqual([]);
  });
});

describe('failed jobs', () => {
  test('are shown with their reason, without numbers of people, and tried again once with a reason in the log of actions', async () => {
    let broken = true;
    const done: string[] = [];
    const worker = startWorker({
      name: QUEUES.events,
      redis: jobs.queue,
      namespace: jobs.namespace,
      run: ({ id }) => {
        if (broken) return Promise.reject(new Error('no paper for +998901234567'));
        done.push(id);
        return Promise.resolve();
      },
      onFailed: () => undefined,
    });
    onTestFinished(() => worker.close());
    const sending = new Queue(QUEUES.events, { connection: jobs.queue, prefix: `${jobs.namespace}bull` });
    onTestFinished(() => sending.close());
    await sending.add('print', {}, { jobId: 'job-1', attempts: 1 });
    const failed = await eventually(async () => {
      const found = await system().read();
      return found.jobs?.failed[0] ?? null;
    }, 'the failed job');
    expect(failed).toMatchObject({
      id: 'job-1',
      name: 'print',
      attempts: 1,
      reason: 'no paper for …67',
    });
    expect(namesOf(await system().read())).toContain('jobs-failed');

    broken = false;
    const four = await Promise.allSettled(
      Array.from({ length: 4 }, () => system().retry('job-1', 'paper is in', BY)),
    );
    const answers = four.map((each) => (each.status === 'fulfilled' ? 200 : each.reason.status));
    expect(answers.toSorted()).toEqual([200, 404, 404, 404]);
    await eventually(() => done.length > 0, 'the second attempt');
    expect(done).toEqual(['job-1']);
    await expect(system().retry('job-1', 'paper is in', BY)).rejects.toMatchObject({ status: 404 });
    await expect(system().retry('unknown', 'paper is in', BY)).rejects.toMatchObject({ status: 404 });
    const { rows } = await database.pool.query(
      `select action, reason from person_action where person_id = $1`,
      [BY.personId],
    );
    expect(rows).toEqual([{ action: 'retried-job', reason: 'job-1: paper is in' }]);
  });
});

describe('servers', () => {
  test('PostgreSQL shows its size, its connections, and statements that run for long', async () => {
    const sleeping = product.pool.query('select pg_sleep(4)');
    const found = await eventually(async () => {
      const { database: figures } = await system().read();
      return figures && figures.longStatements.length > 0 ? figures : null;
    }, 'the long statement');
    expect(found.sizeBytes).toBeGreaterThan(1_000_000);
    expect(found.connectionsMax).toBeGreaterThanOrEqual(found.connections);
    expect(found.longStatements[0]).toMatchObject({ process: 'savdo-web', text: 'select pg_sleep(4)' });
    await sleeping;
  });

  test('Redis shows its memory and version', async () => {
    const { redis } = await system().read();
    expect(redis.map(({ role }) => role)).toEqual(['auction', 'jobs']);
    for (const { found } of redis) {
      expect(found?.usedBytes).toBeGreaterThan(100_000);
      expect(found?.version).toMatch(/^\d+\.\d+/);
    }
  });

  test('that are away are named, and the rest is answered', async () => {
    const gone = createDatabase({ url: 'postgres://none@127.0.0.1:1/none', poolSize: 1 });
    onTestFinished(() => gone.close());
    const away = () => Promise.reject(new Error('connection refused'));
    const found = await system({
      database: gone,
      redis: () =>
        readRedisFigures({ auctionRedisUrl: NOWHERE, auctionRedisCluster: true, jobsRedisUrl: NOWHERE }),
      reports: away,
      queue: { counts: away, failed: away, retry: away },
      files: { place: '/files', warnings: away },
    }).read();
    expect(found).toMatchObject({ processes: null, database: null, jobs: null, events: null });
    expect(found.redis.map(({ found: figures }) => figures)).toEqual([null, null]);
    expect(found.concerns).toEqual([
      { concern: 'database-away', about: '' },
      { concern: 'redis-away', about: '127.0.0.1:1' },
      { concern: 'files', about: '' },
    ]);
  });
});
