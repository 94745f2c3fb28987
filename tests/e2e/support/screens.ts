import type { Page } from '@playwright/test';
import { SIZES } from './browser.ts';
import type { Size } from './browser.ts';

/** What must be true of every screen in every language at every size. */

const NARROW_PX = 320;
const SETTLE_MS = 3_000;

/** Texts that are the same in every language. */
const SAME_EVERYWHERE =
  /^(Savdo\.?|Android|\(GMT\+5\)|[\d\s.,]*UZS( \([\d,]+ %\))?|\S+@\S+\.example|[\w-]+\.pdf)$/;

/**
 * Visible pieces of text that are not in the language of the page: keys without a text, Latin words where Russian is
 * spoken (a name inside a Russian sentence is fine), Cyrillic ones where Uzbek is.
 * @param person the name of the signed-in person, as it was registered
 */
export async function foreignTexts(page: Page, language: string, person = ''): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      // Language buttons speak their own language, names of bodies are not translated; code and scripts are no text.
      if (!parent || parent.closest('script, style, noscript, [lang]:not(html), [translate="no"]')) continue;
      const text = node.textContent?.trim() ?? '';
      if (text) found.push(text);
    }
    return found;
  });
  const searched = new URL(page.url()).searchParams.get('q') ?? '';
  const key = /^[a-z][\w-]*(\.[\w-]+)+$/;
  return texts.filter((text) => {
    if (SAME_EVERYWHERE.test(text) || person.startsWith(text)) return false;
    // What the visitor typed, quoted back.
    if (searched !== '' && text.replaceAll(/[«»“”]/g, '') === searched) return false;
    if (key.test(text)) return true;
    return language === 'ru'
      ? /[A-Za-z]{3,}/.test(text) && !/[А-Яа-яЁё]/.test(text)
      : /[А-Яа-яЁё]/.test(text);
  });
}

export const overflowAt320 = (page: Page, size: Size): Promise<number> => overflowAt(page, size, NARROW_PX);

/** How far the page stays wider than a window of so many pixels; the window gets its size back. */
export async function overflowAt(page: Page, size: Size, widthPx: number): Promise<number> {
  await page.setViewportSize({ width: widthPx, height: 640 });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  // Drawn charts follow the window a few frames later.
  const until = performance.now() + SETTLE_MS;
  let over = (await width()) - widthPx;
  while (over > 0 && performance.now() < until) over = (await width()) - widthPx;
  await page.setViewportSize(SIZES[size].viewport);
  return Math.max(0, over);
}

/** Marks the page, to see later that it was never loaded again. */
export const markPage = (page: Page) =>
  page.evaluate(() => void ((window as { stillHere?: boolean }).stillHere = true));

export const isMarked = (page: Page) =>
  page.evaluate(() => (window as { stillHere?: boolean }).stillHere === true);
