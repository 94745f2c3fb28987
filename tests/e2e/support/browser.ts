import { existsSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';

const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser of the system; undefined where there is none, and then the browser tests say that they skip. */
export const chromiumPath = PLACES.find(
  (place): place is string => Boolean(place) && existsSync(place ?? ''),
);

export function launchBrowser(): Promise<Browser> {
  if (!chromiumPath) throw new Error('no Chromium: install the chromium package or set CHROMIUM_PATH');
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export const SIZES = {
  phone: {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    // Twice the dots are four times the drawing: worth it for pictures only.
    deviceScaleFactor: process.env.PICTURES === '1' ? 2 : 1,
  },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const;
export type Size = keyof typeof SIZES;

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Console errors and uncaught exceptions of the page so far. */
  errors: string[];
  close(): Promise<void>;
}

const PAINTING =
  /<div id="root"[^>]*>[\s\S]*?<script type="application\/json" id="first-answers">[\s\S]*?<\/script>/;

/** Pages come to this browser as a busy server sends them: without a painting and its answers. */
export const unpainted = (context: BrowserContext) =>
  context.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const body = (await response.text()).replace(PAINTING, '<div id="root"></div>');
    return route.fulfill({ response, body });
  });

/** A person at a browser of their own: own cookies, own storage. `language: null` leaves the choice to the site. */
export async function visit(
  browser: Browser,
  baseURL: string,
  { size = 'desktop', language = 'uz' }: { size?: Size; language?: string | null } = {},
): Promise<Visitor> {
  const context = await browser.newContext({ ...SIZES[size], baseURL, reducedMotion: 'reduce' });
  if (language)
    await context.addInitScript((chosen) => localStorage.setItem('savdo.language', chosen), language);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return { context, page, errors, close: () => context.close() };
}

/** What moves in is as it will stay; what moves for ever is left moving. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      );
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/** What axe finds on the page once its animations are over, one line each. */
export async function axeFindings(page: Page): Promise<string[]> {
  await settled(page);
  const { violations } = await new AxeBuilder({ page })
    // Only the page itself and nothing but what is wrong: our pages hold no others, which a second page would be made for.
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.map(
    (violation) =>
      `${violation.id} (${violation.impact}): ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}

/** After a failed test: what each visitor saw and what their console said, into E2E_PICTURES when that names a folder. */
export async function keepPictures(
  task: { name: string; result?: { state?: string } | undefined },
  visitors: readonly Visitor[],
): Promise<void> {
  const folder = process.env.E2E_PICTURES;
  if (!folder || task.result?.state !== 'fail') return;
  for (const [i, visitor] of visitors.entries()) {
    const file = path.join(folder, `${task.name.replaceAll(/\W+/g, '-').slice(0, 60)}-${i}.png`);
    await visitor.page.screenshot({ path: file });
    console.log(`${file}: ${visitor.page.url()}\n${visitor.errors.join('\n')}`);
  }
}
