import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, measure, type Measured } from '../bench/rounds.ts';
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

/** How long the rooms are open: enough to open and to enter all of them. A busy machine needs more, and is given it. */
const OPEN_SECONDS = { quick: [9, 40], full: [30, 120, 300] };

type Start = Pick<BenchSetting, 'databaseUrl' | 'redisUrl'> & { rooms: number; namespace: string };

/** One deadline of all rooms; null when they ended before all of them could be watched. */
async function deadline(o: Start, openSeconds: number): Promise<Measured | null> {
  const core = await startEmbeddedCore({
    ...o,
    bidders: 0,
    env: { LOAD_ROOM_SECONDS: String(openSeconds) },
  });
  const watching = await startWorker('generators/closings.ts');
  try {
    const deadlineMs = await watching.ask<number>('connect', { url: core.url, rooms: o.rooms });
    if (deadlineMs < Date.now()) return null;
    await pause(deadlineMs - Date.now());
    let seen: Closings;
    do {
      await pause(250);
      seen = await watching.ask<Closings>('figures');
    } while (seen.closed < o.rooms && Date.now() < deadlineMs + PATIENCE_MS);
    const { closed, firstMs, medianMs, lastMs } = seen;
    const figures = {
      firstMs: firstMs ?? NaN,
      medianMs: medianMs ?? NaN,
      lastMs: closed === o.rooms ? (lastMs ?? NaN) : Infinity,
    };
    return { value: lastMs ?? NaN, figures: { ...figures, closed } };
  } finally {
    await watching.stop();
    await core.stop();
  }
}

async function run({ quick, databaseUrl, redisUrl, namespace, say }: BenchSetting): Promise<Part[]> {
  const rooms = quick ? 500 : 2_000;
  let [round, patience] = [0, 0];
  const tries = quick ? OPEN_SECONDS.quick : OPEN_SECONDS.full;
  const part = await measure({
    part: `${rooms} rooms, one deadline`,
    rounds: quick ? 1 : 3,
    product: async () => {
      for (; patience < tries.length; patience += 1) {
        round += 1;
        const own = await freshDatabase(databaseUrl, `${new URL(databaseUrl).pathname.slice(1)}_${round}`);
        const start = { rooms, redisUrl, databaseUrl: own, namespace: `${namespace}${round}:` };
        const measured = await deadline(start, tries[patience] ?? NaN);
        if (measured) return measured;
        say(`${tries[patience]} s were too short to enter all rooms: once more`);
      }
      throw new Error('the rooms ended before all of them could be watched');
    },
    bounds: (product) => [atMost(product, 'firstMs', 250, 'ms'), atMost(product, 'lastMs', 1_000, 'ms')],
    note: 'from the deadline until a watching socket has received that the room is closed, committed and all',
  });
  return [part];
}

export const clock: Benchmark = {
  name: 'clock',
  about: 'time until all rooms with one deadline are closed and announced',
  run,
};
