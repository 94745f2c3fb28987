import type { Page } from '@playwright/test';
import { expect } from 'vitest';
import { LOT_CARD_TABS } from '#shared/api/lot-tabs.ts';
import { HELP_PAGES } from '#shared/api/pages.ts';
import type { demoLotIds } from './demo.ts';

/** Every address a visitor can open, and what is there once it has its content. */

export interface Screen {
  path: string;
  /** Present once the screen has its real content. */
  content: string;
  /** What is asked for does not exist: the answer is 404, the screen says so in words. */
  absent?: true;
}

/** The console names an answer "not found" an error, also where the screen is made for it. */
export const isNotFound = (text: string): boolean => /Failed to load resource.*40[04]/.test(text);

/** No lot has it. */
export const UNKNOWN_LOT = 987_654_321;

export type LotIds = Awaited<ReturnType<typeof demoLotIds>>;

const TAB_CONTENT = {
  property: '[role="tabpanel"] p',
  lot: '[role="tabpanel"] dd',
  customer: '[role="tabpanel"] dd',
  documents: '[role="tabpanel"] li a',
} as const;

export const screensOf = (lots: LotIds): Screen[] => [
  { path: '/home', content: 'article h3 a' },
  { path: '/lot-list', content: 'article h2 a' },
  { path: '/lot-list?i=1&view=list&page=2', content: 'article h2 a' },
  { path: '/lot-list?i=2&group=1&priceFrom=1000', content: '[role="tabpanel"] h2' },
  { path: '/lot-list?i=3', content: 'article h2 a' },
  { path: '/lot-list?i=0&q=avtomobil', content: 'article h2 a' },
  { path: '/lot-list?i=4&q=bunday-lot-yoq', content: '[role="tabpanel"] h2' },
  ...LOT_CARD_TABS.map((tab) => ({
    path: `/lot-view/${lots.running}?tab=${tab}`,
    content: TAB_CONTENT[tab],
  })),
  { path: `/lot-view/${lots.coming}`, content: TAB_CONTENT.property },
  { path: `/lot-view/${lots.finished}`, content: TAB_CONTENT.property },
  { path: `/lot-view/${lots.practice}`, content: TAB_CONTENT.property },
  { path: `/lot-view/${UNKNOWN_LOT}`, content: 'main form[role="search"]', absent: true },
  { path: `/lot-result/${lots.finished}`, content: 'main dl dd' },
  { path: `/game-view/${lots.running}`, content: '[data-testid="observer"]' },
  { path: `/game-view/${lots.finished}`, content: '[data-testid="outcome"]' },
  { path: '/categories', content: 'main li[data-opened]' },
  { path: '/favourites', content: 'main a[href*="auth/login"]' },
  ...HELP_PAGES.map((page) => ({ path: `/info/${page}`, content: 'main article h2' })),
  { path: '/info/no-such-page', content: 'main a[href="/home"]', absent: true },
  { path: '/news', content: 'main li h2 a' },
  { path: '/news/1', content: 'main article p' },
  { path: `/news/${UNKNOWN_LOT}`, content: 'main a[href="/home"]', absent: true },
  { path: '/contact', content: 'main form select:enabled' },
  { path: '/check-protocol', content: 'main form input' },
  { path: '/check-black-list', content: 'main form fieldset' },
  { path: '/app-link', content: 'main article ol li' },
  { path: '/redirecting?sign-in=cancelled', content: 'main a[href="/home"]' },
  { path: '/order-preview/1', content: 'main a[href*="auth/login"]', absent: true },
  { path: '/no-such-place', content: 'main a[href="/home"]', absent: true },
];

/** The screen has loaded: its content is there, it answers, and nothing on it is still busy. */
export async function opened(page: Page, content: string): Promise<void> {
  await page.locator(content).first().waitFor();
  // What the server painted is alive: its fields take what is typed.
  await page.locator('[data-closed]').first().waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('main [aria-busy="true"]').count(), { timeout: 15_000 }).toBe(0);
}
