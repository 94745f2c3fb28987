import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { compare } from '../bench/rounds.ts';
import { freshDatabase } from '../lib/database.ts';
import { startEmbeddedCore } from '../lib/embedded-core.ts';
import { RoomWatch } from '../lib/room-watch.ts';
import { bidRun, generator } from './bid-throughput.ts';

const BOTS = 64;
const DEPTH = 32;
const ROOMS = 50;

async function startSide({ databaseUrl, redisUrl, namespace, seed }: BenchSetting, early: 'on' | 'off') {
  const own = await freshDatabase(databaseUrl, `${new URL(databaseUrl).pathname.slice(1)}_early_${early}`);
  const core = await startEmbeddedCore({
    rooms: ROOMS,
    bidders: BOTS,
    databaseUrl: own,
    redisUrl,
    namespace: `${namespace}${early}:`,
    env: { LOAD_EARLY_REFUSALS: early },
  });
  const bots = await generator(core.url, { bots: BOTS, rooms: ROOMS, seed });
  return { databaseUrl: own, core, bots };
}

async function run(setting: BenchSetting): Promise<Part[]> {
  const { quick, say } = setting;
  const rounds = quick ? 3 : 7;
  const [warmupMs, measuredMs] = quick ? [300, 1_000] : [1_000, 3_000];
  const [on, off] = [await startSide(setting, 'on'), await startSide(setting, 'off')];
  const parts: Part[] = [];
  const watch = new RoomWatch([on.databaseUrl, off.databaseUrl], say);
  try {
    for (const rooms of [1, ROOMS]) {
      const work = { rooms, acceptPercent: 10, rate: 0, depth: DEPTH, warmupMs, measuredMs };
      parts.push(
        await compare({
          part: `10 % accepted, ${rooms} ${rooms === 1 ? 'room' : 'rooms'}`,
          rounds,
          target: null,
          more: true,
          rooms: watch,
          product: () => bidRun(on.bots, on.core.pid, work),
          ceiling: () => bidRun(off.bots, off.core.pid, work),
          note: `${BOTS} sockets, ${DEPTH} bids under way on each; beside it: the same where the script judges every offer`,
        }),
      );
      say(`${parts.at(-1)?.part}: ${parts.at(-1)?.ratio?.toFixed(2)}`);
    }
  } finally {
    for (const { bots, core } of [on, off]) {
      await bots.stop();
      await core.stop();
    }
  }
  return parts;
}

export const earlyRefusals: Benchmark = {
  name: 'early-refusals',
  about: 'bids over sockets with refusals by what is committed, beside the same without',
  run,
};
