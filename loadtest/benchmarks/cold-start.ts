import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, measure } from '../bench/rounds.ts';
import { freshDatabase } from '../lib/database.ts';
import { startProduct } from '../lib/product.ts';

async function run({ quick, databaseUrl, redisUrl, namespace, folder }: BenchSetting): Promise<Part[]> {
  let round = 0;
  const part = await measure({
    part: 'npm start until the first page',
    rounds: quick ? 1 : 5,
    product: async () => {
      round += 1;
      const own = await freshDatabase(databaseUrl, `${new URL(databaseUrl).pathname.slice(1)}_${round}`);
      const product = await startProduct({
        databaseUrl: own,
        redisUrl,
        namespace: `${namespace}${round}:`,
        folder,
      });
      await product.stop();
      return { value: product.seconds, figures: { seconds: Number(product.seconds.toFixed(2)) } };
    },
    bounds: (product) => [atMost(product, 'seconds', 5, 's')],
    note: 'packages installed, client built, services of this run; the launcher’s own services take about 0.1 s more, 1 s the very first time',
  });
  return [part];
}

export const coldStart: Benchmark = {
  name: 'cold-start',
  about: '`npm start` on an installed clone until the first page is served',
  run,
};
