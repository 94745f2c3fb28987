import { setTimeout as pause } from 'node:timers/promises';
import type { BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, measure } from '../bench/rounds.ts';
import { startEmbeddedCore } from '../lib/embedded-core.ts';
import { startWorker, type Worker } from '../lib/worker.ts';

const COLD_MS = 50;
const FLOOD_CORE_PERCENT = 5;
const FLOOD_SOCKETS = 10;
/** Lists of a socket each second: more than a visitor's socket may send would end it. */
const LISTS_PER_SECOND = 15;
/** The budget of an address for ids that are not in memory, and what it may have saved up (DEFAULT_LIMITS). */
const [BUDGET_PER_SECOND, BURST_S] = [300, 4];

export interface ViewsSetting {
  setting: BenchSetting;
  redisUrl: string;
  /** The room with the long log. */
  lotId: number;
}

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;

/** The room's snapshot on a node that never showed it, and what invented lots cost a node. */
export async function viewParts({ setting, redisUrl, lotId }: ViewsSetting): Promise<Part[]> {
  const { databaseUrl, namespace } = setting;
  const cold = await startWorker('servers/cold-rooms.ts', {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    REDIS_NAMESPACE: namespace,
  });
  try {
    return [await coldJoin(cold, setting, lotId), await inventedLots(cold, setting, redisUrl)];
  } finally {
    await cold.stop();
  }
}

async function coldJoin(cold: Worker, { quick }: BenchSetting, lotId: number): Promise<Part> {
  // The process has compiled what it runs and its pool is open; the room itself is read from PostgreSQL each time.
  await cold.ask('join', { lotId, person: 'b7', times: 10 });
  return measure({
    part: 'card and join, cold',
    rounds: quick ? 1 : 3,
    product: async () => {
      const times = quick ? 50 : 200;
      const took = (await cold.ask<number[]>('join', { lotId, person: 'b7', times })).toSorted(
        (a, b) => a - b,
      );
      const figures = { p50: percentile(took, 0.5), p99: percentile(took, 0.99), max: took.at(-1) ?? NaN };
      return { value: figures.p99, figures };
    },
    bounds: (product) => [atMost(product, 'p99', COLD_MS, 'ms')],
    note: 'from nothing in memory to the text of a snapshot, read from PostgreSQL each time',
  });
}

async function inventedLots(cold: Worker, setting: BenchSetting, redisUrl: string): Promise<Part> {
  const { databaseUrl, namespace, quick } = setting;
  const milliseconds = quick ? 4_000 : 10_000;
  const core = await startEmbeddedCore({
    rooms: 0,
    bidders: 0,
    databaseUrl,
    redisUrl,
    namespace,
    env: { LOAD_ROLES: 'web', LOAD_LIMITS: 'product' },
  });
  const visitors = await startWorker('generators/invented-lots.ts');
  const spent = async (work: () => Promise<unknown>) => {
    const [cpu, transactions] = [core.cpuMs() ?? NaN, await cold.ask<number>('transactions')];
    await work();
    return {
      corePercent: (((core.cpuMs() ?? NaN) - cpu) / milliseconds) * 100,
      transactions: (await cold.ask<number>('transactions')) - transactions,
    };
  };
  try {
    await visitors.ask('connect', { url: core.url, sockets: FLOOD_SOCKETS });
    await visitors.ask('flood', { milliseconds: 1_000, perSecond: LISTS_PER_SECOND });
    return await measure({
      part: 'invented lots',
      rounds: quick ? 1 : 3,
      product: async () => {
        const idle = await spent(() => pause(milliseconds));
        let words: Record<string, number> = {};
        const flooded = await spent(async () => {
          words = await visitors.ask('flood', { milliseconds, perSecond: LISTS_PER_SECOND });
        });
        const corePercent = flooded.corePercent - idle.corePercent;
        const transactions = flooded.transactions - idle.transactions;
        const lists = Object.values(words).reduce((sum, count) => sum + count, 0);
        const lookedUp = (words['answered'] ?? 0) * 60;
        return { value: corePercent, figures: { corePercent, transactions, lists, lookedUp } };
      },
      bounds: (product) => [
        atMost(product, 'corePercent', FLOOD_CORE_PERCENT, '% of a core'),
        atMost(product, 'lookedUp', BUDGET_PER_SECOND * (milliseconds / 1_000 + BURST_S), 'ids'),
      ],
      note: 'lists of lots that were never opened, from sockets of one address without a session',
    });
  } finally {
    await visitors.stop();
    await core.stop();
  }
}
