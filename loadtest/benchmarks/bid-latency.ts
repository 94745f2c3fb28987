import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, compare, type Measured } from '../bench/rounds.ts';
import { startEmbeddedCore } from '../lib/embedded-core.ts';
import { RoomWatch } from '../lib/room-watch.ts';
import { startWorker } from '../lib/worker.ts';
import { bidRun, generator } from './bid-throughput.ts';

const BOTS = 50;
/** Each bid comes to a room in which nothing else happens. */
const IDLE = 20;
const RATES = [IDLE, 1_000, 3_000];
/** On a machine of its own, ms. */
const BOUNDS: Record<number, { p50Ms: number; p99Ms?: number }> = {
  [IDLE]: { p50Ms: 2 },
  1_000: { p50Ms: 2.5, p99Ms: 12 },
};

async function run({ quick, seed, databaseUrl, redisUrl, namespace, say }: BenchSetting): Promise<Part[]> {
  const rounds = quick ? 1 : 3;
  const [warmupMs, measuredMs] = quick ? [500, 1_500] : [2_000, 8_000];
  const rooms = new RoomWatch([databaseUrl], say);
  const core = await startEmbeddedCore({ rooms: 1, bidders: BOTS, databaseUrl, redisUrl, namespace });
  const inserting = await startWorker('ceilings/batched-insert.ts', { DATABASE_URL: databaseUrl });
  const url = `http://127.0.0.1:${await inserting.ask<number>('listen')}`;
  const bots = { bots: BOTS, rooms: 1, seed };
  const [toProduct, toInserting] = await Promise.all([generator(core.url, bots), generator(url, bots)]);
  const at = async (rate: number, ms = measuredMs) => {
    const work = { rooms: 1, acceptPercent: 100, rate, depth: 8, warmupMs, measuredMs: ms };
    const p99 = (measured: Measured): Measured => ({ ...measured, value: measured.figures['p99Ms'] ?? NaN });
    return {
      product: async () => p99(await bidRun(toProduct, core.pid, work)),
      ceiling: async () => p99(await bidRun(toInserting, inserting.pid, work)),
    };
  };
  try {
    // Both warm, and what the product can carry: half of it is one of the rates.
    const most = await (await at(0, 1_500)).product();
    await (await at(0, 500)).ceiling();
    const half = Math.max(500, Math.round(Number(most.figures['perSecond']) / 2 / 100) * 100);
    const parts: Part[] = [];
    for (const rate of [...RATES, half]) {
      parts.push(
        await compare({
          part: `one lot, ${rate} a second${rate === half ? ' (half of what it carries)' : ''}, p99`,
          rounds,
          target: rate === IDLE ? null : 2,
          more: false,
          rooms,
          ...(await at(rate)),
          bounds: (product) =>
            Object.entries(BOUNDS[rate] ?? {}).map(([figure, most]) => atMost(product, figure, most, 'ms')),
          note: 'open loop, latency from the scheduled time; the bounds are meant for an idle machine; ceiling: batched insert',
        }),
      );
      say(`${parts.at(-1)?.part}: ${parts.at(-1)?.ratio?.toFixed(2)}`);
    }
    return parts;
  } finally {
    await Promise.all([toProduct, toInserting, inserting].map((worker) => worker.stop()));
    await core.stop();
  }
}

export const bidLatency: Benchmark = {
  name: 'bid-latency',
  about: 'time to the answer of a bid at an arrival rate, all accepted',
  run,
};
