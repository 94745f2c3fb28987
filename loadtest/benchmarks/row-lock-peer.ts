import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { compare } from '../bench/rounds.ts';
import { startEmbeddedCore } from '../lib/embedded-core.ts';
import { RoomWatch } from '../lib/room-watch.ts';
import { startWorker } from '../lib/worker.ts';
import { bidRun, generator } from './bid-throughput.ts';

const BOTS = 100;
const DEPTH = 8;
const POOLS = [1, 2, 4, 8, 16, 32];
/** What a team that never searched would set. */
const MANY = 100;

async function run({ quick, seed, databaseUrl, redisUrl, namespace, say }: BenchSetting): Promise<Part[]> {
  const rounds = quick ? 1 : 5;
  const [warmupMs, measuredMs] = quick ? [250, 800] : [1_000, 3_000];
  const rooms = new RoomWatch([databaseUrl], say);
  const core = await startEmbeddedCore({ rooms: 1, bidders: BOTS, databaseUrl, redisUrl, namespace });
  const peer = await startWorker('ceilings/row-lock-peer.ts', { DATABASE_URL: databaseUrl });
  const url = `http://127.0.0.1:${await peer.ask<number>('listen', { rooms: 1, bidders: BOTS })}`;
  const bots = { bots: BOTS, rooms: 1, seed };
  const [toProduct, toPeer] = await Promise.all([generator(core.url, bots), generator(url, bots)]);
  const work = { rooms: 1, acceptPercent: 100, rate: 0, depth: DEPTH, warmupMs, measuredMs };
  try {
    await bidRun(toProduct, core.pid, { ...work, measuredMs: 1_000 });
    const found: { max: number; perSecond: number }[] = [];
    for (const max of quick ? [1, 4, 16] : POOLS) {
      await peer.ask('connections', { max });
      const { value } = await bidRun(toPeer, peer.pid, { ...work, measuredMs: quick ? 500 : 2_000 });
      found.push({ max, perSecond: Math.round(value) });
    }
    const best = found.toSorted((a, b) => b.perSecond - a.perSecond)[0]?.max ?? 4;
    const searched = found.map(({ max, perSecond }) => `${max}: ${perSecond}/s`).join(', ');
    say(`pool sizes tried: ${searched}`);
    const parts: Part[] = [];
    for (const [max, target] of [
      [best, 12],
      [MANY, 12],
    ] as const) {
      await peer.ask('connections', { max });
      parts.push(
        await compare({
          part: `one hot lot, peer with ${max} connections${max === best ? ' (its best)' : ''}`,
          rounds,
          target,
          more: true,
          rooms,
          product: () => bidRun(toProduct, core.pid, work),
          ceiling: () => bidRun(toPeer, peer.pid, work),
          note: `all meant to be accepted, ${BOTS} sockets with ${DEPTH} under way; pools tried: ${searched}`,
        }),
      );
      say(`${parts.at(-1)?.part}: ${parts.at(-1)?.ratio?.toFixed(2)}`);
    }
    return parts;
  } finally {
    await Promise.all([toProduct, toPeer, peer].map((worker) => worker.stop()));
    await core.stop();
  }
}

export const rowLockPeer: Benchmark = {
  name: 'row-lock-peer',
  about: 'bids a second beside the design most teams would write: one row lock in PostgreSQL a bid',
  run,
};
