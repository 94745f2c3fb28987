import type { BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, measure } from '../bench/rounds.ts';
import { startWorker } from '../lib/worker.ts';

const [NODES, PEOPLE] = [8, 20];

/** Share of a core that Redis uses for the presence of all rooms while some change. */
export async function presenceOfManyRooms({ quick, redisUrl, namespace }: BenchSetting): Promise<Part> {
  const rooms = quick ? 2_000 : 10_000;
  const nodes = await startWorker('servers/many-rooms-presence.ts');
  try {
    return await measure({
      part: `presence of ${NODES} nodes × ${PEOPLE} people in each of ${rooms} rooms`,
      rounds: 1,
      product: async () => {
        const order = { nodes: NODES, people: PEOPLE, rooms, redisUrl, namespace };
        const figures = await nodes.ask<Record<string, number>>('measure', order);
        return { value: figures['redisCorePercent'] ?? NaN, figures };
      },
      bounds: (product) => [atMost(product, 'redisCorePercent', 2, '% of a core')],
      note: 'each second one room of a hundred changes on each node; all nodes are in one process',
    });
  } finally {
    await nodes.stop();
  }
}
