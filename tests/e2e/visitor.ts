import type { Page } from '@playwright/test';
import { expect, it } from 'vitest';
import { DEMO_BARRED } from '#server/demo/barred-people.ts';
import { eventually } from '../fixtures/services.ts';
import { isNotFound, opened } from './fixtures/addresses.ts';
import { addressesOfTrouble } from './fixtures/bad-addresses.ts';
import { axeFindings, withoutServerRendering } from './fixtures/browser.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { DEMO_PASSWORD, demoPerson } from './fixtures/demo.ts';
import type { DemoFixture } from './fixtures/demo-fixture.ts';
import { foreignTexts, isMarked, markPage, overflowAt320 } from './fixtures/screens.ts';
import { signInAt } from './fixtures/sign-in.ts';

/** Of many alike the sample of `npm test` takes one in `every`. */
const sampled = <One>(many: readonly One[], every = 2): One[] =>
  many.filter((_, i) => COMPLETE || i % every === 0);
const API = /\/api\/shop\//;
/** A failed read is asked again after 15 s at the latest; the rest is for a busy machine. */
const HEALS_WITHIN_MS = 45_000;
/** Up to eight screens at once, each asked by axe. */
const RECOVERY_LIMIT_MS = 240_000;
/** Sounds like no protocol and no person of the demo. */
const NO_PROTOCOL = 'Q-2031/000001';
const UNKNOWN_PERSON = '305109680';

