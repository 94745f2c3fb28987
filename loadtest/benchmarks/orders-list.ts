import type { Benchmark } from '../bench/benchmark.ts';
import { atMost, measure } from '../bench/rounds.ts';
import { quantile } from '../lib/quantile.ts';
import { startWorker } from '../lib/worker.ts';

const ORDERS = 100_000;
const LIMIT_MS = 50;

/** A customer with 100 000 orders turns the pages of their list. */
export const ordersList: Benchmark = {
  name: 'orders-list',
  about: 'pages of a list of 100 000 orders of one customer, in the service',

  async run({ quick, databaseUrl }) {
    const service = await startWorker('servers/orders-list.ts', { DATABASE_URL: databaseUrl });
    try {
      await service.ask('fill', { count: ORDERS });
      const calls = quick ? 150 : 600;
      await service.ask('read', { count: ORDERS, calls: 60 });
      return [
        await measure({
          part: 'a page with its total',
          rounds: quick ? 1 : 3,
          async product() {
            const took = await service.ask<number[]>('read', { count: ORDERS, calls });
            const sorted = took.toSorted((one, other) => one - other);
            const p99Ms = quantile(sorted, 0.99);
            return { value: p99Ms, figures: { p50Ms: quantile(sorted, 0.5), p99Ms } };
          },
          bounds: (figures) => [atMost(figures, 'p99Ms', LIMIT_MS, 'ms')],
        }),
      ];
    } finally {
      await service.stop();
    }
  },
};
