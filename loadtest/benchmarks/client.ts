import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, Response } from '@playwright/test';
import { LOT_TAB } from '#shared/lifecycles/lot-tabs.ts';
import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, measure } from '../bench/rounds.ts';
import { launchBrowser } from '../lib/browser.ts';
import { startProduct } from '../lib/product.ts';

/** Nothing was asked for during half a second. */
const QUIET = 'networkidle';
/** Longer than the page waits for an idle moment at most. */
const IDLE_MS = 2_500;
const MOST_KILOBYTES = 200;
/** A room one can watch: the price and the time left are shown, and they live. */
const WATCHABLE = ['[data-testid="last-offer"]', '[data-testid="countdown"]', '[data-online="true"]'];
/** The demo opens its rooms one after another; a round must last until it is measured. */
const ROOM_WAIT_MS = 300_000;
const LEAST_LEFT_MS = 60_000;

interface Listed {
  id: number;
  practice: boolean;
  room: { phase: string; deadlineMs: number } | null;
}

/** A practice room that runs for a while yet. Rejects when the demo has none in time. */
async function runningRoom(site: string): Promise<string> {
  for (const end = performance.now() + ROOM_WAIT_MS; performance.now() < end; await pause(1_000)) {
    const answer = await fetch(`${site}/api/shop/shop-lots/lot-list?size=50&i=${LOT_TAB.current}`);
    const { items } = (await answer.json()) as { items: Listed[] };
    const lot = items.find(
      ({ practice, room }) =>
        practice && room?.phase === 'running' && room.deadlineMs > Date.now() + LEAST_LEFT_MS,
    );
    if (lot) return `/game-view/${lot.id}`;
  }
  throw new Error('the demo has no practice room running');
}

/** Reported by the page itself, so that nothing asked for a moment later counts: ms after its start when all of these stood. */
function noteReady(selectors: readonly string[]): void {
  const seen = window as { readyAtMs?: number };
  const watch = new MutationObserver(() => {
    if (!selectors.every((selector) => document.querySelector(selector))) return;
    seen.readyAtMs = performance.now();
    watch.disconnect();
  });
  watch.observe(document, { subtree: true, childList: true, attributes: true });
}

/** When each file was asked for, ms after the page's start, and when the page was ready. */
const readTimes = () => ({
  readyAtMs: (window as { readyAtMs?: number }).readyAtMs ?? 0,
  askedAtMs: Object.fromEntries(
    performance.getEntriesByType('resource').map(({ name, startTime }) => [name, startTime]),
  ),
});

const inKilobytes = (sizes: readonly number[]) =>
  Number((sizes.reduce((sum, size) => sum + size, 0) / 1_000).toFixed(1));

/**
 * Scripts and styles a browser without a cache asks for, each gzipped by itself: until the page is `ready` (all of these
 * selectors are there; none: until it is quiet), and until it is quiet.
 */
async function firstLoad(browser: Browser, address: string, ready: readonly string[]) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(noteReady, ready);
  const bodies = new Map<string, Promise<Buffer>>();
  const note = (answer: Response) => {
    if (/\.(?:js|css)$/.test(new URL(answer.url()).pathname)) bodies.set(answer.url(), answer.body());
  };
  page.on('response', note);
  await page.goto(address);
  await page.waitForFunction(() => 'readyAtMs' in window);
  await page.waitForLoadState(QUIET);
  // What waits for an idle moment may not have been asked for when the network fell quiet for the first time.
  await pause(IDLE_MS);
  await page.waitForLoadState(QUIET);
  page.off('response', note);
  const { readyAtMs, askedAtMs } = await page.evaluate(readTimes);
  const sizes = await Promise.all(
    [...bodies].map(async ([url, body]) => ({
      askedAt: askedAtMs[url] ?? 0,
      size: gzipSync(await body).length,
    })),
  );
  await context.close();
  const endMs = ready.length > 0 ? readyAtMs : Infinity;
  const first = sizes.filter(({ askedAt }) => askedAt <= endMs).map(({ size }) => size);
  const kilobytes = inKilobytes(first);
  const kilobytesUntilQuiet = inKilobytes(sizes.map(({ size }) => size));
  return {
    value: kilobytes,
    figures: { kilobytes, files: first.length, kilobytesUntilQuiet, filesUntilQuiet: sizes.length },
  };
}

async function run({ databaseUrl, redisUrl, namespace, folder }: BenchSetting): Promise<Part[]> {
  const product = await startProduct({ databaseUrl, redisUrl, namespace, folder, demo: true });
  const browser = await launchBrowser();
  const measured = (part: string, path: string, ready: readonly string[], note: string) =>
    measure({
      part: `${part}, first load`,
      rounds: 1,
      product: () => firstLoad(browser, product.url + path, ready),
      bounds: (figures) => [atMost(figures, 'kilobytes', MOST_KILOBYTES, 'kB')],
      note: `scripts and styles a real browser asks for, gzip, in Uzbek; ${note}`,
    });
  try {
    const home = await measured('home', '/home', [], 'until it is quiet');
    const room = await measured(
      'room',
      await runningRoom(product.url),
      WATCHABLE,
      'a visitor in a running one until its price, time and connection live; UntilQuiet with its chart and whole list',
    );
    return [home, room];
  } finally {
    await browser.close();
    await product.stop();
  }
}

export const client: Benchmark = {
  name: 'client',
  about: 'scripts and styles a browser loads first',
  run,
};
