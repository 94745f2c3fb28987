import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { compare, median, type Measured } from '../bench/rounds.ts';
import { startEmbeddedCore } from '../lib/embedded-core.ts';
import { RoomWatch } from '../lib/room-watch.ts';
import { startWorker, type Worker } from '../lib/worker.ts';

const CROWDS = [1_000, 5_000, 10_000];

async function crowd(url: string, count: number): Promise<Worker> {
  const worker = await startWorker('generators/viewers.ts');
  await worker.ask('connect', { url, count, sampled: 0 });
  return worker;
}

async function fanOut(worker: Worker, url: string, times: number, base: number): Promise<Measured> {
  await worker.ask('reset');
  const took = await worker.ask<number[]>('fanOut', { url, times, pauseMs: 120, base });
  const { busy } = await worker.ask<{ busy: number }>('figures');
  return {
    value: median(took),
    busy,
    figures: { medianMs: median(took), slowestMs: Math.max(...took), generatorCore: Number(busy.toFixed(2)) },
  };
}

async function run({ quick, databaseUrl, redisUrl, namespace, say }: BenchSetting): Promise<Part[]> {
  const rounds = quick ? 2 : 5;
  const times = quick ? 5 : 15;
  const rooms = new RoomWatch([databaseUrl], say);
  const core = await startEmbeddedCore({ rooms: 1, bidders: 1, databaseUrl, redisUrl, namespace });
  const bare = await startWorker('ceilings/bare-room.ts');
  const bareUrl = `http://127.0.0.1:${await bare.ask<number>('listen')}`;
  const parts: Part[] = [];
  try {
    let base = 1_000;
    for (const count of quick ? CROWDS.slice(0, 2) : CROWDS) {
      const [toProduct, toBare] = await Promise.all([crowd(core.url, count), crowd(bareUrl, count)]);
      // One bid of the product shows what its updates look like; the bare server sends the same.
      await fanOut(toProduct, core.url, 3, (base += 1_000_000));
      await bare.ask('send', { update: await toProduct.ask('update') });
      await fanOut(toBare, bareUrl, 3, 0);
      const lot = (base += 1_000_000);
      let round = 0;
      parts.push(
        await compare({
          part: `${count} viewers`,
          rounds,
          target: 1.3,
          more: false,
          rooms,
          product: () => fanOut(toProduct, core.url, times, lot + 10_000 * (round += 1)),
          ceiling: () => fanOut(toBare, bareUrl, times, 0),
          note: 'from the answer of a bid to the last viewer; ceiling: io.to(room).emit of the same bytes',
        }),
      );
      say(`${parts.at(-1)?.part}: ${parts.at(-1)?.ratio?.toFixed(2)}`);
      await Promise.all([toProduct.stop(), toBare.stop()]);
    }
    return parts;
  } finally {
    await bare.stop();
    await core.stop();
  }
}

export const roomFanOut: Benchmark = {
  name: 'room-fan-out',
  about: 'time from the answer of a bid until the last viewer of the room has it',
  run,
};
