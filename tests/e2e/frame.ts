import type { Page } from '@playwright/test';
import { expect, it } from 'vitest';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { opened } from './fixtures/addresses.ts';
import { DEMO_PASSWORD, demoPerson } from './fixtures/demo.ts';
import type { DemoFixture } from './fixtures/demo-fixture.ts';
import { signInAt } from './fixtures/sign-in.ts';

const PHONE_HEADER_PX = 56;
const DESKTOP_HEADER_PX = 92;
const ROOM_HEADER_PX = 48;
const PHONE_HOME_PX = 3_000;
const FIRST_RECORD_PX = 300;
const LOTS_AT_ONCE = 6;

/** The header as it is where nothing is pretended: the notice of the test mode is a line of its own. */
const headerHeight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const header = document.querySelector('header')!;
    const notice = header.querySelector('[role="note"]');
    return header.getBoundingClientRect().height - (notice?.getBoundingClientRect().height ?? 0);
  });

/** How far below the top of the content the first record of a page of the cabinet begins, or what is said where there is none. */
const firstRecordTop = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const first =
      document.querySelector(
        'main tbody tr, main article, main div:has(> h1) ~ * li, main div:has(> h1) ~ ul > li',
      ) ?? document.querySelector('main div:has(> h1) ~ section, main div:has(> h1) ~ * section');
    const content = document.querySelector('main')!.getBoundingClientRect().top;
    return first ? first.getBoundingClientRect().top - content : Number.POSITIVE_INFINITY;
  });

const BUYERS_PAGES = [
  'messages',
  'applications',
  'my-auctions',
  'winlots',
  'purchases',
  'achievements',
  'protests',
  'qr-code-protocols',
  'transactions',
  'payments',
  'refunding',
  'actions',
];
const SELLERS_PAGES = ['orders', 'lot-questions', 'viewings', 'winner-payments', 'customer-protocols'];

/** Pages of the cabinet whose first record begins too far below the top, with how far. */
async function tooLow(page: Page, names: readonly string[]): Promise<[name: string, topPx: number][]> {
  const tops: [string, number][] = [];
  for (const name of names) {
    await page.goto(`/profile/${name}`);
    await opened(page, 'main h1');
    tops.push([name, await firstRecordTop(page)]);
  }
  return tops.filter(([, top]) => top > FIRST_RECORD_PX);
}

/** Lots whose title and price are wholly between the header and the tabs at the bottom, the notice of the test mode left out. */
const lotsAtOnce = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const notice = document.querySelector('header [role="note"]')?.getBoundingClientRect().height ?? 0;
    const tabs = [...document.querySelectorAll('nav')].find(
      (nav) => getComputedStyle(nav).position === 'fixed' && nav.getBoundingClientRect().height > 0,
    );
    const end = (tabs?.getBoundingClientRect().top ?? innerHeight) + notice;
    return [...document.querySelectorAll('main article')].filter(
      (lot) => lot.getBoundingClientRect().bottom <= end,
    ).length;
  });

/** Texts are longest in Russian; the complete run measures both languages. */
const LANGUAGES = COMPLETE ? (['uz', 'ru'] as const) : (['ru'] as const);

