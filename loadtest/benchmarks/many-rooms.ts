import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, measure } from '../bench/rounds.ts';
import { ask } from '../lib/database.ts';
import { startEmbeddedCore } from '../lib/embedded-core.ts';
import { writeHistory } from '../lib/long-history.ts';
import { OwnRedis } from '../lib/own-redis.ts';
import { startWorker } from '../lib/worker.ts';
import { presenceOfManyRooms } from './many-rooms-presence.ts';

const BACK_MS = 4_000;
const PARTITIONS = 64;
const POLL_MS = 20;
const GIVE_UP_MS = 60_000;
/** Rooms that must also accept a bid over a socket. */
const SAMPLED = 100;

/** From the moment an empty Redis answers until all rooms are in it again, and none of them paused. */
async function backAfterLosingRedis(setting: BenchSetting, rooms: number): Promise<Part> {
  const { databaseUrl, namespace, redisProgram, folder, quick } = setting;
  if (!redisProgram) throw new Error('no program of Redis is named (REDIS_SERVER): nothing can be killed');
  const redis = await OwnRedis.start(redisProgram, folder);
  const core = await startEmbeddedCore({
    rooms: 0,
    bidders: 0,
    databaseUrl,
    redisUrl: redis.url,
    namespace,
  });
  const bots = await startWorker('generators/reconnections.ts');
  // A loaded room that runs is on the list of what is due.
  const counts = Array.from(
    { length: PARTITIONS },
    (_, partition) => `ZCARD ${namespace}{p${String(partition).padStart(2, '0')}}:due`,
  );
  const allBack = async () => {
    const giveUpAt = Date.now() + GIVE_UP_MS;
    while ((await redis.ask(counts)).reduce((sum, count) => sum + count, 0) < rooms) {
      if (Date.now() > giveUpAt) throw new Error('the rooms do not come back');
      await pause(POLL_MS);
    }
    return Date.now();
  };
  try {
    await allBack();
    await bots.ask('connect', { url: core.url, sockets: 10 });
    await bots.ask('bid', { rooms: SAMPLED });
    return await measure({
      part: `${rooms} rooms back after losing Redis`,
      rounds: quick ? 1 : 5,
      product: async () => {
        await redis.kill();
        await redis.begin();
        const [lostAt, cpuBefore] = [Date.now(), core.cpuMs() ?? NaN];
        await bots.ask('begin', { rooms: SAMPLED });
        const lastMs = (await allBack()) - lostAt;
        const coreCpuMs = (core.cpuMs() ?? NaN) - cpuBefore;
        const accepted = (await bots.ask<number[]>('back')).map((at) => at - lostAt);
        const [found] = await ask<{ paused: number }>(
          databaseUrl,
          `select count(*)::int as paused from auction_lot where phase = 'paused'`,
        );
        const figures = { lastMs, sampledMs: Math.max(...accepted), paused: found?.paused ?? NaN, coreCpuMs };
        return { value: lastMs, figures };
      },
      bounds: (product) => [atMost(product, 'lastMs', BACK_MS, 'ms'), atMost(product, 'paused', 0, 'rooms')],
      note: 'from the moment the empty Redis answers until every room is loaded; some bid over sockets meanwhile',
    });
  } finally {
    await bots.stop();
    await core.stop();
    await redis.kill();
  }
}

async function run(setting: BenchSetting): Promise<Part[]> {
  const rooms = setting.quick ? 2_000 : 10_000;
  await writeHistory({ databaseUrl: setting.databaseUrl, lots: rooms, bidders: 2, entries: 8 });
  const parts = [await backAfterLosingRedis(setting, rooms), await presenceOfManyRooms(setting)];
  for (const { part, product } of parts) setting.say(`${part}: ${JSON.stringify(product)}`);
  return parts;
}

export const manyRooms: Benchmark = {
  name: 'many-rooms',
  about: 'ten thousand running rooms: back after losing Redis, their presence',
  run,
};
