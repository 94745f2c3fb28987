import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, measure } from '../bench/rounds.ts';
import { launchBrowser } from '../lib/browser.ts';
import { startWorker } from '../lib/worker.ts';

/** The server sends what changed every two seconds. */
const [ROOMS, PRICES_PER_SECOND, TICK_S] = [2_000, 500, 2];

/** What one member of staff receives each second who watches all rooms while prices land in them. */
async function boardOfManyRooms({ quick, seed }: BenchSetting): Promise<Part> {
  const ticks = quick ? 5 : 20;
  const board = await startWorker('servers/board.ts');
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

/** The page is loaded and drawn, before its work is measured. */
const SETTLE_MS = 5_000;

/** How many rows are drawn in the middle of the page, where the whole window shows rooms. */
async function rowsMidway(page: Page): Promise<number> {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  await page.locator(`tr[aria-rowindex="${ROOMS / 2}"]`).waitFor();
  return page.locator('tr[data-key]').count();
}

/** What the page of the board costs the computer of a member of staff: the page’s process, and what it receives. */
async function pageOfBoard({ quick, seed }: BenchSetting): Promise<Part> {
  const seconds = quick ? 20 : 60;
  const server = await startWorker('servers/board.ts');
  const browser = await launchBrowser();
  try {
    const order = { rooms: ROOMS, pricesPerTick: PRICES_PER_SECOND * TICK_S, ticks: 0, seed };
    const { url } = await server.ask<{ url: string }>('servePage', order);
    return await measure({
      part: `page of ${ROOMS} rooms, ${PRICES_PER_SECOND} prices a second`,
      rounds: 1,
      product: async () => {
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
        const user = { name: 'Operator', user_name: 'operator', percentage: 100 };
        await context.addCookies([
          { name: 'savdo_user', value: encodeURIComponent(JSON.stringify(user)), url },
        ]);
        const page = await context.newPage();
        const session = await context.newCDPSession(page);
        let bytes = 0;
        session.on('Network.webSocketFrameReceived', ({ response }) => {
          bytes += Buffer.byteLength(response.payloadData);
        });
        await session.send('Network.enable');
        // Processor time: by the clock a thread that waits for its turn on a busy machine would seem to work.
        await session.send('Performance.enable', { timeDomain: 'threadTicks' });
        /** Seconds of processor time: of the main thread, and of all threads of the page's process. */
        const worked = async () => {
          const { metrics } = await session.send('Performance.getMetrics');
          const named = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? NaN;
          return { thread: named('TaskDuration'), process: named('ProcessTime') };
        };
        await page.goto(`${url}/console/rooms`);
        await page.locator('tr[data-key]').first().waitFor();
        const rows = await rowsMidway(page);
        await pause(SETTLE_MS);
        const [before, bytesBefore, startedAt] = [await worked(), bytes, performance.now()];
        await pause(seconds * 1_000);
        const elapsedS = (performance.now() - startedAt) / 1_000;
        const after = await worked();
        const figures = {
          corePercent: (100 * (after.process - before.process)) / elapsedS,
          mainThreadPercent: (100 * (after.thread - before.thread)) / elapsedS,
          kilobytesPerSecond: (bytes - bytesBefore) / 1_000 / elapsedS,
          rows,
        };
        await context.close();
        return { value: figures.corePercent, figures };
      },
      bounds: (product) => [
        atMost(product, 'corePercent', 10, '% of a core'),
        atMost(product, 'kilobytesPerSecond', 100, 'kB/s'),
      ],
      note: 'the process of the page in a real browser at 1280 × 800, its processor time; its server is a process of its own',
    });
  } finally {
    await browser.close();
    await server.stop();
  }
}

export const board: Benchmark = {
  name: 'board',
  about: 'the board of staff with two thousand running rooms: its server and its page in a browser',
  async run(setting) {
    const parts = [await boardOfManyRooms(setting), await pageOfBoard(setting)];
    for (const { part, product } of parts) setting.say(`${part}: ${JSON.stringify(product)}`);
    return parts;
  },
};
