import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { compare, type Measured } from '../bench/rounds.ts';
import { startEngine, type Engine } from '../lib/engine.ts';

const DEPTH = 256;

/** Milliseconds of a thousand bids: the cost, so that more is worse. */
async function cost(engine: Engine, offers: number): Promise<Measured> {
  const { took, busy } = await engine.flood({ offers, depth: DEPTH, acceptPercent: 100 });
  const each = (took / offers) * 1_000;
  return { value: each, busy, figures: { microsecondsPerBid: Number(each.toFixed(2)) } };
}

async function run({ quick, databaseUrl, redisUrl, namespace, say }: BenchSetting): Promise<Part[]> {
  const rounds = quick ? 3 : 7;
  const sample = quick ? 5_000 : 20_000;
  const history = quick ? 100_000 : 1_000_000;
  const rooms = quick ? 1_000 : 10_000;
  const parts: Part[] = [];
  const fresh = await startEngine({ databaseUrl, redisUrl, namespace: `${namespace}a:` });
  try {
    await cost(fresh, sample);
    for (const [part, other] of [
      [`${history} bids before`, () => startEngine({ databaseUrl, redisUrl, namespace: `${namespace}b:` })],
      [
        `${rooms} rooms open`,
        () => startEngine({ databaseUrl, redisUrl, namespace: `${namespace}c:`, rooms }),
      ],
    ] as const) {
      const grown = await other();
      try {
        await cost(grown, part.endsWith('before') ? history : sample);
        parts.push(
          await compare({
            part,
            rounds,
            target: 1.2,
            more: false,
            product: () => cost(grown, sample),
            ceiling: () => cost(fresh, sample),
            note: 'cost of a bid in the scripts; beside it the same on a lot that has only the bids of these rounds, in the only room',
          }),
        );
        say(`${part}: ${parts.at(-1)?.ratio?.toFixed(2)}`);
      } finally {
        grown.stop();
      }
    }
    return parts;
  } finally {
    fresh.stop();
  }
}

export const growth: Benchmark = {
  name: 'growth',
  about: 'cost of one bid as its lot’s history and the number of rooms grow',
  run,
};
