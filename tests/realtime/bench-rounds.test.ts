import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compare, type Comparison, type RoomsWatch } from '../../loadtest/bench/rounds.ts';
import { detailsOf, resultOf, tableOf } from '../../loadtest/bench/report.ts';
import { bidRun, generator } from '../../loadtest/benchmarks/bid-throughput.ts';
import { startEmbeddedCore, type EmbeddedCore } from '../../loadtest/lib/embedded-core.ts';
import { RoomWatch } from '../../loadtest/lib/room-watch.ts';
import type { Worker } from '../../loadtest/lib/worker.ts';
import { testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';

/** The offers of one socket do not overtake one another: all of them are accepted unless the room is held. */
const BOTS = 1;
const WORK = { rooms: 1, acceptPercent: 100, rate: 100, depth: 1, warmupMs: 200, measuredMs: 4_000 };
/** Longer than a lease lives, shorter than what pauses rooms. */
const LOCKED_MS = 2_500;

vi.setConfig({ testTimeout: 240_000 });

let database: TestDatabase;
let core: EmbeddedCore;
let bids: Worker;
beforeEach(async () => {
  database = await testDatabase();
  const redis = testRedis();
  core = await startEmbeddedCore({
    rooms: 1,
    bidders: BOTS,
    databaseUrl: database.url,
    redisUrl: redis.auctionUrl,
    namespace: redis.namespace,
  });
  bids = await generator(core.url, { bots: BOTS, rooms: 1, seed: 1 });
});
afterEach(async () => {
  await bids.stop();
  await core.stop();
  await database.close();
});

const comparison = (more: Partial<Comparison> & Pick<Comparison, 'product'>): Comparison => ({
  part: 'one room',
  rounds: 2,
  target: null,
  more: true,
  ceiling: async () => ({ value: 1, figures: {} }),
  ...more,
});

/** No entry can be committed for a while. */
async function lockEntries(): Promise<void> {
  const owner = await database.pool.connect();
  try {
    await owner.query('begin; lock table auction_entry in exclusive mode');
    await new Promise((resolve) => setTimeout(resolve, LOCKED_MS));
  } finally {
    await owner.query('rollback');
    owner.release();
  }
}

it('a round of a benchmark in which rooms were held says so with the cause and the time, and is repeated', async () => {
  const lines: string[] = [];
  let runs = 0;
  const part = await compare(
    comparison({
      rooms: new RoomWatch([database.url], (line) => lines.push(line)),
      product: async () => {
        runs += 1;
        const [measured] = await Promise.all([bidRun(bids, core.pid, WORK), runs === 1 && lockEntries()]);
        return measured;
      },
    }),
  );
  expect(runs).toBeGreaterThan(part.rounds);
  expect(part.repeated).toHaveLength(runs - part.rounds);
  const [first = ''] = part.repeated;
  expect(first).toMatch(/^round 1: 1 room (held \(stall\)|paused \(outage\)) for [1-9]\d?\.\d s/);
  expect(lines[0]).toBe(`one room: ${first}; repeated`);
  // What the rounds that count are made of.
  expect(part.product['acceptedPercent']).toBe(100);
  const result = resultOf('test', [part]);
  expect(detailsOf(result)).toContain(`repeated  ${first}`);
  expect(tableOf([result])).toMatch(/\(\d rounds? repeated: rooms stood still\)/);
});

it('a part of a benchmark whose rooms stand still again and again is not measured, and says why', async () => {
  const rooms: RoomsWatch = {
    interruptions: async () => ['1 room paused (outage) for 61.0 s'],
    say: () => undefined,
  };
  const product = async () => ({ value: 1, figures: {} });
  await expect(compare(comparison({ rooms, product }))).rejects.toThrow(
    /one room: rooms stood still in 6 rounds: round 1: 1 room paused \(outage\) for 61\.0 s/,
  );
});
