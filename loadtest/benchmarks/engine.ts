import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { compare, type Measured } from '../bench/rounds.ts';
import { startEngine } from '../lib/engine.ts';
import { startWorker } from '../lib/worker.ts';

const DEPTH = 512;

async function run({ quick, databaseUrl, redisUrl, namespace, say }: BenchSetting): Promise<Part[]> {
  const rounds = quick ? 3 : 7;
  const milliseconds = quick ? 700 : 2_000;
  const engine = await startEngine({ databaseUrl, redisUrl, namespace });
  const xadd = await startWorker('ceilings/one-xadd.ts', { REDIS_URL: redisUrl, REDIS_NAMESPACE: namespace });
  const flooded = async (acceptPercent: number, depth: number): Promise<Measured> => {
    const { perSecond, busy, words, offers } = await engine.flood({ milliseconds, depth, acceptPercent });
    const accepted = Math.round(((words['accepted'] ?? 0) / offers) * 100);
    const figures = {
      perSecond: Math.round(perSecond),
      acceptedPercent: accepted,
      clientCore: Number(busy.toFixed(2)),
    };
    return { value: perSecond, busy, figures };
  };
  const ceiling = (depth: number) => async (): Promise<Measured> => {
    const { perSecond, busy } = await xadd.ask<{ perSecond: number; busy: number }>('flood', {
      milliseconds,
      depth,
    });
    return {
      value: perSecond,
      busy,
      figures: { perSecond: Math.round(perSecond), clientCore: Number(busy.toFixed(2)) },
    };
  };
  try {
    await engine.flood({ milliseconds: 1_000, depth: DEPTH, acceptPercent: 50 });
    await ceiling(DEPTH)();
    const parts: Part[] = [];
    for (const acceptPercent of [100, 10]) {
      parts.push(
        await compare({
          part: acceptPercent === 100 ? 'all accepted' : `${acceptPercent} % accepted`,
          rounds,
          target: 0.5,
          more: true,
          product: () => flooded(acceptPercent, DEPTH),
          ceiling: ceiling(DEPTH),
          note: `${DEPTH} under way at once; the product judges the offers one turn of its loop made in one call, the ceiling makes a call for each`,
        }),
      );
      say(`${parts.at(-1)?.part}: ${parts.at(-1)?.ratio?.toFixed(2)}`);
    }
    parts.push(
      await compare({
        part: 'one bid under way at a time',
        rounds,
        target: null,
        more: true,
        product: () => flooded(100, 1),
        ceiling: ceiling(1),
        note: 'for comparison: a call and a round trip for each bid on both sides',
      }),
    );
    return parts;
  } finally {
    engine.stop();
    await xadd.stop();
  }
}

export const engine: Benchmark = {
  name: 'engine',
  about: 'bids a second of the place script, pipelined, without sockets or commits',
  run,
};
