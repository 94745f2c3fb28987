import type { Page } from '@playwright/test';
import { expect, it } from 'vitest';
import { SIGN_IN_REFUSALS } from '#server/identity/port.ts';
import { isNotFound, opened, screensOf } from './fixtures/addresses.ts';
import { axeFindings, withoutServerRendering } from './fixtures/browser.ts';
import type { Size } from './fixtures/browser.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { DEMO_PASSWORD, demoPerson, lotsOfTab, raise } from './fixtures/demo.ts';
import type { DemoFixture } from './fixtures/demo-fixture.ts';
import { foreignTexts, isMarked, markPage, overflowAt320, smallFields } from './fixtures/screens.ts';
import { fillSignIn } from './fixtures/sign-in.ts';

/** Two, with the language switched on each screen, meet every language at every size; the complete run loads all four. */
const COMBINATIONS: [language: string, size: Size][] = [
  ['uz', 'desktop'],
  ['ru', 'phone'],
  ...(COMPLETE
    ? ([
        ['uz', 'phone'],
        ['ru', 'desktop'],
      ] satisfies [string, Size][])
    : []),
];
const SWEEP_LIMIT_MS = 480_000;

/** The same screen after the language was switched on it; nothing is asked of screens without a picker. */
async function inOtherLanguage(page: Page, language: string, size: Size): Promise<unknown[]> {
  const other = language === 'uz' ? 'ru' : 'uz';
  const picker = page.locator(`header button[lang="${other}"]:visible`).first();
  if ((await picker.count()) === 0) return [];
  await picker.click();
  await page.locator(`html[lang="${other}"]`).waitFor();
  // Texts of a screen follow within a moment, those of the server with its answer.
  let foreign: string[] = [];
  await expect
    .poll(async () => (foreign = await foreignTexts(page, other)).length, { timeout: 5_000 })
    .toBe(0)
    .catch(() => undefined); // what stayed is said below
  const over = await overflowAt320(page, size);
  return [...foreign, ...(over > 0 ? [`${over} px wider than 320`] : [])];
}

