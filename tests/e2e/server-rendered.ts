import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { opened } from './fixtures/addresses.ts';
import { DEMO_PASSWORD, demoPerson } from './fixtures/demo.ts';
import type { DemoFixture } from './fixtures/demo-fixture.ts';
import { fillSignIn } from './fixtures/sign-in.ts';

/** Classes of the page that none of its styles knows: the style of a part is missing. */
const unstyled = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const selectors = (rules: CSSRuleList): string[] =>
      [...rules].flatMap((rule) => [
        ...(rule instanceof CSSStyleRule ? [rule.selectorText] : []),
        ...('cssRules' in rule ? selectors(rule.cssRules as CSSRuleList) : []),
      ]);
    const known = new Set(
      [...document.styleSheets]
        .filter((sheet) => !sheet.disabled)
        .flatMap((sheet) => selectors(sheet.cssRules))
        .flatMap((selector) => selector.match(/(?<=\.)[\w-]+/g) ?? []),
    );
    const used = [...document.querySelectorAll('#root [class]')].flatMap((one) => [...one.classList]);
    // Ours begin with a line; those of icons are names only.
    return [...new Set(used)].filter((name) => name.startsWith('_') && !known.has(name));
  });

export function serverRenderedTests(demo: DemoFixture): void {
  describe('a page the server rendered', () => {
    const HOME = '/home?lang=uz';
    /** Opened as rendered: a busy server skips rendering, and caches a rendered page for three seconds. */
    const openRendered = async (page: Page, path = HOME) => {
      const rendered = async () => {
        const answer = await page.request.get(path);
        if (!(await answer.text()).includes('first-answers')) return 0;
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        return page.locator('#first-answers').count();
      };
      await expect.poll(rendered, { timeout: 60_000, interval: 100 }).toBe(1);
    };
    const alive = (page: Page) =>
      page.locator('[data-closed]').first().waitFor({ state: 'detached', timeout: 30_000 });
    /** A press without a pointer, as tools for the blind make it. */
    const press = (page: Page, selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => (element as HTMLElement).click());
    const SECOND_TAB = '#manual [role="tab"]:nth-child(2)';
    const CONTACT_LINK = 'footer a[href="/contact"]';

    it('is complete: no place of any screen waits for scripts or styles', { timeout: 180_000 }, async () => {
      const { page } = await demo.enter({ size: 'phone', language: 'uz' });
      await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
      const { running, coming, finished } = demo.lots;
      const openLots = [running, coming].map((id) => `/lot-view/${id}`);
      const lots = [...openLots, `/lot-view/${finished}`];
      const others = ['/home', '/lot-list', `/lot-result/${finished}`, '/categories', '/info/participating'];
      const forms = ['/contact', '/check-protocol', '/check-black-list', '/app-link'];
      for (const path of [...lots, ...others, ...forms]) {
        await openRendered(page, path);
        expect(await page.locator('main [aria-busy="true"]').count(), path).toBe(0);
        expect(await unstyled(page), path).toEqual([]);
        // What a visitor may do with an open lot is there too.
        const ways = await page.locator('main aside a[href*="auth/login"]').count();
        expect(ways, path).toBeGreaterThanOrEqual(openLots.includes(path) ? 1 : 0);
      }
    });

    it('of a room names the lot and its last price, then becomes the live one', async () => {
      const { page, errors } = await demo.enter({ size: 'phone', language: 'uz' });
      const room = `/game-view/${demo.lots.running}`;
      const scripts = /\/assets\/.*\.js$/;
      await page.route(scripts, (route) => route.abort());
      await openRendered(page, room);
      expect(await unstyled(page)).toEqual([]);
      expect(await page.getByTestId('last-offer').textContent()).toMatch(/\d\sUZS$/);
      expect(await page.locator('h1').textContent()).not.toBe('');
      await page.goto('about:blank');
      await page.unroute(scripts);
      errors.splice(0);

      await openRendered(page, room);
      await page.locator('main').evaluate((main) => Object.assign(main, { hydrated: true }));
      await page.locator('[data-testid="room"]:not([data-seq="0"])').waitFor();
      expect(await page.getByTestId('last-offer').count()).toBe(1);
      expect(await page.locator('main').evaluate((main) => 'hydrated' in main)).toBe(true);
      expect(errors).toEqual([]);
    });

    it('offers each photo in several widths, blurred until it is there', { timeout: 240_000 }, async () => {
      const { page } = await demo.enter({ size: 'phone', language: 'uz' });
      /** Photos of the first lots; the demo stores its pictures after the start, a lot every few seconds. */
      const photos = async (): Promise<string[]> => {
        const html = await (await page.request.get('/lot-list?lang=uz')).text();
        return (html.match(/<img[^>]*>/g) ?? []).filter((each) => /srcset=/i.test(each));
      };
      await expect
        .poll(async () => (await photos()).length, { timeout: 170_000, interval: 1_000 })
        .toBeGreaterThan(0);
      const [photo = ''] = await photos();
      expect(photo).toMatch(/srcset="\/files\/[\da-f]{32}\.webp 320w, \/files\/[\da-f]{32}\.webp 720w"/i);
      expect(photo).toMatch(/sizes="\(max-width/);
      expect(photo).toMatch(/background-image:url\(data:image\/webp;base64,/);
    });

    it('is anybody’s first, then the own one of who signed in', async () => {
      const { page, errors } = await demo.enter({ size: 'desktop', language: 'uz' });
      const { name, phone } = demoPerson('buyer');
      const card = `/lot-view/${demo.lots.coming}`;
      await page.goto(card);
      await opened(page, 'h1');
      await page.locator('main aside a[href*="auth/login"]:not([href*="register"])').click();
      await fillSignIn(page, phone, DEMO_PASSWORD, card);

      const scripts = /\/assets\/.*\.js$/;
      await page.route(scripts, (route) => route.abort());
      await openRendered(page, card);
      expect(await unstyled(page)).toEqual([]);
      await page.goto('about:blank');
      await page.unroute(scripts);
      errors.splice(0);

      await openRendered(page, card);
      expect(await page.locator('#root[data-signed-in]').count()).toBe(1);
      expect(await page.locator('a[href*="auth/login"]').count()).toBe(0);
      await page.locator('main').evaluate((main) => Object.assign(main, { hydrated: true }));
      await page.locator('header button[aria-expanded]', { hasText: name }).waitFor();
      await opened(page, 'h1');
      expect(await page.locator('main').evaluate((main) => 'hydrated' in main)).toBe(true);
      expect(errors).toEqual([]);
    });

    it('hears a press on a part far below that was not seen yet, and keeps the page', async () => {
      const { page, errors } = await demo.enter({ size: 'phone', language: 'uz' });
      await openRendered(page);
      await alive(page);
      await press(page, SECOND_TAB);
      expect(await page.locator(SECOND_TAB).getAttribute('aria-selected')).toBe('true');

      await openRendered(page);
      await alive(page);
      await page.evaluate(() => Object.assign(window, { stays: true }));
      await press(page, CONTACT_LINK);
      await page.waitForURL('**/contact');
      expect(await page.evaluate(() => 'stays' in window)).toBe(true);
      expect(errors).toEqual([]);
    });

    it('acts from the bar at the edge of a phone, which nothing lies over', async () => {
      const { page, errors } = await demo.enter({ size: 'phone', language: 'uz' });
      const card = `/lot-view/${demo.lots.coming}`;
      await page.goto(`/api/shop/auth/login?return=${encodeURIComponent(card)}`);
      await fillSignIn(page, demoPerson('buyer by parts').phone, DEMO_PASSWORD, card);
      await opened(page, 'h1');
      // The offer is not signed: what is missing is shown next to the button, not over it.
      await page.locator('main aside p a[href="/profile/contracts"]').waitFor();
      const bar = page.getByRole('region', { name: 'Narx va ishtirok' });
      await bar.getByRole('button', { name: 'Ariza berish' }).click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await page.locator('aside[aria-labelledby="profile-prompt"]').count()).toBe(0);
      await page.goto('/home');
      const prompt = page.locator('aside[aria-labelledby="profile-prompt"]');
      await prompt.getByRole('button', { name: 'Keyinroq' }).click();
      await page.locator('main article h3 a').first().click();
      await page.waitForURL('**/lot-view/*');
      await page.goBack();
      await opened(page, 'h1');
      expect(await prompt.count()).toBe(0);
      expect(errors).toEqual([]);
    });

    it('is a frame in the chosen colours where nothing is rendered, before any script', async () => {
      const { page } = await demo.enter({ size: 'phone', language: 'uz' });
      await page.addInitScript(() => localStorage.setItem('savdo.theme', 'dark'));
      await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
      await page.goto('/lot-list?q=uy', { waitUntil: 'domcontentloaded' });
      expect(await page.locator('#root:empty').count()).toBe(1);
      expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
      const drawn = () => page.locator('#root').evaluate((root) => getComputedStyle(root).backgroundImage);
      expect(await drawn()).toContain('linear-gradient');
      await page.goto('/lot-list?q=uy&mobile=1', { waitUntil: 'domcontentloaded' });
      expect(await drawn()).toBe('none');
    });

    it('keeps a press made before its scripts came, and its links lead on without them', async () => {
      const { page } = await demo.enter({ size: 'phone', language: 'uz' });
      let come = (): void => undefined;
      const scripts = new Promise<void>((resolve) => (come = resolve));
      await page.route(/\/assets\/.*\.js$/, async (route) => {
        await scripts;
        await route.continue();
      });
      await openRendered(page);
      await press(page, SECOND_TAB);
      expect(await page.locator(SECOND_TAB).getAttribute('aria-selected')).toBe('false');
      // Seen to be heard.
      expect(await page.locator(`${SECOND_TAB}[data-waiting]`).count()).toBe(1);
      come();
      await page.locator(`${SECOND_TAB}[aria-selected="true"]`).waitFor({ state: 'attached' });

      await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
      await openRendered(page);
      await press(page, CONTACT_LINK);
      await page.waitForURL('**/contact', { waitUntil: 'commit' });
    });
  });
}
