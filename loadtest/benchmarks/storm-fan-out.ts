import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, measure } from '../bench/rounds.ts';
import { startEmbeddedCore } from '../lib/embedded-core.ts';
import { RoomWatch } from '../lib/room-watch.ts';
import { startWorker } from '../lib/worker.ts';
import { bidRun, generator } from './bid-throughput.ts';

const [BOTS, RATE, ACCEPTED] = [50, 2_000, 10];

async function run({ quick, seed, databaseUrl, redisUrl, namespace, say }: BenchSetting): Promise<Part[]> {
  const viewers = quick ? 2_000 : 5_000;
  const measuredMs = quick ? 4_000 : 15_000;
  const core = await startEmbeddedCore({ rooms: 1, bidders: BOTS, databaseUrl, redisUrl, namespace });
  const watching = await startWorker('generators/viewers.ts');
  await watching.ask('connect', { url: core.url, count: viewers, sampled: 100 });
  const bidding = await generator(core.url, { bots: BOTS, rooms: 1, seed });
  const work = { rooms: 1, acceptPercent: ACCEPTED, rate: RATE, depth: 1, warmupMs: 500, measuredMs };
  try {
    await bidRun(bidding, core.pid, { ...work, measuredMs: quick ? 2_000 : 10_000 });
    const part = await measure({
      part: `${viewers} viewers, ${RATE} bids a second, ${ACCEPTED} % of them accepted`,
      rounds: quick ? 1 : 3,
      rooms: new RoomWatch([databaseUrl], say),
      product: async () => {
        const before = core.residentBytes() ?? NaN;
        await watching.ask('reset');
        const bids = await bidRun(bidding, core.pid, work);
        const seen = await watching.ask<Record<string, number>>('figures');
        const after = core.residentBytes() ?? NaN;
        await pause(200);
        return {
          value: seen['lagP99Ms'] ?? NaN,
          busy: seen['busy'] ?? 0,
          words: bids.words,
          figures: {
            lagP50Ms: seen['lagP50Ms'] ?? NaN,
            lagP99Ms: seen['lagP99Ms'] ?? NaN,
            everyPriceP99Ms: seen['everyPriceP99Ms'] ?? NaN,
            updatesPerSecond: seen['updatesPerSecond'] ?? NaN,
            serverCore: bids.figures['serverCore'] ?? NaN,
            answerP99Ms: bids.figures['p99Ms'] ?? NaN,
            bidsPerSecond: bids.figures['perSecond'] ?? NaN,
            memoryGrowthPercent: Number((((after - before) / before) * 100).toFixed(1)),
            viewersCore: Number((seen['busy'] ?? NaN).toFixed(2)),
          },
        };
      },
      bounds: (product) => [
        atMost(product, 'lagP99Ms', 250, 'ms'),
        atMost(product, 'memoryGrowthPercent', 10, '%'),
      ],
      note: 'lag: from the price’s own time until a viewer has it, every hundredth viewer asked',
    });
    return [part];
  } finally {
    await Promise.all([watching.stop(), bidding.stop()]);
    await core.stop();
  }
}

export const stormFanOut: Benchmark = {
  name: 'storm-fan-out',
  about: 'what viewers see while bids land on their lot by the thousand',
  run,
};
