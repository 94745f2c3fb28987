import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { liveMetrics } from '#server/auction/index.ts';
import { createServiceLevels } from '#server/domains/staff/service-levels/service-levels.service.ts';
import { createTradeApplicationsRepository } from '#server/domains/trade/trade-applications/index.ts';
import { createMetrics } from '#server/platform/metrics/index.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  // Their holds were never in the ledger, which is judged at the end.
  await database.pool.query('delete from trade_application');
  await database.close();
});
beforeEach(() => database.pool.query('truncate service_level_hour'));

/** A process that measures and counts, with a clock of its own. */
function startedProcess(source: string = randomUUID()) {
  const metrics = createMetrics('web');
  const clock = { ms: Date.now() };
  const levels = createServiceLevels({ db: database.db, metrics, source, nowMs: () => clock.ms });
  return { live: liveMetrics(metrics), metrics, levels, clock };
}

const stored = async (level: string) => {
  const { rows } = await database.pool.query<{ good: number; total: number }>(
    `select sum(good)::int as good, sum(total)::int as total from service_level_hour where level = $1`,
    [level],
  );
  return rows[0];
};

const figure = async ({ metrics }: ReturnType<typeof startedProcess>, level: string, result: string) =>
  (await metrics.serviceLevels.get()).values.find(
    ({ labels }) => labels.level === level && labels.result === result,
  )?.value;

describe('what a web process measures', () => {
  test('counts bids that are late or held as bad, and so entries that failed', async () => {
    const one = startedProcess();
    one.live.answered('place', 'accepted', 99);
    one.live.answered('place', 'too-low', 3);
    one.live.answered('place', 'accepted', 100);
    one.live.answered('place', 'held', 2);
    one.live.joined(999);
    one.live.joined(1_001);
    one.live.joined(null);
    await one.levels.writeMeasured();
    expect(await stored('bids')).toEqual({ good: 2, total: 4 });
    expect(await stored('room-joins')).toEqual({ good: 1, total: 3 });
  });

  test('is the same however often it is written, and adds up over processes, restarts and hours', async () => {
    const [one, other] = [startedProcess(), startedProcess()];
    one.live.answered('place', 'accepted', 1);
    other.live.answered('place', 'accepted', 1);
    await one.levels.writeMeasured();
    await one.levels.writeMeasured();
    await other.levels.writeMeasured();
    expect(await stored('bids')).toEqual({ good: 2, total: 2 });
    one.live.answered('place', 'held', 1);
    one.clock.ms += HOUR_MS;
    await one.levels.writeMeasured();
    const started = startedProcess();
    started.live.answered('place', 'accepted', 1);
    await started.levels.writeMeasured();
    expect(await stored('bids')).toEqual({ good: 3, total: 4 });
    expect((await database.pool.query('select distinct hour from service_level_hour')).rows).toHaveLength(2);
  });

  test('is written after PostgreSQL was away', async () => {
    const one = startedProcess();
    one.live.answered('place', 'accepted', 1);
    await database.pool.query('alter table service_level_hour rename to away');
    await expect(one.levels.writeMeasured()).rejects.toThrow(/service_level_hour/);
    await database.pool.query('alter table away rename to service_level_hour');
    one.live.answered('place', 'held', 1);
    await one.levels.writeMeasured();
    expect(await stored('bids')).toEqual({ good: 1, total: 2 });
  });
});

interface Ended {
  /** From the deadline to the end. */
  lateMs: number;
  outcome?: string;
  /** From the end to the release; null: still held. */
  releasedAfterMs?: number | null;
}

async function end({ lateMs, outcome = 'sold', releasedAfterMs }: Ended): Promise<void> {
  const lotId = await publishTestLot(database, { ruleSet: 'private' });
  const closedAtMs = Date.now() - 3 * MINUTE_MS;
  await database.pool.query(
    `insert into auction_lot (lot_id, terms, terms_hash, head_hash, phase, deadline_us, outcome, closed_at)
     values ($1, '{}', '', '', 'closed', $2, $3, $4)
     on conflict (lot_id) do update set phase = 'closed', deadline_us = $2, outcome = $3, closed_at = $4`,
    [lotId, (closedAtMs - lateMs) * 1_000, outcome, new Date(closedAtMs)],
  );
  if (releasedAfterMs === undefined) return;
  const personId = randomUUID();
  await createTradeApplicationsRepository(database.db).apply(lotId, personId, 500);
  const released = releasedAfterMs !== null;
  await database.pool.query(
    `update trade_application set status = $2, deposit_state = $3, ended_at = $4, deposit_tiyin = 500,
       hold_id = (select coalesce(max(hold_id), 0) + 1 from trade_application) where lot_id = $1`,
    [
      lotId,
      released ? 'lost' : 'admitted',
      released ? 'released' : 'held',
      released ? new Date(closedAtMs + releasedAfterMs) : null,
    ],
  );
}

describe('what is counted from committed rows', () => {
  test('are hammers and releases of deposits, in time and late, once by any number of workers', async () => {
    const [worker, other] = [startedProcess(), startedProcess()];
    await worker.levels.countCommitted();
    await end({ lateMs: 900, releasedAfterMs: 59_000 });
    await end({ lateMs: 1_000, releasedAfterMs: 60_000 });
    await end({ lateMs: 20, releasedAfterMs: null });
    // Staff withdrew it before its deadline.
    await end({ lateMs: -HOUR_MS, outcome: 'withdrawn' });
    await worker.levels.countCommitted();
    await other.levels.countCommitted();
    await worker.levels.countCommitted();
    expect(await stored('hammers')).toEqual({ good: 2, total: 3 });
    expect(await stored('deposits')).toEqual({ good: 1, total: 3 });
    expect(await figure(worker, 'hammers', 'good')).toBe(2);
    expect(await figure(worker, 'hammers', 'bad')).toBe(1);
    expect(await figure(worker, 'deposits', 'bad')).toBe(2);
    // A worker that starts counts what comes after it.
    expect(await figure(other, 'hammers', 'good')).toBe(0);
  });
});

test('days are those of Tashkent, the oldest first, and old hours are deleted', async () => {
  const { levels } = startedProcess();
  const today = new Date(Date.now() + 5 * HOUR_MS).toISOString().slice(0, 10);
  await database.pool.query(
    `insert into service_level_hour (level, hour, source, good, total) values
       ('bids', now(), 'a', 1, 2), ('bids', now(), 'b', 3, 3),
       ('bids', now() - interval '89 days', 'a', 5, 5), ('bids', now() - interval '101 days', 'a', 7, 7)`,
  );
  expect(await levels.days()).toEqual([
    { level: 'bids', day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string, good: 5, total: 5 },
    { level: 'bids', day: today, good: 4, total: 5 },
  ]);
  await levels.purge(100);
  expect((await database.pool.query('select from service_level_hour')).rowCount).toBe(3);
});
