import type { Locator, Page } from '@playwright/test';

/** What people do and see in a room. */

/** Waits until the page shows this price as the last offer. */
export const shows = (page: Page, tiyin: number) =>
  page.locator(`[data-testid="last-offer"][data-price="${tiyin}"]`).waitFor();

/** The sum the big button stands for now, tiyin. */
export const amountOnButton = async (page: Page): Promise<number> =>
  Number(await page.getByTestId('confirm').getAttribute('data-amount'));

/** Takes part in a practice room from within it. */
export async function takePart(page: Page): Promise<void> {
  await page.getByTestId('join-practice').click();
  await page.getByTestId('confirm').waitFor();
}

/** The status of my last offer once it says this. */
export const noteSays = (page: Page, step: string) =>
  page.locator(`[data-testid="bid-status"][data-step="${step}"]`).waitFor();

/** Whether I lead, was outbid and so on, once the status says this. */
export const statusIs = (page: Page, kind: string) =>
  page.locator(`[data-testid="bid-status"][data-kind="${kind}"]`).waitFor();

/** The handle of the sheet, on a phone. */
export const sheetHandle = (page: Page): Locator => page.locator('aside[data-room-sheet] > button').first();

/** Presses the button and waits until the server confirmed. Returns the price. */
export async function confirmPrice(page: Page): Promise<number> {
  const amount = await amountOnButton(page);
  await page.getByTestId('confirm').click();
  await shows(page, amount);
  return amount;
}

/** Presses Tab until the control has the focus; the limit is for a control no keyboard reaches. */
export async function tabTo(page: Page, control: Locator, limit = 60): Promise<void> {
  for (let pressed = 0; pressed < limit; pressed += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`no keyboard reaches ${control.toString()}`);
}

/** From the next load on keeps everything the two live regions of the room say. */
export const listenToRoom = (page: Page) =>
  page.addInitScript(() => {
    const said: string[] = [];
    (window as { said?: string[] }).said = said;
    new MutationObserver(() => {
      for (const region of ['say-polite', 'say-assertive']) {
        const text = document.querySelector(`[data-testid="${region}"]`)?.textContent ?? '';
        const line = `${region}: ${text}`;
        if (text && said.findLast((each) => each.startsWith(region)) !== line) said.push(line);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });

/** What the live regions said so far, `say-polite: …` and `say-assertive: …`. */
export const heard = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as { said?: string[] }).said ?? []);
