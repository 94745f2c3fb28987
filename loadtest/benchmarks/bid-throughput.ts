import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { compare, type Measured } from '../bench/rounds.ts';
import type { BidFigures, BidRun } from '../generators/bids.ts';
import { startEmbeddedCore } from '../lib/embedded-core.ts';
import { RoomWatch } from '../lib/room-watch.ts';
import { cpuMsOf, startWorker, type Worker } from '../lib/worker.ts';

const BOTS = 64;
/** So many that both sides are bounded by their work and not by waiting. */
const DEPTH = 32;
const ROOMS = 50;
/** Least ratio, by what is meant to be accepted in percent and the number of rooms. */
const TARGETS: Record<string, number> = { '10/1': 0.6, '10/50': 0.5, '100/1': 0.65, '100/50': 0.55 };

/** Bots on real sockets against one server, in a process of their own. */
export async function generator(
  url: string,
  o: { bots: number; rooms: number; seed: number },
): Promise<Worker> {
  const worker = await startWorker('generators/bids.ts');
  await worker.ask('connect', { url, ...o });
  return worker;
}

/** One run of the generator, with what the server's own processes used meanwhile. */
export async function bidRun(
  worker: Worker,
  serverPids: number | readonly number[],
  run: BidRun,
): Promise<Measured & { words: BidFigures['words'] }> {
  const pids = [serverPids].flat();
  const cpuMs = () =>
    pids.map(cpuMsOf).reduce((sum, one) => (sum === null || one === null ? null : sum + one));
  const before = cpuMs();
  const startedAt = performance.now();
  const figures = await worker.ask<BidFigures>('run', run);
  const took = performance.now() - startedAt;
  const after = cpuMs();
  const { perSecond, accepted, p50, p99, p999, max, busy } = figures;
  return {
    value: perSecond,
    busy,
    words: figures.words,
    figures: {
      perSecond: Math.round(perSecond),
      acceptedPercent: Math.round(accepted * 100),
      p50Ms: p50,
      p99Ms: p99,
      p999Ms: p999,
      maxMs: max,
      serverCore: before === null || after === null ? NaN : Number(((after - before) / took).toFixed(2)),
      generatorCore: Number(busy.toFixed(2)),
    },
  };
}

async function run({ quick, seed, databaseUrl, redisUrl, namespace, say }: BenchSetting): Promise<Part[]> {
  const rounds = quick ? 2 : 5;
  const [warmupMs, measuredMs] = quick ? [150, 500] : [1_000, 3_000];
  const core = await startEmbeddedCore({ rooms: ROOMS, bidders: BOTS, databaseUrl, redisUrl, namespace });
  const bare = await startWorker('ceilings/bare-ack.ts');
  const inserting = await startWorker('ceilings/batched-insert.ts', { DATABASE_URL: databaseUrl });
  const at = async (worker: Worker) => `http://127.0.0.1:${await worker.ask<number>('listen')}`;
  const bots = { bots: BOTS, rooms: ROOMS, seed };
  const [toProduct, toBare, toInserting] = await Promise.all([
    generator(core.url, bots),
    at(bare).then((url) => generator(url, bots)),
    at(inserting).then((url) => generator(url, bots)),
  ]);
  const parts: Part[] = [];
  const watch = new RoomWatch([databaseUrl], say);
  try {
    for (const acceptPercent of [10, 100]) {
      for (const rooms of [1, ROOMS]) {
        const work = { rooms, acceptPercent, rate: 0, depth: DEPTH, warmupMs, measuredMs };
        const mix = acceptPercent === 100 ? 'all accepted' : `${acceptPercent} % accepted`;
        const [worker, server] = acceptPercent === 100 ? [toInserting, inserting] : [toBare, bare];
        parts.push(
          await compare({
            part: `${mix}, ${rooms} ${rooms === 1 ? 'room' : 'rooms'}`,
            rounds,
            target: TARGETS[`${acceptPercent}/${rooms}`] ?? null,
            more: true,
            rooms: watch,
            product: () => bidRun(toProduct, core.pid, work),
            ceiling: () => bidRun(worker, server.pid, work),
            note: `${BOTS} sockets, ${DEPTH} bids under way on each; ceiling: ${acceptPercent === 100 ? 'batched insert' : 'bare acknowledgement'}; limiter of the product set to 100 000 events a second`,
          }),
        );
        say(`${parts.at(-1)?.part}: ${parts.at(-1)?.ratio?.toFixed(2)}`);
      }
    }
  } finally {
    await Promise.all([toProduct, toBare, toInserting, bare, inserting].map((worker) => worker.stop()));
    await core.stop();
  }
  return parts;
}

export const bidThroughput: Benchmark = {
  name: 'bid-throughput',
  about: 'bids a second decided and answered over sockets, committed before the answer',
  run,
};
