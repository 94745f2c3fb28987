import type { Page } from '@playwright/test';
import { expect, it } from 'vitest';
import { opened } from './fixtures/addresses.ts';
import type { DemoFixture } from './fixtures/demo-fixture.ts';

const PHONE_HEADER_PX = 56;
const LOTS_AT_ONCE = 6;

/** The header as it is where nothing is pretended: the notice of the test mode is a line of its own. */
const headerHeight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const header = document.querySelector('header')!;
    const notice = header.querySelector('[role="note"]');
    return header.getBoundingClientRect().height - (notice?.getBoundingClientRect().height ?? 0);
  });

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

export function frameTests(demo: DemoFixture): void {
  it.each(['uz', 'ru'])(
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
}
