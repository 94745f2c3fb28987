import { Redis } from 'ioredis';
import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { compare, type Measured } from '../bench/rounds.ts';
import { freshDatabase } from '../lib/database.ts';
import { startEmbeddedCore } from '../lib/embedded-core.ts';
import { RoomWatch } from '../lib/room-watch.ts';
import { cpuMsOf } from '../lib/worker.ts';
import { bidRun, generator } from './bid-throughput.ts';

const BOTS = 64;
const DEPTH = 8;
/** So many that some offers of a turn overtake one another. */
const DEEP = 32;
/** Bids a second at which both sides keep up. */
const RATE = 4_000;
const ROOMS = 50;

interface Work {
  acceptPercent: number;
  rooms: number;
  /** 0: a closed loop. */
  rate: number;
  /** Bids each socket has under way. */
  depth: number;
}

/** Where all are meant to be accepted, a few overtake one another: what refusing those early costs the others. */
const WORK: Work[] = [
  { acceptPercent: 10, rooms: 1, rate: 0, depth: DEPTH },
  { acceptPercent: 10, rooms: 1, rate: RATE, depth: DEPTH },
  { acceptPercent: 10, rooms: ROOMS, rate: 0, depth: DEPTH },
  { acceptPercent: 10, rooms: ROOMS, rate: RATE, depth: DEPTH },
  { acceptPercent: 100, rooms: 1, rate: 0, depth: DEEP },
];

type Side = Awaited<ReturnType<typeof startSide>>;

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
  const redisPid = await processOf(setting.redisUrl);
  const [on, off] = [await startSide(setting, 'on'), await startSide(setting, 'off')];
  const bids = async (
    { bots, core }: Side,
    { acceptPercent, rooms, rate, depth }: Work,
  ): Promise<Measured> => {
    const work = { rooms, acceptPercent, rate, depth, warmupMs, measuredMs };
    const redisBefore = cpuMsOf(redisPid) ?? NaN;
    const measured = await bidRun(bots, core.pid, work);
    const redisCore = ((cpuMsOf(redisPid) ?? NaN) - redisBefore) / (warmupMs + measuredMs);
    const { serverCore = NaN, perSecond = NaN } = measured.figures;
    const cpuMicrosecondsPerBid = ((serverCore + redisCore) / perSecond) * 1_000_000;
    const figures: Record<string, number> = { ...measured.figures, redisCore, cpuMicrosecondsPerBid };
    return { ...measured, figures, value: rate > 0 ? (figures['p50Ms'] ?? NaN) : measured.value };
  };
  const parts: Part[] = [];
  const watch = new RoomWatch([on.databaseUrl, off.databaseUrl], say);
  try {
    for (const work of WORK) {
      const { acceptPercent, rooms, rate, depth } = work;
      const mix = acceptPercent === 100 ? 'all' : `${acceptPercent} %`;
      const what = rate === 0 ? 'bids a second' : `${RATE} a second, p50`;
      parts.push(
        await compare({
          part: `${mix} meant to be accepted, ${rooms} ${rooms === 1 ? 'room' : 'rooms'}: ${what}`,
          rounds,
          target: null,
          more: rate === 0,
          rooms: watch,
          product: () => bids(on, work),
          ceiling: () => bids(off, work),
          note: `${BOTS} sockets, ${depth} bids under way on each; beside it: the same where the script judges every offer. Bids that overtake one another are refused, and in a closed loop more of them are where answers come sooner: see acceptedPercent`,
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

/** The Redis server's process, where it runs on this machine. */
async function processOf(redisUrl: string): Promise<number> {
  const redis = new Redis(redisUrl);
  const info = await redis.info('server');
  redis.disconnect();
  return Number(/process_id:(\d+)/.exec(info)?.[1]);
}

export const earlyRefusals: Benchmark = {
  name: 'early-refusals',
  about: 'bids over sockets with refusals by what is committed, beside the same without',
  run,
};