export function siteTests(demo: DemoFixture): void {
  /** The complete run opens every address in each combination; the sample deals every screen once among its two. */
  function screensFor(language: string, size: Size) {
    const screens = screensOf(demo.lots);
    if (COMPLETE) return screens;
    const turn = COMBINATIONS.findIndex((one) => one[0] === language && one[1] === size);
    return screens.filter(({ repeats }) => !repeats).filter((_, i) => i % COMBINATIONS.length === turn);
  }

  /** Opens its addresses; what is wrong, one line each. */
  async function sweep(language: string, size: Size): Promise<string[]> {
    const { page, errors } = await demo.enter({ language, size });
    const problems: string[] = [];
    for (const { path, content, absent } of screensFor(language, size)) {
      const say = (what: string, found: unknown[]) => {
        if (found.length > 0) problems.push(`${path} ${language} ${size}: ${what}: ${found.join(' | ')}`);
      };
      await page.goto(path);
      const loaded = await opened(page, content).then(
        () => [],
        // Not tried again: said like every other problem, and the next address is opened.
        (reason: unknown) => [String(reason).split('\n')[0]],
      );
      say('no content', loaded);
      const lang = await page.locator('html').getAttribute('lang');
      say('lang', lang === language ? [] : [lang]);
      say('title', (await page.title()) === '' ? ['none'] : []);
      say('heading', (await page.locator('main h1, main h2').count()) > 0 ? [] : ['none']);
      say('not in the language', await foreignTexts(page, language));
      say('axe', await axeFindings(page));
      if (size === 'phone') say('small fields', await smallFields(page));
      const over = await overflowAt320(page, size);
      say('wider than 320 px', over > 0 ? [over] : []);
      say('in the other language', await inOtherLanguage(page, language, size));
      say(
        'console',
        errors.splice(0).filter((text) => !(absent && isNotFound(text))),
      );
    }
    return problems;
  }

  it(
    'opens every address in both languages, on a phone and on a desktop',
    async () => {
      const problems = await Promise.all(COMBINATIONS.map(([language, size]) => sweep(language, size)));
      expect(problems.flat()).toEqual([]);
    },
    SWEEP_LIMIT_MS,
  );

  it('has no field of the list of lots that an iPhone would enlarge the page for', async () => {
    const { page } = await demo.enter({ language: 'uz', size: 'phone' });
    await page.goto('/lot-list?i=4');
    await opened(page, '[data-kind="sort"]');
    expect(await smallFields(page)).toEqual([]);
    await page
      .locator('main [aria-haspopup="dialog"], main button:has(svg.lucide-sliders-horizontal)')
      .first()
      .click();
    const drawer = page.locator('[role="dialog"]');
    await drawer.locator('fieldset input[inputmode="decimal"]').first().waitFor();
    for (const more of await drawer.locator('details:not([open]) summary').all()) await more.click();
    expect(await drawer.locator('input, select').count()).toBeGreaterThan(4);
    expect(await smallFields(page)).toEqual([]);
  });

  it('shows makes and models as names, which no language changes', async () => {
    const { page } = await demo.enter({ language: 'ru' });
    const { rows } = await demo.product.database.pool.query<{ id: number }>(
      `select id from lot where facts -> 'brand' ->> 'ru' = facts -> 'brand' ->> 'uz'
         and facts -> 'model' ->> 'ru' = facts -> 'model' ->> 'uz' order by id limit 1`,
    );
    await page.goto(`/lot-view/${rows[0]?.id}`);
    await opened(page, '[role="tabpanel"] dd');
    expect(await foreignTexts(page, 'ru')).toEqual([]);
    expect(await page.locator('[role="tabpanel"] dd [translate="no"]').count()).toBeGreaterThanOrEqual(2);
  });

  it('says why a sign-in did not work, and leads on', async () => {
    const { page, errors } = await demo.enter({ language: 'ru', size: 'phone' });
    const said = new Set<string>();
    const reasons = [...SIGN_IN_REFUSALS, 'disabled'].filter((_, i) => COMPLETE || i % 3 === 0);
    for (const reason of reasons) {
      await page.goto(`/redirecting?sign-in=${reason}&return=%2Flot-view%2F${demo.lots.practice}`);
      await opened(page, 'main h1, main h2');
      said.add(await page.locator('main section').innerText());
      expect(await page.locator(`main a[href="/lot-view/${demo.lots.practice}"]`).count(), reason).toBe(1);
      expect(await foreignTexts(page, 'ru')).toEqual([]);
    }
    expect(said.size).toBe(reasons.length);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowAt320(page, 'phone')).toBe(0);
    // No one is led to another site by an address somebody made up.
    await page.goto('/redirecting?sign-in=cancelled&return=%2F%2Fevil.example%2F');
    await opened(page, 'main h1, main h2');
    expect(await page.locator('main a[href*="evil"]').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('says so when the server fails, and goes on by its button', async () => {
    const { page, context } = await demo.enter({ language: 'ru', size: 'phone' });
    await withoutServerRendering(context);
    const body = JSON.stringify({ ERROR: { code: 'internal', message: 'Внутренняя ошибка' } });
    const failing = /\/api\/shop\/(shop-lots|lot-card|dictionaries)\//;
    const fail = () =>
      page.route(failing, (route) => route.fulfill({ status: 500, contentType: 'application/json', body }));
    for (const [path, content] of [
      ['/home', 'article h3 a'],
      ...(COMPLETE ? ([[`/lot-view/${demo.lots.practice}`, 'h1']] as const) : []),
    ] as const) {
      await fail();
      await page.goto(path);
      const trouble = page.locator('main section[role="alert"]').first();
      await trouble.waitFor({ timeout: 20_000 });
      expect(await axeFindings(page)).toEqual([]);
      expect(await foreignTexts(page, 'ru')).toEqual([]);
      await page.unroute(failing);
      await trouble.getByRole('button').click();
      await page.locator(content).first().waitFor();
    }
  });

  it.runIf(COMPLETE)('has nothing for axe to find in drawers and in the large photo', async () => {
    const { page, errors } = await demo.enter({ language: 'ru', size: 'phone' });
    await page.goto('/lot-list');
    await opened(page, 'article h2 a');
    await page.getByRole('button', { name: 'Меню' }).click();
    await page.getByRole('dialog').getByRole('navigation').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.locator('main button[class*="filterButton"]').click();
    await page.getByRole('dialog').locator('form').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // Nothing changes behind the drawer before its button, which counts what will be shown.
    await page.getByRole('dialog').locator('select').first().selectOption({ index: 1 });
    await page.getByRole('dialog').locator('details summary').click();
    expect(await axeFindings(page)).toEqual([]);
    expect(page.url()).not.toContain('group=');
    await page.getByRole('dialog').locator('button[type="submit"]').click();
    await page.waitForURL(/group=\d+/);
    await page.goto(`/lot-view/${demo.lots.running}`);
    await opened(page, 'h1');
    await page.locator('main section button:has(svg)').first().click();
    await page.locator('.yarl__slide_current img').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.yarl__portal').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('changes the language without loading the page again, and remembers it', async () => {
    const { page } = await demo.enter({ language: null });
    await page.goto('/lot-list');
    await opened(page, 'article h2 a');
    expect(await page.locator('html').getAttribute('lang')).toBe('uz');
    await markPage(page);
    const before = await page.locator('main').innerText();
    await page.locator('header').getByRole('button', { name: 'Русский' }).click();
    await page.locator('html[lang="ru"]').waitFor();
    expect(await page.locator('h1').innerText()).toBe('Лоты');
    expect(await page.locator('main').innerText()).not.toBe(before);
    expect(await foreignTexts(page, 'ru')).toEqual([]);
    expect(await isMarked(page)).toBe(true);
    await page.reload();
    await opened(page, 'article h2 a');
    expect(await page.locator('html').getAttribute('lang')).toBe('ru');
  });

  it('moves prices on home by themselves', async () => {
    const { page } = await demo.enter({ language: 'uz' });
    await page.goto('/home');
    await opened(page, 'article h3 a');
    await markPage(page);
    const prices = () =>
      [...document.querySelectorAll('section[aria-labelledby="current-auctions"] article')]
        .map((tile) => tile.querySelector('[class*="price"]')?.textContent ?? '')
        .join('|');
    const before = await page.evaluate(prices);
    const shown = await page
      .locator('section[aria-labelledby="current-auctions"] article h3 a')
      .evaluateAll((links) => links.map((link) => Number(link.getAttribute('href')?.split('/').at(-1))));
    const runs = (await lotsOfTab(demo.product, 4)).find(
      ({ id, practice, room }) => shown.includes(id) && !practice && room.phase === 'running',
    );
    await raise(demo.product, runs?.id ?? 0);
    await page.waitForFunction(
      (old) =>
        [...document.querySelectorAll('section[aria-labelledby="current-auctions"] article')]
          .map((tile) => tile.querySelector('[class*="price"]')?.textContent ?? '')
          .join('|') !== old,
      before,
      { timeout: 60_000 },
    );
    expect(await isMarked(page)).toBe(true);
  });

  it('comes back to the same place of the list', async () => {
    const { page } = await demo.enter({ language: 'uz', size: 'phone' });
    await page.goto('/lot-list?i=1');
    await opened(page, 'article h2 a');
    const tile = page.locator('article h2 a').nth(6);
    await tile.scrollIntoViewIfNeeded();
    // The place at the very touch: photos that come in late may still move the list until then.
    await page.evaluate(() =>
      addEventListener('click', () => sessionStorage.setItem('test.top', String(window.scrollY)), true),
    );
    await tile.tap();
    await page.waitForURL('**/lot-view/*');
    await opened(page, 'h1');
    // The list has a heading, too: the address changes before the lot is drawn.
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    const top = await page.evaluate(() => Number(sessionStorage.getItem('test.top')));
    expect(top).toBeGreaterThan(300);
    await page.goBack();
    await opened(page, 'article h2 a');
    await expect.poll(() => page.evaluate((y) => Math.abs(window.scrollY - y), top)).toBeLessThan(4);
    // Another page loaded again begins at its top all the same.
    for (const path of ['/lot-list?i=4', '/home']) {
      await page.goto(path);
      await opened(page, 'main article a');
      expect(await page.evaluate(() => window.scrollY), path).toBe(0);
    }
  });

  it('signs in back to the same lot, tells an ended session, and signs out', async () => {
    const { page, context } = await demo.enter({ language: 'ru', size: 'desktop' });
    const card = `/lot-view/${demo.lots.running}`;
    await page.goto(card);
    await opened(page, 'h1');
    await page.locator('main aside a[href*="auth/login"]:not([href*="register"])').click();
    await fillSignIn(page, demoPerson('buyer').phone, DEMO_PASSWORD, card);
    await opened(page, 'h1');
    const account = page.locator('header button[aria-expanded]', { hasText: demoPerson('buyer').name });
    await account.waitFor();

    await page.goto(`/lot-view/${demo.lots.practice}`);
    await opened(page, 'main aside button');
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    const ended = await fetch(`${demo.product.url}/api/shop/auth/logout`, {
      method: 'POST',
      headers: { cookie, 'x-savdo': '1', origin: demo.product.url },
    });
    expect(ended.ok).toBe(true);
    // Shown at once; the card already offers to sign in again.
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.locator('main aside a[href*="auth/login"]').first().waitFor({ state: 'attached' });
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Закрыть' }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe(`/lot-view/${demo.lots.practice}`);
    expect(await account.count()).toBe(1);

    // The next thing the person does meets the end of the session.
    await page.getByRole('button', { name: 'В избранное' }).first().click();
    await dialog.getByRole('button', { name: 'На главную' }).click();
    await page.waitForURL('**/home');
    await expect.poll(() => account.count()).toBe(0);
    expect((await context.cookies()).some(({ name }) => name === 'savdo_user')).toBe(false);

    // The sign-in site still knows the person: no form this time.
    await page.goto(`/api/shop/auth/login?return=${encodeURIComponent('/lot-list?i=1')}`);
    await page.waitForURL('**/lot-list?i=1');
    await opened(page, 'article h2 a');
    await account.click();
    await page.getByRole('button', { name: 'Выйти' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Да' }).click();
    await page.waitForURL('**/home');
    await page.locator('header a[href*="auth/login"]').first().waitFor();
    expect((await context.cookies()).some(({ name }) => /^savdo_(user|session)$/.test(name))).toBe(false);
  });
}
