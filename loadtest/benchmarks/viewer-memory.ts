import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { compare, type Measured } from '../bench/rounds.ts';
import { startEmbeddedCore } from '../lib/embedded-core.ts';
import { residentBytesOf, startWorker } from '../lib/worker.ts';

/** A quarter of the viewers first: what a process needs once is not counted for each of them. */
const SETTLE_MS = 2_500;

async function bytesPerViewer(
  url: string,
  pid: number,
  count: number,
  tidy: () => Promise<void>,
): Promise<Measured> {
  const first = await startWorker('generators/viewers.ts');
  const rest = await startWorker('generators/viewers.ts');
  try {
    await first.ask('connect', { url, count: Math.round(count / 4), sampled: 0 });
    await pause(SETTLE_MS);
    await tidy();
    const before = residentBytesOf(pid);
    await rest.ask('connect', { url, count, sampled: 0 });
    await pause(SETTLE_MS);
    await tidy();
    const after = residentBytesOf(pid);
    if (before === null || after === null)
      throw new Error('this system does not tell how much memory a process uses');
    const each = (after - before) / count;
    return {
      value: each,
      figures: { bytesPerViewer: Math.round(each), residentMegabytes: Math.round(after / 2 ** 20) },
    };
  } finally {
    await Promise.all([first.stop(), rest.stop()]);
  }
}

async function run({ quick, databaseUrl, redisUrl, namespace }: BenchSetting): Promise<Part[]> {
  const count = quick ? 1_000 : 5_000;
  // Each round on fresh processes: memory once used is not given back.
  const part = await compare({
    part: `${count} viewers of one room`,
    rounds: quick ? 1 : 3,
    target: 1.15,
    more: false,
    product: async () => {
      const flags = ['--expose-gc'];
      const core = await startEmbeddedCore({ rooms: 1, bidders: 1, databaseUrl, redisUrl, namespace, flags });
      try {
        return await bytesPerViewer(core.url, core.pid, count, async () => {
          core.signal('SIGUSR2');
          await pause(500);
        });
      } finally {
        await core.stop();
      }
    },
    ceiling: async () => {
      const bare = await startWorker('ceilings/bare-room.ts', {}, ['--expose-gc']);
      try {
        const url = `http://127.0.0.1:${await bare.ask<number>('listen')}`;
        return await bytesPerViewer(url, bare.pid, count, async () => {
          await bare.ask('tidy');
          await pause(500);
        });
      } finally {
        await bare.stop();
      }
    },
    note: 'resident memory, after both have collected their garbage; ceiling: a bare connection in a room',
  });
  return [part];
}

export const viewerMemory: Benchmark = {
  name: 'viewer-memory',
  about: 'resident bytes for each connected viewer',
  run,
};
