import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type Page, type Response } from '@playwright/test';
import { LOT_TAB } from '#shared/states/lot-tabs.ts';
import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, measure } from '../bench/rounds.ts';
import { startProduct } from '../lib/product.ts';

/** What is loaded first is there once nothing was asked for during this long. */
const QUIET = 'networkidle';
const USUAL_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
const MOST_KILOBYTES = 200;
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

/** Scripts and styles a browser without a cache asks for until it is quiet, each gzipped by itself. */
async function firstLoad(browser: Browser, address: string, ready: (page: Page) => Promise<void>) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const bodies: Promise<Buffer>[] = [];
  const note = (answer: Response) => {
    if (/\.(?:js|css)$/.test(new URL(answer.url()).pathname)) bodies.push(answer.body());
  };
  page.on('response', note);
  await page.goto(address);
  await ready(page);
  await page.waitForLoadState(QUIET);
  page.off('response', note);
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
  await context.close();
  const kilobytes = Number((sizes.reduce((sum, size) => sum + size, 0) / 1_000).toFixed(1));
  return { value: kilobytes, figures: { kilobytes, files: sizes.length } };
}

async function run({ databaseUrl, redisUrl, namespace, folder }: BenchSetting): Promise<Part[]> {
  const executablePath = process.env.CHROMIUM_PATH ?? USUAL_BROWSERS.find((file) => existsSync(file));
  if (!executablePath) throw new Error('no Chromium on this machine (CHROMIUM_PATH)');
  const product = await startProduct({ databaseUrl, redisUrl, namespace, folder, demo: true });
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  const measured = (part: string, note: string, load: () => ReturnType<typeof firstLoad>) =>
    measure({
      part: `${part}, first load`,
      rounds: 1,
      product: load,
      bounds: (figures) => [atMost(figures, 'kilobytes', MOST_KILOBYTES, 'kB')],
      note: `every script and style a real browser asks for until it is quiet, gzip; ${note}`,
    });
  try {
    const home = await measured('home', 'in Uzbek', () =>
      firstLoad(browser, `${product.url}/home`, (page) => page.locator('h1').waitFor()),
    );
    const watched = await runningRoom(product.url);
    const room = await measured(
      'room',
      'a visitor watches a running one, with its chart and its prices',
      () => firstLoad(browser, product.url + watched, (page) => page.getByTestId('last-offer').waitFor()),
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
