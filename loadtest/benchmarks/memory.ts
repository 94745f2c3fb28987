import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, measure } from '../bench/rounds.ts';
import { freshDatabase } from '../lib/database.ts';
import { startProduct } from '../lib/product.ts';
import { proportionalBytesOf } from '../lib/worker.ts';

/** After the first page: what a start needs once is given back, and what is loaded late is there. */
const SETTLE_MS = 10_000;

async function run(setting: BenchSetting): Promise<Part[]> {
  const { quick, databaseUrl, redisUrl, namespace, folder } = setting;
  let round = 0;
  const idle = async () => {
    round += 1;
    const own = await freshDatabase(databaseUrl, `${new URL(databaseUrl).pathname.slice(1)}_${round}`);
    const product = await startProduct({
      databaseUrl: own,
      redisUrl,
      namespace: `${namespace}${round}:`,
      folder,
    });
    try {
      await pause(SETTLE_MS);
      const used = proportionalBytesOf(product.pid);
      if (used === null) throw new Error('this system does not tell how much memory a process uses');
      const megabytes = Math.round(used.bytes / 2 ** 20);
      return { value: megabytes, figures: { megabytes, processes: used.processes } };
    } finally {
      await product.stop();
    }
  };
  const part = await measure({
    part: 'npm start, idle',
    rounds: quick ? 1 : 3,
    product: idle,
    bounds: (product) => [atMost(product, 'megabytes', 600, 'MB')],
    note: `PSS of npm and all it started, ${SETTLE_MS / 1_000} s after the first page, without demo; PostgreSQL and Redis are given and not counted`,
  });
  return [part];
}

export const memory: Benchmark = {
  name: 'memory',
  about: 'memory of all processes of `npm start`, what they share counted once',
  run,
};
