import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, measure } from '../bench/rounds.ts';
import { freshDatabase } from '../lib/database.ts';
import { startEmbeddedCore } from '../lib/embedded-core.ts';
import { startWorker } from '../lib/worker.ts';

const PATIENCE_MS = 15_000;

interface Closings {
  closed: number;
  firstMs: number | null;
  medianMs: number | null;
  lastMs: number | null;
}

async function run({ quick, databaseUrl, redisUrl, namespace }: BenchSetting): Promise<Part[]> {
  const rooms = quick ? 500 : 2_000;
  let round = 0;
  const part = await measure({
    part: `${rooms} rooms, one deadline`,
    rounds: quick ? 1 : 3,
    product: async () => {
      round += 1;
      const own = await freshDatabase(databaseUrl, `${new URL(databaseUrl).pathname.slice(1)}_${round}`);
      const core = await startEmbeddedCore({
        ...{ rooms, bidders: 0, databaseUrl: own, redisUrl, namespace: `${namespace}${round}:` },
        // Long enough to open and to enter all of them.
        env: { LOAD_ROOM_SECONDS: quick ? '9' : '30' },
      });
      const watching = await startWorker('generators/closings.ts');
      try {
        const deadlineMs = await watching.ask<number>('connect', { url: core.url, rooms });
        if (deadlineMs < Date.now()) throw new Error('the rooms ended before all of them could be watched');
        await pause(deadlineMs - Date.now());
        let seen: Closings;
        do {
          await pause(250);
          seen = await watching.ask<Closings>('figures');
        } while (seen.closed < rooms && Date.now() < deadlineMs + PATIENCE_MS);
        const { closed, firstMs, medianMs, lastMs } = seen;
        return {
          value: lastMs ?? NaN,
          figures: {
            firstMs: firstMs ?? NaN,
            medianMs: medianMs ?? NaN,
            lastMs: closed === rooms ? (lastMs ?? NaN) : Infinity,
            closed,
          },
        };
      } finally {
        await watching.stop();
        await core.stop();
      }
    },
    bounds: (product) => [atMost(product, 'firstMs', 250, 'ms'), atMost(product, 'lastMs', 1_000, 'ms')],
    note: 'from the deadline until a watching socket has been told that the room is closed, committed and all',
  });
  return [part];
}

export const clock: Benchmark = {
  name: 'clock',
  about: 'time until all rooms with one deadline are closed and announced',
  run,
};