export function visitorTests(demo: DemoFixture): void {
  // Lots that show how lots end are made next to the site.
  const protocolOf = (status: 'active' | 'cancelled'): Promise<{ number: string; word: string }> =>
    eventually(
      async () => {
        const row = await demo.product.database.db
          .selectFrom('protocol')
          .select(['number', 'check_word as word'])
          .where('status', '=', status)
          .executeTakeFirst();
        return row ?? null;
      },
      `a protocol that is ${status}`,
      90_000,
    );
  const protocolNumber = async (status: 'active' | 'cancelled') => (await protocolOf(status)).number;

  it('gets the client of programs from the address that their page names', async () => {
    const answer = await fetch(`${demo.product.url}/programs/savdo-client.tgz`);
    expect(answer.status).toBe(200);
    expect([...new Uint8Array(await answer.arrayBuffer()).slice(0, 2)], 'a file of gzip').toEqual([
      0x1f, 0x8b,
    ]);
  });

  it('writes to the operator, who has the message', async () => {
    for (const [language, size] of sampled([
      ['ru', 'phone'],
      ['uz', 'desktop'],
    ] as const)) {
      const { page, errors } = await demo.enter({ language, size });
      await page.goto('/contact');
      await opened(page, 'main form select:enabled');
      const send = page.locator('main form button[type="submit"]');
      await send.click();
      await page.locator('main form [aria-invalid="true"]').first().waitFor();
      expect(await page.locator('main form [aria-invalid="true"]').count()).toBeGreaterThan(3);
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflowAt320(page, size)).toBe(0);
      expect(await foreignTexts(page, language)).toEqual([]);
      const message = `Sinov xabari (${language}): savdo qachon boshlanadi?`;
      await page.locator('input[autocomplete="name"]').fill('Sinov Tashrifchi');
      await page.locator('input[type="tel"]').pressSequentially('901234567');
      await page.locator('main form select').selectOption({ index: 1 });
      await page.locator('main form textarea').fill(message);
      await send.click();
      const reported = await page.locator('main section[role="status"] h2').textContent();
      const number = Number(reported?.match(/\d+/)?.[0]);
      const stored = await demo.product.database.db
        .selectFrom('contact_message')
        .selectAll()
        .where('number', '=', number)
        .executeTakeFirst();
      expect(stored).toMatchObject({ message, phone: '+998901234567', name: 'Sinov Tashrifchi' });
      expect(await axeFindings(page)).toEqual([]);
      expect(errors).toEqual([]);
    }
  });

  it.runIf(COMPLETE)('checks protocols: in force, cancelled, unknown', async () => {
    const { number: genuine, word } = await protocolOf('active');
    const { page, errors } = await demo.enter({ language: 'ru', size: 'phone' });
    await page.goto('/check-protocol');
    await opened(page, 'main form input');
    const look = async (number: string, checkWord = '') => {
      await page.locator('main form input').first().fill(number);
      await page.locator('main form input').last().fill(checkWord);
      await page.locator('main form button[type="submit"]').click();
    };
    await look('?');
    await page.locator('main form [aria-invalid="true"]').waitFor();
    await look(genuine.toLowerCase());
    const verdict = page.locator('main section[data-tone]');
    await verdict.waitFor();
    expect(await verdict.getAttribute('data-tone')).toBe('good');
    expect(await verdict.innerText()).toContain(genuine);
    expect(await foreignTexts(page, 'ru')).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    expect(await verdict.locator('a[target]').count()).toBe(0);
    await look(genuine, word.toLowerCase());
    await verdict.locator('a[target]').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowAt320(page, 'phone')).toBe(0);
    const paper = await page.request.get((await verdict.locator('a[target]').getAttribute('href')) ?? '');
    expect(paper.headers()['content-type']).toMatch(/application\/pdf/);
    expect((await paper.body()).subarray(0, 5).toString()).toBe('%PDF-');

    await look(await protocolNumber('cancelled'));
    await page.locator('main section[data-tone="bad"]').waitFor();
    await look(NO_PROTOCOL);
    await page.locator('main h2', { hasText: NO_PROTOCOL }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // The address of a QR code opens the answer.
    const other = await demo.enter({ language: 'uz', size: 'desktop' });
    await other.page.goto(`/check-protocol?number=${encodeURIComponent(genuine)}&word=${word}`);
    await other.page.locator('main section[data-tone="good"] a[target]').waitFor();
    expect(await foreignTexts(other.page, 'uz')).toEqual([]);
    expect([...errors, ...other.errors]).toEqual([]);
  });

  it('checks participants with a real proof of work, and sees no name in full', async () => {
    for (const [language, size] of sampled([
      ['uz', 'phone'],
      ['ru', 'desktop'],
    ] as const)) {
      const { page, errors } = await demo.enter({ language, size });
      await page.goto('/check-black-list');
      await opened(page, 'main form fieldset');
      const field = page.locator('main form input[inputmode="numeric"]');
      const look = async (digits: string) => {
        await field.fill('');
        await field.pressSequentially(digits);
        await page.locator('main form button[type="submit"]').click();
      };
      const verdict = (tone: string) => page.locator(`main section[data-tone="${tone}"]`).waitFor();
      await page.locator('main form button[type="submit"]').click();
      await page.locator('main form [aria-invalid="true"]').waitFor();
      await look(UNKNOWN_PERSON);
      await verdict('good');
      expect(await foreignTexts(page, language)).toEqual([]);
      await look(DEMO_BARRED.stir);
      await verdict('bad');
      // A bar that is over is none.
      await look(DEMO_BARRED.formerStir);
      await verdict('good');
      await page.locator('main form input[type="radio"]').nth(1).check();
      await look(DEMO_BARRED.pinfl);
      await verdict('bad');
      expect(await page.locator('main').innerText()).not.toContain('Qarzdorov');
      expect(await foreignTexts(page, language)).toEqual([]);
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflowAt320(page, size)).toBe(0);
      expect(errors).toEqual([]);
    }
  });

  it.runIf(COMPLETE)('keeps favourites: marks, finds, takes out, brings back', async () => {
    const { page, errors } = await demo.enter({ language: 'ru', size: 'phone' });
    await page.goto('/lot-list');
    await opened(page, 'article h2 a');
    // Unsigned, the heart tells to register.
    await page.locator('main article button[aria-pressed]').first().click();
    await page.getByRole('dialog').locator('a[href*="auth/login"]').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await signInAt(page, demoPerson('buyer').phone, DEMO_PASSWORD, '/lot-list?i=1');
    await opened(page, 'article h2 a');
    const title = await page.locator('article h2 a').first().innerText();
    const heart = page.locator('main article button[aria-pressed]').first();
    // A page that is left at once takes a request under way with it.
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/shop/favourite-lots/add'));
    await heart.click();
    await page.locator('main article button[aria-pressed="true"]').first().waitFor();
    await saved;
    await page.goto('/favourites');
    await opened(page, 'article h2 a');
    expect(await page.locator('article h2 a').allInnerTexts()).toContain(title);
    expect(await foreignTexts(page, 'ru', demoPerson('buyer').name)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    const mine = page.locator('main article', { hasText: title });
    const before = await page.locator('main article').count();
    await mine.locator('button[aria-pressed]').click();
    const back = page.locator('main [role="status"] button').first();
    await back.waitFor();
    expect(await page.locator('main article').count()).toBe(before - 1);
    expect(await axeFindings(page)).toEqual([]);
    await back.click();
    await mine.waitFor();
    expect(errors).toEqual([]);
  });

  it.runIf(COMPLETE)(
    'opens the menu, the account and the help in any language, with nothing for axe to find',
    async () => {
      const { page, errors } = await demo.enter({ language: 'uz', size: 'desktop' });
      await signInAt(page, demoPerson('buyer').phone, DEMO_PASSWORD, '/info/participating');
      await opened(page, 'main article h2');
      const unfold = page.locator('header button[aria-expanded]:visible');
      for (let at = 0; at < (await unfold.count()); at += 1) {
        await unfold.nth(at).click();
        await page.locator('header button[aria-expanded="true"]').waitFor();
        expect(await axeFindings(page), `panel ${at}`).toEqual([]);
        await page.keyboard.press('Escape');
      }
      await markPage(page);
      const heading = await page.locator('h1').innerText();
      await page.locator('header button[lang="ru"]:visible').first().click();
      await page.locator('html[lang="ru"]').waitFor();
      await expect.poll(() => page.locator('h1').innerText()).not.toBe(heading);
      await expect.poll(() => foreignTexts(page, 'ru', demoPerson('buyer').name)).toEqual([]);
      expect(await isMarked(page)).toBe(true);
      for (const [parameter, lang] of [
        ['uz-cyrl', 'uz-Cyrl'],
        ['en', 'en'],
      ]) {
        await page.goto(`/info/participating?lang=${parameter}`);
        await opened(page, 'main article h2');
        expect(await page.locator('html').getAttribute('lang')).toBe(lang);
      }
      expect(errors).toEqual([]);
    },
  );

  it('is not broken by what is in an address', async () => {
    const { page, errors } = await demo.enter({ language: 'uz', size: 'desktop' });
    const problems: string[] = [];
    for (const { path, absent } of sampled(addressesOfTrouble(demo.lots), 3)) {
      await page.goto(path);
      await opened(page, 'main h1, main h2').catch((reason: unknown) => {
        throw new Error(`${path} shows nothing`, { cause: reason });
      });
      const said = errors.splice(0).filter((text) => !(absent && isNotFound(text)));
      if (said.length > 0) problems.push(`${path}: ${said.join(' | ')}`);
      if ((await page.evaluate(() => (window as { harmed?: boolean }).harmed)) === true)
        problems.push(`${path}: ran a script of the address`);
    }
    expect(problems).toEqual([]);
  });

  it.runIf(COMPLETE)(
    'waits for a slow server and recovers by itself from a dead one',
    { timeout: RECOVERY_LIMIT_MS },
    async () => {
      const genuine = await protocolNumber('active');
      const screens = sampled(
        [
          { path: '/home', content: 'article h3 a' },
          { path: '/lot-list', content: 'article h2 a' },
          { path: `/lot-view/${demo.lots.coming}`, content: 'h1' },
          { path: `/lot-result/${demo.lots.finished}`, content: 'main dl dd' },
          { path: '/categories', content: 'main li[data-opened]' },
          { path: '/info/bid-lot', content: 'main article h2' },
          { path: '/contact', content: 'main form select:enabled' },
          {
            path: `/check-protocol?number=${encodeURIComponent(genuine)}`,
            content: 'main section[data-tone]',
          },
        ],
        3,
      );
      const { context } = await demo.enter({ language: 'ru', size: 'phone' });
      await withoutServerRendering(context);
      const pages = await Promise.all(
        screens.map(async ({ path, content }) => ({ path, content, page: await context.newPage() })),
      );
      const each = (what: (page: Page, content: string) => Promise<unknown>) =>
        Promise.all(
          pages.map(({ page, path, content }) =>
            what(page, content).catch((reason: unknown) => {
              throw new Error(path, { cause: reason });
            }),
          ),
        );

      let answer = (): void => undefined;
      const answers = new Promise<void>((resolve) => (answer = resolve));
      await context.route(API, async (route) => {
        await answers;
        await route.continue();
      });
      await Promise.all(pages.map(({ page, path }) => page.goto(path)));
      for (const { page, path, content } of pages) {
        await page.locator('main').waitFor();
        expect(await page.locator('main [role="alert"]:visible').count(), path).toBe(0);
        expect(await page.locator(content).count(), path).toBe(0);
      }
      answer();
      await each((page, content) => opened(page, content));
      await context.unroute(API);

      // Dead at first sight: the screen says so, and is there again without a press once the server is.
      await context.route(API, (route) => route.abort('connectionrefused'));
      await Promise.all(pages.map(({ page }) => page.reload()));
      await each(async (page) => {
        await page.locator('main').waitFor();
        if (page.url().includes('/contact')) return;
        await page.locator('main [role="alert"]:visible').first().waitFor();
      });
      for (const { page, path } of pages) {
        expect(await foreignTexts(page, 'ru'), path).toEqual([]);
        expect(await axeFindings(page), path).toEqual([]);
      }
      await context.unroute(API);
      await each((page, content) => page.locator(content).first().waitFor({ timeout: HEALS_WITHIN_MS }));
    },
  );
}