export function frameTests(demo: DemoFixture): void {
  it.each(LANGUAGES)(
    'leaves a phone its page: a low header, six lots of the list at once, in %s',
    async (language) => {
      const { page, errors } = await demo.enter({ size: 'phone', language });
      await page.goto('/lot-list');
      await opened(page, 'main article');
      expect(await headerHeight(page)).toBeLessThanOrEqual(PHONE_HEADER_PX);
      expect(await lotsAtOnce(page)).toBeGreaterThanOrEqual(LOTS_AT_ONCE);
      // What left the header is in the menu.
      await page.locator('header button[aria-expanded]:visible').last().click();
      const menu = page.getByRole('dialog');
      await menu.locator('time').waitFor();
      await menu.locator('a[href^="mailto:"]').waitFor();
      await menu.locator('a[href^="tel:"]').waitFor();
      expect(errors).toEqual([]);
    },
  );

  it('opens a lot by a press on its price too, while a new one is highlighted', async () => {
    const { page } = await demo.enter({ size: 'phone' });
    await page.goto('/lot-list');
    await opened(page, 'main article');
    const price = page.locator('main article [data-new]').first();
    // As it is from the next price on, whenever that comes.
    await price.evaluate((element) => element.setAttribute('data-new', 'true'));
    const at = (await price.boundingBox())!;
    await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
    await page.waitForURL('**/lot-view/*');
  });

  it.each(LANGUAGES)('has a home page of a few windows on a phone, in %s', async (language) => {
    const { page } = await demo.enter({ size: 'phone', language });
    await page.goto('/home');
    await opened(page, 'main article');
    // Parts below are laid out when they come near.
    // The footer is put in place of what the server rendered of it, so no one element of it is scrolled to.
    const toEnd = () => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await toEnd();
    await opened(page, '#manual-title');
    await toEnd();
    // Until they are, more room is left for them than they take.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
      .toBeLessThan(PHONE_HOME_PX);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(await page.locator('#categories').count()).toBe(1);
    // No group is offered that has nothing.
    expect(await page.locator('section:has(#categories) li', { hasText: /(^|\s)0(\s|$)/ }).count()).toBe(0);
  });

  it.each(LANGUAGES)(
    'has one low bar on a desk with search and menu beside each other, in %s',
    async (language) => {
      const { page } = await demo.enter({ language });
      await signInAt(page, demoPerson('operator').phone, DEMO_PASSWORD, '/home');
      await opened(page, 'main article');
      expect(await headerHeight(page)).toBeLessThanOrEqual(DESKTOP_HEADER_PX);
      const boxes = await page
        .locator('header :is(form[role="search"], nav a, nav button)')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
      expect(boxes.length).toBeGreaterThan(3);
      expect(
        Math.max(...boxes.map(({ top }) => top)) - Math.min(...boxes.map(({ top }) => top)),
      ).toBeLessThan(12);
      // The rest of the menu is below one button.
      await page.locator('header nav button').last().click();
      await page.locator('header nav a[href="/contact"]').click();
      await page.waitForURL('**/contact');
      // It stays at the top of the window, and nothing jumps.
      await page.goto('/home');
      await opened(page, 'main article');
      await page.evaluate(() => scrollTo(0, 400));
      await expect
        .poll(() => page.evaluate(() => document.querySelector('header')!.getBoundingClientRect().bottom))
        .toBe(60);
    },
  );

  it.each(['phone', 'desktop'] as const)('leaves the room its window on a %s', async (size) => {
    const { page, errors } = await demo.enter({ size });
    await page.goto(`/game-view/${demo.lots.running}`);
    await page.getByTestId('room-top-bar').waitFor();
    expect(await headerHeight(page)).toBeLessThanOrEqual(ROOM_HEADER_PX);
    const header = page.getByRole('banner');
    const title = header.getByTestId('lot-line');
    expect(await title.isVisible()).toBe(true);
    expect((await title.boundingBox())?.width).toBeGreaterThan(100);
    await header.getByTestId('room-facts').click();
    await page.getByTestId('room-facts-details').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    // What left the header is in the menu.
    await header.getByRole('button').last().click();
    await page.getByRole('dialog').locator('a[href="/contact"]').first().waitFor();
    expect(errors).toEqual([]);
  });

  it.each([
    ['uz', 'Qolgan vaqt', 'Siz kuzatyapsiz'],
    ['ru', 'Осталось', 'Вы наблюдаете'],
  ])(
    'names thing, price, time and state at one look at a room on a phone, in %s',
    async (language, left, state) => {
      const { page } = await demo.enter({ size: 'phone', language });
      await page.goto(`/game-view/${demo.lots.running}`);
      await page.getByRole('heading', { name: state, exact: true }).waitFor();
      // What is on the glass and under nothing else, without a touch.
      const seen = await page.evaluate(() => {
        const texts: { text: string; size: number }[] = [];
        const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walk.nextNode(); node; node = walk.nextNode()) {
          const text = node.textContent?.trim();
          const parent = node.parentElement;
          if (!text || !parent) continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          const { left: x, top: y, width, height } = range.getBoundingClientRect();
          const top = document.elementFromPoint(x + width / 2, y + height / 2);
          if (top && (parent.contains(top) || top.contains(parent)) && y + height <= innerHeight)
            texts.push({ text, size: Number.parseFloat(getComputedStyle(parent).fontSize) });
        }
        return texts;
      });
      const sizeOf = (what: RegExp) =>
        Math.max(0, ...seen.filter(({ text }) => what.test(text)).map(({ size }) => size));
      const title = await page.getByTestId('lot-line').innerText();
      expect(seen.map(({ text }) => text)).toEqual(expect.arrayContaining([left, state]));
      expect(seen.some(({ text }) => title.includes(text))).toBe(true);
      // Price and time are read from afar: twice as large as what is written beside them.
      expect(sizeOf(/^\d{1,3}(?:\s\d{3})+(?:\sUZS)?$/)).toBeGreaterThanOrEqual(28);
      expect(sizeOf(/^(?:\d+:)?\d\d:\d\d$/)).toBeGreaterThanOrEqual(24);
    },
  );

  const OF_CABINET = [
    ['phone', 'uz'],
    ['desktop', 'ru'],
    ['phone', 'ru'],
  ] as const;
  it.each(OF_CABINET.slice(0, COMPLETE ? 3 : 2))(
    'begins with the first record on pages of the cabinet, on a %s in %s',
    async (size, language) => {
      const { page } = await demo.enter({ size, language });
      await signInAt(page, demoPerson('buyer').phone, DEMO_PASSWORD, '/home');
      expect(await tooLow(page, BUYERS_PAGES)).toEqual([]);
      if (size === 'desktop') return;
      // Filters and files are below a button each.
      await page.goto('/profile/transactions');
      await opened(page, 'main tbody tr');
      await page.locator('main button[aria-controls][aria-expanded="false"]:visible').nth(1).click();
      await page.locator('main select').first().waitFor();
      await page.locator('main button[aria-controls][aria-expanded="false"]:visible').last().click();
      await page.locator('main a[href*="format=csv"]').waitFor();
    },
  );

  it.each(OF_CABINET.slice(0, COMPLETE ? 2 : 1))(
    'begins with the first record on pages of who sells, on a %s in %s',
    async (size, language) => {
      const { page } = await demo.enter({ size, language });
      await signInAt(page, demoPerson('customer').phone, DEMO_PASSWORD, '/home');
      expect(await tooLow(page, SELLERS_PAGES)).toEqual([]);
    },
  );
}
