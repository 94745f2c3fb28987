import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, compare, measure, type Measured } from '../bench/rounds.ts';
import { copyRows } from '../ceilings/copy-rows.ts';
import { freshDatabase } from '../lib/database.ts';
import { startEmbeddedCore } from '../lib/embedded-core.ts';
import { startEngine } from '../lib/engine.ts';
import { RoomWatch } from '../lib/room-watch.ts';
import { bidRun, generator } from './bid-throughput.ts';

/** The journal is stopped this long while entries gather: its lease lives a second. */
const GATHER_MS = 600;

/** Entries gather while the journal is stopped; then it commits them, chain and all. */
async function commitRate(setting: BenchSetting, rounds: number): Promise<Part> {
  const { databaseUrl, redisUrl, namespace } = setting;
  const journal = await startEmbeddedCore({
    rooms: 0,
    bidders: 0,
    databaseUrl,
    redisUrl,
    namespace,
    env: { LOAD_ROLES: 'journal' },
  });
  const engine = await startEngine({ databaseUrl, redisUrl, namespace, lease: 'journal' });
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const committed = async () =>
    Number((await database.query('select seq from auction_lot where lot_id = 1')).rows[0].seq);
  let gathered = 0;
  const drain = async (): Promise<Measured> => {
    const before = await committed();
    journal.signal('SIGSTOP');
    const { words } = await engine.flood({ milliseconds: GATHER_MS, depth: 512, acceptPercent: 100 });
    gathered = words['accepted'] ?? 0;
    const startedAt = performance.now();
    journal.signal('SIGCONT');
    while ((await committed()) < before + gathered) await pause(2);
    const perSecond = gathered / ((performance.now() - startedAt) / 1_000);
    return { value: perSecond, figures: { eventsPerSecond: Math.round(perSecond), events: gathered } };
  };
  try {
    await drain();
    return await compare({
      part: 'events a second',
      rounds,
      target: 0.3,
      more: true,
      product: drain,
      ceiling: async () => {
        const rate = await copyRows(databaseUrl, 1, gathered);
        return { value: rate, figures: { rowsPerSecond: Math.round(rate) } };
      },
      note: 'read, checked, chained and committed from a log that had gathered; ceiling: COPY of the same rows into such a table',
    });
  } finally {
    engine.stop();
    await database.end();
    await journal.stop();
  }
}

/** How long after its decision an entry is being committed, while bids come over sockets. */
async function lag(setting: BenchSetting, own: string, rounds: number): Promise<Part> {
  const { quick, seed, redisUrl, namespace, say } = setting;
  const core = await startEmbeddedCore({
    rooms: 1,
    bidders: 64,
    databaseUrl: own,
    redisUrl,
    namespace: `${namespace}lag:`,
  });
  const bots = await generator(core.url, { bots: 64, rooms: 1, seed });
  const database = new pg.Client({ connectionString: own });
  await database.connect();
  const work = {
    rooms: 1,
    acceptPercent: 10,
    rate: 0,
    depth: 8,
    warmupMs: 0,
    measuredMs: quick ? 1_500 : 5_000,
  };
  try {
    await bidRun(bots, core.pid, work);
    return await measure({
      part: 'lag under bids over sockets',
      rounds,
      rooms: new RoomWatch([own], say),
      product: async () => {
        const from = (await database.query('select max(seq) as seq from auction_entry where lot_id = 1'))
          .rows[0].seq;
        const bids = await bidRun(bots, core.pid, work);
        const { rows } = await database.query(
          `select percentile_disc(0.5) within group (order by lag) as p50, percentile_disc(0.99) within group (order by lag) as p99
           from (select (extract(epoch from committed_at) * 1000 - (entry ->> 'atUs')::bigint / 1000.0)::float8 as lag
             from auction_entry where lot_id = 1 and seq > $1) as newer`,
          [from],
        );
        const figures = {
          lagP50Ms: rows[0].p50,
          lagP99Ms: rows[0].p99,
          bidsPerSecond: Math.round(bids.value),
        };
        return { value: rows[0].p99, busy: bids.busy ?? 0, words: bids.words, figures };
      },
      bounds: (product) => [atMost(product, 'lagP99Ms', 100, 'ms')],
      note: 'from the decision in Redis to the transaction that keeps it; 64 sockets, 8 bids under way on each, 10 % accepted',
    });
  } finally {
    await database.end();
    await bots.stop();
    await core.stop();
  }
}

export const journal: Benchmark = {
  name: 'journal',
  about: 'events a second committed to PostgreSQL, chain and all, and how far behind they are',
  run: async (setting) => {
    const { databaseUrl, quick } = setting;
    // Taken while the other is empty.
    const own = await freshDatabase(databaseUrl, `${new URL(databaseUrl).pathname.slice(1)}_lag`);
    return [await commitRate(setting, quick ? 2 : 5), await lag(setting, own, quick ? 1 : 3)];
  },
};
