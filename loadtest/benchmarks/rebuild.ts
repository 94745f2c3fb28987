import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, measure } from '../bench/rounds.ts';
import { freshDatabase } from '../lib/database.ts';
import { startEmbeddedCore } from '../lib/embedded-core.ts';
import { OwnRedis } from '../lib/own-redis.ts';
import { startWorker } from '../lib/worker.ts';

const LIMITS_MS: readonly [rooms: number, limitMs: number | null][] = [
  [1, 500],
  [100, null],
  [1_000, 5_000],
];

async function rebuilt(
  setting: BenchSetting,
  program: string,
  rooms: number,
  limitMs: number | null,
): Promise<Part> {
  const { databaseUrl, namespace, folder, quick } = setting;
  const own = await freshDatabase(databaseUrl, `${new URL(databaseUrl).pathname.slice(1)}_${rooms}`);
  const redis = await OwnRedis.start(program, folder);
  const core = await startEmbeddedCore({
    rooms,
    bidders: 1,
    databaseUrl: own,
    redisUrl: redis.url,
    namespace,
  });
  const bots = await startWorker('generators/reconnections.ts');
  try {
    await bots.ask('connect', { url: core.url, sockets: Math.min(rooms, 50) });
    await bots.ask('bid', { rooms });
    return await measure({
      part: `${rooms} ${rooms === 1 ? 'room' : 'rooms'}`,
      rounds: quick ? 1 : 5,
      product: async () => {
        await redis.kill();
        await redis.begin();
        const [backAt, cpuBefore] = [Date.now(), core.cpuMs() ?? NaN];
        await bots.ask('begin', { rooms });
        const times = (await bots.ask<number[]>('back')).map((at) => at - backAt);
        const lastMs = Math.max(...times);
        const coreCpuMs = (core.cpuMs() ?? NaN) - cpuBefore;
        return { value: lastMs, figures: { firstMs: Math.min(...times), lastMs, coreCpuMs } };
      },
      bounds: (product) => (limitMs === null ? [] : [atMost(product, 'lastMs', limitMs, 'ms')]),
      note: 'from the moment the empty Redis answers until each room has accepted a bid over a socket',
    });
  } finally {
    await bots.stop();
    await core.stop();
    await redis.kill();
  }
}

async function run(setting: BenchSetting): Promise<Part[]> {
  const { redisProgram, quick, say } = setting;
  if (!redisProgram) throw new Error('no program of Redis is named (REDIS_SERVER): nothing can be killed');
  const parts: Part[] = [];
  for (const [rooms, limitMs] of LIMITS_MS) {
    if (quick && rooms > 100) continue;
    parts.push(await rebuilt(setting, redisProgram, rooms, limitMs));
    say(`${parts.at(-1)?.part}: last after ${parts.at(-1)?.product['lastMs']} ms`);
  }
  return parts;
}

export const rebuild: Benchmark = {
  name: 'rebuild',
  about: 'time from an empty restart of Redis until running rooms accept bids again',
  run,
};
