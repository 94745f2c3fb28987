import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, compare, type Measured } from '../bench/rounds.ts';
import { startEmbeddedCore, type EmbeddedCore } from '../lib/embedded-core.ts';
import { RoomWatch } from '../lib/room-watch.ts';
import { startWorker, type Worker } from '../lib/worker.ts';
import { bidRun, generator } from './bid-throughput.ts';

const ORDERS = 1_000;
const LIMIT_SECONDS = 30;
const BOTS = 50;
const RATE = 500;
/** The longest a round waits for the publication. */
const PATIENCE_MS = 120_000;

async function duringPublication(
  core: EmbeddedCore,
  bids: Worker,
  orders: Worker,
  work: object,
): Promise<Measured> {
  await orders.ask('make', { orders: ORDERS });
  const publishing = orders.ask<{ seconds: number }>('run', { orders: ORDERS });
  const measured = await bidRun(bids, core.pid, work as never);
  const done = await Promise.race([publishing, pause(PATIENCE_MS, null, { ref: false })]);
  if (!done) throw new Error('the orders are not published in time');
  return {
    ...measured,
    value: Number(measured.figures['p99Ms']),
    figures: { ...measured.figures, publishSeconds: Number(done.seconds.toFixed(1)) },
  };
}

async function run({ quick, seed, databaseUrl, redisUrl, namespace, say }: BenchSetting): Promise<Part[]> {
  const rooms = new RoomWatch([databaseUrl], say);
  const core = await startEmbeddedCore({ rooms: 1, bidders: BOTS, databaseUrl, redisUrl, namespace });
  const bids = await generator(core.url, { bots: BOTS, rooms: 1, seed });
  const orders = await startWorker('servers/publish-orders.ts', { DATABASE_URL: databaseUrl });
  const [warmupMs, measuredMs] = quick ? [500, 10_000] : [1_000, 20_000];
  const work = { rooms: 1, acceptPercent: 100, rate: RATE, depth: 8, warmupMs, measuredMs };
  try {
    await bidRun(bids, core.pid, work);
    const part = await compare({
      part: `p99 of bids at ${RATE} a second while ${ORDERS} orders are published`,
      rounds: quick ? 1 : 3,
      target: 1.5,
      more: false,
      rooms,
      product: () => duringPublication(core, bids, orders, work),
      ceiling: async () => {
        const alone = await bidRun(bids, core.pid, work);
        return { ...alone, value: Number(alone.figures['p99Ms']) };
      },
      bounds: (product) => [atMost(product, 'publishSeconds', LIMIT_SECONDS, 's')],
      note: `${ORDERS} approved orders with three photos and a document each become lots, in a process of their own; ceiling: the same bids without them`,
    });
    say(`${part.part}: ${part.ratio?.toFixed(2)}`);
    return [part];
  } finally {
    await Promise.all([bids.stop(), orders.stop()]);
    await core.stop();
  }
}

export const publish: Benchmark = {
  name: 'publish',
  about: 'a thousand approved orders become lots while people bid',
  run,
};
