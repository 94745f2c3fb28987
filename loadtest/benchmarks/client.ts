import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, measure } from '../bench/rounds.ts';
import { startProduct } from '../lib/product.ts';

/** What is loaded for the first paint is there once nothing was asked for during this long. */
const QUIET = 'networkidle';
const SCREENS = { home: '/home', room: '/game-view/1' };
const USUAL_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

async function run({ databaseUrl, redisUrl, namespace, folder }: BenchSetting): Promise<Part[]> {
  const executablePath = process.env.CHROMIUM_PATH ?? USUAL_BROWSERS.find((file) => existsSync(file));
  if (!executablePath) throw new Error('no Chromium on this machine (CHROMIUM_PATH)');
  const product = await startProduct({ databaseUrl, redisUrl, namespace, folder });
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  const parts: Part[] = [];
  try {
    for (const [screen, path] of Object.entries(SCREENS)) {
      parts.push(
        await measure({
          part: `${screen}, first load`,
          rounds: 1,
          product: async () => {
            const page = await browser.newPage();
            const bodies: Promise<Buffer>[] = [];
            page.on('response', (answer) => {
              if (/\.(?:js|css)$/.test(new URL(answer.url()).pathname)) bodies.push(answer.body());
            });
            await page.goto(`${product.url}${path}`, { waitUntil: QUIET });
            await page.close();
            const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
            const kilobytes = Number((sizes.reduce((sum, size) => sum + size, 0) / 1_000).toFixed(1));
            return { value: kilobytes, figures: { kilobytes, files: sizes.length } };
          },
          bounds: (figures) => [atMost(figures, 'kilobytes', 200, 'kB')],
          note: 'every script and style a real browser asks for until it is quiet, gzip; the room without a lot in it',
        }),
      );
    }
    return parts;
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
