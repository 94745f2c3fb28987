import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, compare, measure } from '../bench/rounds.ts';
import type { BidFigures } from '../generators/bids.ts';
import { startEmbeddedCore, type EmbeddedCore } from '../lib/embedded-core.ts';
import { writeHistory } from '../lib/long-history.ts';
import { OwnRedis } from '../lib/own-redis.ts';
import { startWorker, type Worker } from '../lib/worker.ts';
import { viewParts } from './big-room-views.ts';

/** A small neighbour, the room with the long log, and a room as small as the neighbour. */
const [, BIG, EMPTY] = [1, 2, 3];
const BACK_MS = 300;
const NEIGHBOUR_RATIO = 1.2;
const NEIGHBOUR_BIDS_A_SECOND = 200;
const WARMUP_MS = 500;

interface BigRoom {
  setting: BenchSetting;
  core: EmbeddedCore;
  redis: OwnRedis;
  bots: Worker;
  lotId: number;
  /** Its price is below this. */
  priceBelowTiyin: number;
}

/** From the moment an empty Redis answers until the room has accepted a bid over a socket. */
function backAfterLosingRedis({ setting, redis, bots, lotId, priceBelowTiyin }: BigRoom): Promise<Part> {
  return measure({
    part: 'back after losing Redis',
    rounds: setting.quick ? 3 : 5,
    product: async () => {
      await redis.kill();
      await redis.begin();
      const backAt = Date.now();
      await bots.ask('begin', { rooms: 1, firstLot: lotId, aboveTiyin: priceBelowTiyin });
      const [at = NaN] = await bots.ask<number[]>('back');
      return { value: at - backAt, figures: { backMs: at - backAt } };
    },
    bounds: (product) => [atMost(product, 'backMs', BACK_MS, 'ms')],
    note: 'from the moment the empty Redis answers until the room has accepted a bid over a socket',
  });
}

/**
 * What the neighbour's bids see while Redis forgets a room, which is then loaded from PostgreSQL: once a run, for a room
 * that is loaded more often than five times a minute is paused for staff.
 */
async function neighbour({ setting, redis, core, bots, lotId }: BigRoom): Promise<Part> {
  const measuredMs = 2_000;
  const bidders = await startWorker('generators/bids.ts');
  const run = async (lost: number) => {
    const asked = bidders.ask<BidFigures>('run', {
      rooms: 1,
      acceptPercent: 100,
      rate: NEIGHBOUR_BIDS_A_SECOND,
      depth: 1,
      warmupMs: WARMUP_MS,
      measuredMs,
    });
    await pause(WARMUP_MS + measuredMs / 4);
    await redis.ask([`DEL ${setting.namespace}{p${String(lost % 64).padStart(2, '0')}}:lot:${lost}`]);
    const lostAt = Date.now();
    await bots.ask('bid', { rooms: 1, firstLot: lost });
    const loadedMs = Date.now() - lostAt;
    const { p50, p99, max, words, busy } = await asked;
    const held = (words['held'] ?? 0) + (words['fenced'] ?? 0);
    return { value: p99, busy, figures: { p50, p99, max, held, loadedMs } };
  };
  try {
    await bidders.ask('connect', { url: core.url, bots: 10, rooms: 1, seed: setting.seed });
    return await compare({
      part: 'a neighbour while the room is loaded',
      rounds: setting.quick ? 2 : 5,
      target: NEIGHBOUR_RATIO,
      more: false,
      product: () => run(lotId),
      ceiling: () => run(EMPTY),
      bounds: (product) => [atMost(product, 'held', 0, 'bids')],
      note: 'p99 of bids in a small room; beside it the same while a small room is loaded',
    });
  } finally {
    await bidders.stop();
  }
}

async function hasSnapshot(databaseUrl: string, lotId: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query('select 1 from auction_snapshot where lot_id = $1', [lotId])).rowCount === 1;
  } finally {
    await client.end();
  }
}

async function run(setting: BenchSetting): Promise<Part[]> {
  const { databaseUrl, namespace, redisProgram, folder, quick, say } = setting;
  if (!redisProgram) throw new Error('no program of Redis is named (REDIS_SERVER): nothing can be killed');
  const entries = quick ? 100_000 : 400_000;
  const bidders = 1_000;
  await writeHistory({ databaseUrl, firstLot: BIG, lots: 1, bidders, autoBids: bidders, entries });
  say(`a log of ${entries} entries is written`);
  const redis = await OwnRedis.start(redisProgram, folder);
  const services = { databaseUrl, redisUrl: redis.url, namespace };
  const views = await viewParts({ setting, redisUrl: redis.url, lotId: BIG });
  for (const { part, product } of views) say(`${part}: ${JSON.stringify(product)}`);
  // A process of its own, so that only loads are measured here and not what the web side does for a long log.
  const journal = await startEmbeddedCore({
    rooms: 0,
    bidders: 0,
    ...services,
    env: { LOAD_ROLES: 'journal,clock' },
  });
  const core = await startEmbeddedCore({
    rooms: EMPTY,
    bidders: 10,
    ...services,
    env: { LOAD_ROLES: 'web' },
  });
  const bots = await startWorker('generators/reconnections.ts');
  const room = { setting, core, redis, bots, lotId: BIG, priceBelowTiyin: bidders + entries + 1 };
  try {
    await bots.ask('connect', { url: core.url, sockets: 2 });
    // The first bids make the journal fold the log once and store a snapshot, as a log has that grew bid by bid.
    do await bots.ask('bid', { rooms: 1, firstLot: BIG, aboveTiyin: room.priceBelowTiyin });
    while (!(await hasSnapshot(databaseUrl, BIG)));
    await bots.ask('bid', { rooms: 1, firstLot: EMPTY });
    const parts = [...views, await backAfterLosingRedis(room), await neighbour(room)];
    for (const { part, product } of parts.slice(views.length)) say(`${part}: ${JSON.stringify(product)}`);
    return parts;
  } finally {
    await bots.stop();
    await core.stop();
    await journal.stop();
    await redis.kill();
  }
}

export const bigRoom: Benchmark = {
  name: 'big-room',
  about:
    'a room with a long log: card and join, back after losing Redis, and what a small neighbour sees meanwhile',
  run,
};
