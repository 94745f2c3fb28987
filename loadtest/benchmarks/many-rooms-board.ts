import type { BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, measure } from '../bench/rounds.ts';
import { startWorker } from '../lib/worker.ts';

/** The server sends what changed every two seconds. */
const [ROOMS, PRICES_PER_SECOND, TICK_S] = [2_000, 500, 2];

/** What one member of staff receives each second who watches all rooms while prices land in them. */
export async function boardOfManyRooms({ quick, seed }: BenchSetting): Promise<Part> {
  const ticks = quick ? 5 : 20;
  const board = await startWorker('servers/many-rooms-board.ts');
  try {
    return await measure({
      part: `board of ${ROOMS} rooms, ${PRICES_PER_SECOND} prices a second`,
      rounds: 1,
      product: async () => {
        const order = { rooms: ROOMS, pricesPerTick: PRICES_PER_SECOND * TICK_S, ticks, seed };
        const { messages, bytes, cpuMs } = await board.ask<{
          messages: number;
          bytes: number;
          cpuMs: number;
        }>('measure', order);
        const seconds = ticks * TICK_S;
        const figures = {
          kilobytesPerSecond: bytes / 1_000 / seconds,
          messagesPerSecond: messages / seconds,
          cpuMsPerTick: cpuMs / ticks,
        };
        return { value: figures.kilobytesPerSecond, figures };
      },
      bounds: (product) => [
        atMost(product, 'kilobytesPerSecond', 100, 'kB/s'),
        atMost(product, 'messagesPerSecond', 1 / TICK_S, 'messages/s'),
      ],
      note: 'the rooms are in memory, their reading from PostgreSQL is not included',
    });
  } finally {
    await board.stop();
  }
}
