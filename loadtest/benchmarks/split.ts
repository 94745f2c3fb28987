import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { compare, type Measured } from '../bench/rounds.ts';
import { freshDatabase } from '../lib/database.ts';
import { startEmbeddedCore, type EmbeddedCore } from '../lib/embedded-core.ts';
import { RoomWatch } from '../lib/room-watch.ts';
import type { Worker } from '../lib/worker.ts';
import { bidRun, generator } from './bid-throughput.ts';

const BOTS = 64;

interface Layout {
  databaseUrl: string;
  bots: Worker;
  /** All processes of the layout. */
  pids: number[];
  stop(): Promise<void>;
}

/**
 * - `one`: web, clock and journal in one process, as under `npm start`;
 * - `apart`: the journal is a process of its own that web hears through the committed feed alone, as installations have it.
 */
async function startLayout(setting: BenchSetting, name: 'one' | 'apart'): Promise<Layout> {
  const { databaseUrl, redisUrl, namespace, seed } = setting;
  const own = await freshDatabase(databaseUrl, `${new URL(databaseUrl).pathname.slice(1)}_${name}`);
  const services = { databaseUrl: own, redisUrl, namespace: `${namespace}${name}:` };
  const cores: EmbeddedCore[] = [];
  if (name === 'apart')
    cores.push(
      await startEmbeddedCore({ ...services, rooms: 0, bidders: 0, env: { LOAD_ROLES: 'journal' } }),
    );
  const env = { LOAD_ROLES: name === 'apart' ? 'web,clock' : 'web,clock,journal' };
  const web = await startEmbeddedCore({ ...services, rooms: 1, bidders: BOTS, env });
  cores.push(web);
  const bots = await generator(web.url, { bots: BOTS, rooms: 1, seed });
  return {
    databaseUrl: own,
    bots,
    pids: cores.map(({ pid }) => pid),
    async stop() {
      await bots.stop();
      // Web first: it must not wait for a journal that has ended.
      for (const core of cores.toReversed()) await core.stop();
    },
  };
}

async function run(setting: BenchSetting): Promise<Part[]> {
  const { quick, say } = setting;
  const rounds = quick ? 3 : 5;
  const [warmupMs, measuredMs] = quick ? [300, 1_000] : [1_000, 3_000];
  const started = new Map<string, Layout>();
  const layout = (name: string): Layout => {
    const found = started.get(name);
    if (!found) throw new Error(`no layout ${name}`);
    return found;
  };
  const bids = async (name: string, acceptPercent: number, rate: number): Promise<Measured> => {
    const { bots, pids } = layout(name);
    const work = { rooms: 1, acceptPercent, rate, depth: rate > 0 ? 8 : 32, warmupMs, measuredMs };
    const measured = await bidRun(bots, pids, work);
    const { serverCore = NaN, perSecond = NaN } = measured.figures;
    const cpuMicrosecondsPerBid = (serverCore / perSecond) * 1_000_000;
    return {
      ...measured,
      figures: { ...measured.figures, cpuMicrosecondsPerBid },
      value: rate > 0 ? (measured.figures['p99Ms'] ?? NaN) : measured.value,
    };
  };
  const parts: Part[] = [];
  try {
    for (const name of ['one', 'apart'] as const) started.set(name, await startLayout(setting, name));
    const rooms = new RoomWatch(
      [...started.values()].map(({ databaseUrl }) => databaseUrl),
      say,
    );
    for (const [what, acceptPercent, rate] of [
      ['bids a second, 10 % accepted', 10, 0],
      ['bids a second, all accepted', 100, 0],
      ['1 000 a second, all accepted, p99', 100, 1_000],
    ] as const) {
      parts.push(
        await compare({
          part: `journal apart: ${what}`,
          rounds,
          target: null,
          more: rate === 0,
          rooms,
          product: () => bids('apart', acceptPercent, rate),
          ceiling: () => bids('one', acceptPercent, rate),
          note: `one room, ${BOTS} sockets; beside it: the same with web and journal in one process (npm start); serverCore is the sum of the processes`,
        }),
      );
      say(`${parts.at(-1)?.part}: ${parts.at(-1)?.ratio?.toFixed(2)}`);
    }
  } finally {
    for (const one of started.values()) await one.stop();
  }
  return parts;
}

export const split: Benchmark = {
  name: 'split',
  about: 'bids over sockets with the journal in a process of its own, beside one process for both',
  run,
};
