import type { Page } from '@playwright/test';
import { expect, it } from 'vitest';
import { CONSOLE_ROUTES } from '#client/app/routes/console.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { opened } from './fixtures/addresses.ts';
import { axeFindings, type Size } from './fixtures/browser.ts';
import { DEMO_PASSWORD, demoPerson } from './fixtures/demo.ts';
import type { DemoFixture } from './fixtures/demo-fixture.ts';
import { overflowAt320 } from './fixtures/screens.ts';
import { signInAt } from './fixtures/sign-in.ts';

const COMBINATIONS = [
  ['uz', 'desktop'],
  ['ru', 'phone'],
] as const;
/** The smallest desktop of an office. */
const OFFICE = { width: 1280, height: 800 };
const LIMIT_MS = 600_000;
/** Their list is asked for by the person. */
const CONTENT: Readonly<Record<string, string>> = { '/console/refused-attempts': 'main form' };

const show = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((name) => document.documentElement.setAttribute('data-mantine-color-scheme', name), theme);

/** As by a link of the menu: the program stays, whose loading is most of the work of a page. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('main h1')?.setAttribute('data-page-left', '');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.locator('[data-page-left]').waitFor({ state: 'detached' });
}

export function consolePagesTests(demo: DemoFixture): void {
  /** Opens one page of the console after the other, as an administrator; what is wrong, one line each. */
  async function sweep(language: 'uz' | 'ru', size: Size, paths: readonly string[]): Promise<string[]> {
    const { page, errors } = await demo.enter({ language, size });
    if (size === 'desktop') await page.setViewportSize(OFFICE);
    await signInAt(page, demoPerson('administrator').phone, DEMO_PASSWORD, '/console/today');
    const problems: string[] = [];
    for (const [i, path] of paths.entries()) {
      const say = (what: string, found: readonly unknown[]) => {
        if (found.length > 0) problems.push(`${path} ${language} ${size}: ${what}: ${found.join(' | ')}`);
      };
      // The complete run opens each by its address.
      if (COMPLETE) await page.goto(path);
      else if (new URL(page.url()).pathname !== path) await follow(page, path);
      await opened(page, CONTENT[path] ?? 'main h1').catch((reason: unknown) => {
        throw new Error(`${path} shows nothing`, { cause: reason });
      });
      say('axe in light', await axeFindings(page));
      // Every page has its colours from the same tokens: the sample looks at every third.
      if (size === 'desktop' && (COMPLETE || i % 3 === 0)) {
        await show(page, 'dark');
        say('axe in dark', await axeFindings(page, 'ofColours'));
        await show(page, 'light');
      }
      say('failed', await page.locator('main [role="alert"]').allInnerTexts());
      if (size === 'phone') {
        const over = await overflowAt320(page, size);
        say('wider than 320 px', over > 0 ? [over] : []);
      }
      // Whether bids are taken, of which a busy machine is not sure at its start.
      say(
        'console',
        errors.splice(0).filter((error) => !error.includes('/readyz')),
      );
    }
    return problems;
  }

  it(
    'opens every page of the console, with nothing for axe to find in light and in dark',
    async () => {
      const paths = CONSOLE_ROUTES.map(({ path }) => path);
      const problems = await Promise.all(
        COMBINATIONS.map(([language, size], turn) =>
          sweep(
            language,
            size,
            paths.filter((_, i) => COMPLETE || i % COMBINATIONS.length === turn),
          ),
        ),
      );
      expect(problems.flat()).toEqual([]);
    },
    LIMIT_MS,
  );
}
