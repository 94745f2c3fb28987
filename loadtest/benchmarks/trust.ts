import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, compare, type Measured } from '../bench/rounds.ts';
import { startEmbeddedCore } from '../lib/embedded-core.ts';
import { RoomWatch } from '../lib/room-watch.ts';
import { startWorker, type Worker } from '../lib/worker.ts';
import { bidRun, generator } from './bid-throughput.ts';

const ROOMS = 50;
const BOTS = 64;
const DEPTH = 32;
const RATE = 1_000;
const INCLUDED_MS = 2_000;
/** Protocols, and receipts, that are asked for in a second: of many rooms that close at once. */
const ASKED_A_SECOND = 10;

interface Signed {
  signedPerSecond: number;
  /** Share of a core that the signing process used. */
  signerCore: number;
  includedP99Ms: number;
}

async function run({ quick, seed, databaseUrl, redisUrl, namespace, say }: BenchSetting): Promise<Part[]> {
  const rounds = quick ? 2 : 5;
  const [warmupMs, measuredMs] = quick ? [150, 1_500] : [1_000, 5_000];
  const watch = new RoomWatch([databaseUrl], say);
  const core = await startEmbeddedCore({ rooms: ROOMS, bidders: BOTS, databaseUrl, redisUrl, namespace });
  const bids = await generator(core.url, { bots: BOTS, rooms: ROOMS, seed });
  const signing: Worker = await startWorker('servers/sign-statements.ts', { DATABASE_URL: databaseUrl });
  const parts: Part[] = [];
  try {
    for (const { part, rate, asked, target, more, valueOf } of [
      {
        part: 'bids a second, all accepted',
        rate: 0,
        asked: 0,
        target: 0.95,
        more: true,
        valueOf: ({ value }: Measured) => value,
      },
      {
        part: `p50 of bids at ${RATE} a second`,
        rate: RATE,
        asked: 0,
        target: 1.05,
        more: false,
        valueOf: ({ figures }: Measured) => Number(figures['p50Ms']),
      },
      {
        part: `bids a second, all accepted, ${ASKED_A_SECOND} protocols and receipts a second`,
        rate: 0,
        asked: ASKED_A_SECOND,
        target: null,
        more: true,
        valueOf: ({ value }: Measured) => value,
      },
    ]) {
      const work = { rooms: ROOMS, acceptPercent: 100, rate, depth: DEPTH, warmupMs, measuredMs };
      const plain = async () => {
        const measured = await bidRun(bids, core.pid, work);
        return { ...measured, value: valueOf(measured) };
      };
      // Bids whose receipts are asked for.
      await plain();
      parts.push(
        await compare({
          part,
          rounds,
          target,
          more,
          rooms: watch,
          product: async () => {
            await signing.ask<null>('prepare');
            const signed = signing.ask<Signed>('run', { milliseconds: warmupMs + measuredMs, asked });
            const measured = await plain();
            const { includedP99Ms, signerCore, signedPerSecond } = await signed;
            const figures = {
              includedP99Ms: Math.round(includedP99Ms),
              signedPerSecond: Number(signedPerSecond.toFixed(1)),
              signerCore: Number(signerCore.toFixed(2)),
            };
            return { ...measured, figures: Object.assign(figures, measured.figures) };
          },
          ceiling: plain,
          bounds: (product) => [atMost(product, 'includedP99Ms', INCLUDED_MS, 'ms')],
          note: 'every bid is put into the transparency tree within two seconds meanwhile, and the state of the tree is signed once a second, in a process of its own; beside it: the same bids without that',
        }),
      );
      say(`${part}: ${parts.at(-1)?.ratio?.toFixed(2)}`);
    }
  } finally {
    await Promise.all([bids.stop(), signing.stop()]);
    await core.stop();
  }
  return parts;
}

export const trust: Benchmark = {
  name: 'trust',
  about: 'bids while the operator signs protocols, receipts and states of the transparency tree',
  run,
};
