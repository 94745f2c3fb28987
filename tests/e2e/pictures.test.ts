import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, launchBrowser, SIZES, visit } from './fixtures/browser.ts';
import type { Size, Visitor } from './fixtures/browser.ts';
import { DEMO_PASSWORD, demoLotIds, demoPerson, raise, startDemo } from './fixtures/demo.ts';
import type { Product } from './fixtures/product.ts';
import { amountOnButton, takePart } from './fixtures/room.ts';
import { signInAt } from './fixtures/sign-in.ts';
import { roomHead } from './fixtures/world.ts';

/** Takes the pictures of docs/screenshots from the running demo: `PICTURES=1 npm test -- --project e2e tests/e2e/pictures.test.ts`. */

const FOLDER = path.resolve(import.meta.dirname, '../../docs/screenshots');
const ALL_BYTES = 4_000_000;
const PRICES_WANTED = 6;
const LIMIT_MS = 300_000;

const LANGUAGES = ['uz', 'ru'] as const;
const combinations = (Object.keys(SIZES) as Size[]).flatMap((size) =>
  LANGUAGES.map((language) => ({ size, language })),
);

/** Each size and each language once: what is the same in every combination is looked at in two. */
const CONSOLE_COMBINATIONS = [
  { size: 'desktop', language: 'uz' },
  { size: 'phone', language: 'ru' },
] as const;

describe.skipIf(!chromiumPath || process.env.PICTURES !== '1')('pictures of the demo', () => {
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    await mkdir(FOLDER, { recursive: true });
    [product, browser] = await Promise.all([startDemo(), launchBrowser()]);
    await demoLotIds(product);
  }, LIMIT_MS);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  /** Everything drawn: no skeletons, all photos in, fonts there. */
  async function settled(page: Page): Promise<void> {
    await expect.poll(() => page.locator('main [aria-busy="true"]').count(), { timeout: 20_000 }).toBe(0);
    await page.waitForFunction(() =>
      [...document.images].every((image) => {
        const { top, left, bottom, right } = image.getBoundingClientRect();
        const seen = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
        return image.complete || !seen;
      }),
    );
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
  }
  const take = async (page: Page, name: string, size: Size, language: string) => {
    // A painting may be in the site's language until the program has read the visitor's own.
    await page.locator(`html[lang="${language}"]`).waitFor();
    await settled(page);
    await page.screenshot({ path: path.join(FOLDER, `${name}-${size}-${language}.png`), scale: 'css' });
  };
  async function enterPractice({ page }: Visitor): Promise<void> {
    const join = page.getByTestId('join-practice');
    await join.or(page.getByTestId('confirm')).waitFor();
    if (await join.isVisible()) await takePart(page);
  }
  const canBid = '[data-testid="confirm"][aria-disabled="false"]';
  /** One price by the visitor, and one above it by a bot. */
  async function bid({ page }: Visitor, lotId: number): Promise<void> {
    await page.locator(canBid).waitFor();
    const amount = await amountOnButton(page);
    await page.getByTestId('confirm').click();
    await page.locator(`[data-testid="bid-status"]:not([data-step="sending"])`).waitFor();
    await page.waitForFunction(
      (least) =>
        Number(document.querySelector<HTMLElement>('[data-testid="last-offer"]')?.dataset.price) >= least,
      amount,
    );
    await raise(product, lotId);
  }

  it.each(combinations)(
    'home, card, room and console, $size, $language',
    async ({ size, language }) => {
      const lots = await demoLotIds(product);
      const guest = await visit(browser, product.url, { size, language });
      await guest.page.goto('/home');
      await guest.page.locator('article h3 a').first().waitFor();
      await take(guest.page, 'home', size, language);
      await guest.page.goto(`/lot-view/${lots.running}`);
      await guest.page.locator('main aside section').nth(1).waitFor();
      await take(guest.page, 'lot-card', size, language);
      await guest.close();

      const buyer = await visit(browser, product.url, { size, language });
      await signInAt(buyer.page, demoPerson('buyer').phone, DEMO_PASSWORD, `/game-view/${lots.practice}`);
      await buyer.page.getByTestId('last-offer').waitFor();
      await enterPractice(buyer);
      do await bid(buyer, lots.practice);
      while ((await roomHead(product, lots.practice)).count < PRICES_WANTED);
      await buyer.page.locator('figure canvas').waitFor({ state: 'attached' });
      // The moment that matters: somebody offered more, and one press answers.
      await buyer.page.locator(canBid).waitFor();
      await take(buyer.page, 'room', size, language);
      await buyer.close();

      const operator = await visit(browser, product.url, { size, language });
      await signInAt(operator.page, demoPerson('operator').phone, DEMO_PASSWORD, '/console/rooms');
      await operator.page.locator('tbody tr a[href^="/console/rooms/"]').first().waitFor();
      await take(operator.page, 'console', size, language);
      await operator.close();
    },
    LIMIT_MS,
  );

  /** Pages of the console besides the board, each with what it has once it is read. */
  async function consolePages(): Promise<Record<string, { path: string; content: string }>> {
    const lots = await demoLotIds(product);
    const { rows } = await product.database.pool.query<{ id: string }>(
      'select id from person where phone = $1',
      [demoPerson('buyer').phone],
    );
    return {
      'console-today': { path: '/console/today', content: 'main section li a' },
      'console-room': { path: `/console/rooms/${lots.practice}`, content: '[role="tabpanel"]' },
      'console-person': { path: `/console/accounts/${rows[0]!.id}`, content: 'main h1' },
      'console-decisions': { path: '/console/decisions', content: 'main h1' },
      'console-figures': { path: '/console/figures', content: 'main figure' },
    };
  }

  it.each(CONSOLE_COMBINATIONS)(
    'pages of the console, $size, $language',
    async ({ size, language }) => {
      const operator = await visit(browser, product.url, { size, language });
      await signInAt(operator.page, demoPerson('operator').phone, DEMO_PASSWORD, '/console/today');
      for (const [name, { path: address, content }] of Object.entries(await consolePages())) {
        await operator.page.goto(address);
        await operator.page.locator(content).first().waitFor();
        await take(operator.page, name, size, language);
      }
      await operator.close();
    },
    LIMIT_MS,
  );

  it('are small enough to live in the repository', async () => {
    const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.png'));
    const ofConsole = Object.keys(await consolePages()).length * CONSOLE_COMBINATIONS.length;
    expect(names).toHaveLength(combinations.length * 4 + ofConsole);
    const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(FOLDER, name))).size));
    expect(sizes.reduce((all, each) => all + each, 0)).toBeLessThan(ALL_BYTES);
  });
});
