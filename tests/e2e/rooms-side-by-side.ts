import type { Locator, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { savePictures } from './fixtures/browser.ts';
import type { Size, Visitor } from './fixtures/browser.ts';
import { looksRight } from './fixtures/looks-right.ts';
import type { ProductFixture } from './fixtures/product-fixture.ts';
import { tabTo } from './fixtures/room.ts';
import { signInAt } from './fixtures/sign-in.ts';
import { addPeople, PASSWORD, publishPractice } from './fixtures/world.ts';

const START_PRICE = 1_000_000_00;
const STEP = START_PRICE / 20;

/** The part of the page that is the room of a lot, by the name a screen reader says. */
const roomOf = (page: Page, lotId: number): Locator =>
  page.getByRole('region', { name: new RegExp(`\\b${lotId}\\b`) }).and(page.getByTestId('room-column'));

const priceIn = (room: Locator, tiyin: number) =>
  room.locator(`[data-testid="last-offer"][data-price="${tiyin}"]`).waitFor({ state: 'attached' });

/** Fails with what the room shows instead. */
const statusIn = async (room: Locator, kind: string): Promise<void> => {
  try {
    await room.locator(`[data-testid="bid-status"][data-kind="${kind}"]`).waitFor();
  } catch (error) {
    throw new Error(`no status "${kind}" in: ${await room.innerText()}`, { cause: error });
  }
};

/** How far below the top of the page the button of each room is, px. */
const buttonTops = async (page: Page, lotIds: readonly number[]): Promise<number[]> =>
  Promise.all(
    lotIds.map((id) =>
      roomOf(page, id)
        .getByTestId('confirm')
        .evaluate((button) => Math.round(button.getBoundingClientRect().top + scrollY)),
    ),
  );

export const sideBySideTests = (site: ProductFixture): void =>
  void describe('several rooms side by side', () => {
    let phones: string[];
    let lots: number[];
    const visitors: Visitor[] = [];
    const enter = async (who: number, size: Size, language: 'uz' | 'ru') => {
      const visitor = await site.visit({ size, language });
      visitors.push(visitor);
      await signInAt(visitor.page, phones[who] ?? '', PASSWORD, '/home');
      return visitor.page;
    };
    const open = async (page: Page, lotIds: readonly number[]) => {
      await page.goto(`/game-view?ids=${lotIds.join(',')}`);
      for (const id of lotIds) await roomOf(page, id).getByTestId('countdown').waitFor();
    };

    beforeAll(async () => {
      const people = ['Sinov Yonma', 'Sinov Yon', 'Sinov Tor'];
      phones = (await addPeople(site.product, people)).map(({ phone }) => phone);
      lots = [];
      for (const title of ['Sinov stoli', 'Sinov kursisi', 'Sinov tokchasi'])
        lots.push(
          await publishPractice(site.product, {
            title,
            startPriceTiyin: START_PRICE,
            opensInMs: 0,
            lengthMs: 10 * 60_000,
          }),
        );
    });
    afterEach((context) => savePictures(context.task, visitors));
    afterAll(async () => {
      for (const visitor of visitors.splice(0)) await visitor.close();
    });

    it('sends each press to its own room, and each room follows its own prices', async () => {
      const [first = 0, second = 0, third = 0] = lots;
      const page = await enter(0, 'desktop', 'ru');
      const rival = await enter(1, 'desktop', 'uz');
      await open(page, lots);
      await open(rival, lots);
      for (const id of lots) {
        await roomOf(page, id).getByTestId('join-practice').click();
        await roomOf(page, id).getByTestId('confirm').waitFor();
      }
      await roomOf(rival, second).getByTestId('join-practice').click();
      await roomOf(rival, second).getByTestId('confirm').waitFor();

      const before = await buttonTops(page, lots);
      await roomOf(page, second).getByTestId('confirm').click();
      await statusIn(roomOf(page, second), 'leading');
      for (const id of [first, third]) {
        await priceIn(roomOf(rival, id), 0);
        expect(await roomOf(page, id).getByTestId('bid-status').getAttribute('data-kind')).toBe('ready');
      }
      await priceIn(roomOf(rival, second), START_PRICE);

      // Outbid in one room, at the same time the first to offer in another, by keyboard.
      await roomOf(rival, second).getByTestId('confirm').click();
      await statusIn(roomOf(page, second), 'outbid');
      await tabTo(page, roomOf(page, third).getByTestId('confirm'), 120);
      await page.keyboard.press('Enter');
      await statusIn(roomOf(page, third), 'leading');
      await priceIn(roomOf(page, second), START_PRICE + STEP);
      await priceIn(roomOf(page, third), START_PRICE);
      await priceIn(roomOf(page, first), 0);
      // No price moves a button.
      expect(await buttonTops(page, lots)).toEqual(before);
      // A screen reader hears of which lot.
      await expect
        .poll(() => roomOf(page, second).getByTestId('say-assertive').textContent())
        .toMatch(new RegExp(`^Лот ${second}\\. .*перебили`));
      await looksRight(page, 'rooms-desktop-ru');
    });

    it('opens another room beside the one that is open, and lets it go again', async () => {
      const [first = 0, second = 0] = lots;
      const { page } = visitors[0] as Visitor;
      await page.goto(`/game-view/${first}`);
      const beside = page.getByRole('listitem').filter({ hasText: 'Sinov kursisi' }).getByRole('link').last();
      await beside.click();
      await page.waitForURL(`**/game-view?ids=${first},${second}`);
      await roomOf(page, second).getByTestId('confirm').waitFor();
      await roomOf(page, first)
        .getByRole('link', { name: new RegExp(`лота ${first}`) })
        .click();
      await page.waitForURL(`**/game-view/${second}`);
      await page.getByTestId('room-top-bar').waitFor();
    });

    it('is one press away in the cabinet of who takes part in several', async () => {
      const { page } = visitors[0] as Visitor;
      await page.goto('/profile/my-auctions');
      await page.getByRole('link', { name: 'Открыть залы рядом' }).click();
      await page.waitForURL(/game-view\?ids=/);
      for (const id of lots) await roomOf(page, id).getByTestId('confirm').waitFor();
    });

    it('lies one below the other on a phone, each with its price and its button', async () => {
      const page = await enter(2, 'phone', 'uz');
      await open(page, lots);
      const boxes = await Promise.all(lots.map((id) => roomOf(page, id).boundingBox()));
      expect(new Set(boxes.map((box) => box?.x)).size).toBe(1);
      for (const [i, below] of boxes.slice(1).entries())
        expect(below?.y).toBeGreaterThan((boxes[i]?.y ?? 0) + (boxes[i]?.height ?? 0));
      const [first = 0] = lots;
      await roomOf(page, first).getByTestId('join-practice').tap();
      await roomOf(page, first).getByTestId('confirm').tap();
      await statusIn(roomOf(page, first), 'leading');
      expect(await roomOf(page, first).getByTestId('sheet-price').isVisible()).toBe(true);
      await looksRight(page, 'rooms-phone-uz');
      for (const { errors } of visitors) expect(errors).toEqual([]);
    });
  });
