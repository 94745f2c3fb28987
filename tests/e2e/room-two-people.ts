import type { Locator, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings, savePictures } from './fixtures/browser.ts';
import type { Visitor } from './fixtures/browser.ts';
import { noteSays, sheetHandle, statusIs } from './fixtures/room.ts';
import type { ProductFixture } from './fixtures/product-fixture.ts';
import { addPeople, PASSWORD, publishPractice } from './fixtures/world.ts';

const START_PRICE = 1_000_000_00;

/** Signs in at the identity site by its form, and waits to be back in the room. */
async function signIn(page: Page, phone: string, lotId: number): Promise<void> {
  await page.goto(`/game-view/${lotId}`);
  await page.getByTestId('observer').getByRole('link').click();
  await page.locator('input[name="login"]').fill(phone);
  await page.locator('input[name="password"]').fill(PASSWORD);
  await page.locator('input[name="password"]').press('Enter');
  await page.waitForURL(`**/game-view/${lotId}`);
}

async function takePart(page: Page): Promise<void> {
  await page.getByTestId('join-practice').click();
  await page.getByTestId('confirm').waitFor();
}

const lastOffer = (page: Page) =>
  page.getByTestId('last-offer').evaluate((element) => Number((element as HTMLElement).dataset.price));

/** Waits until the page shows this price as the last offer. */
const shows = (page: Page, tiyin: number) =>
  page.locator(`[data-testid="last-offer"][data-price="${tiyin}"]`).waitFor();

export const twoPeopleTests = (site: ProductFixture): void =>
  void describe('two people and an observer in one room', () => {
    let lotId: number;
    let phones: string[];
    const visitors: Visitor[] = [];
    const enter = async (options: Parameters<ProductFixture['visit']>[0]) => {
      const visitor = await site.visit(options);
      visitors.push(visitor);
      return visitor;
    };

    beforeAll(async () => {
      phones = (await addPeople(site.product, ['Sinov Birinchi', 'Sinov Ikkinchi'])).map(
        (person) => person.phone,
      );
      lotId = await publishPractice(site.product, {
        title: 'Sinov stoli',
        startPriceTiyin: START_PRICE,
        opensInMs: 0,
        lengthMs: 10 * 60_000,
      });
    });
    afterEach((context) => savePictures(context.task, visitors));
    afterAll(async () => {
      for (const visitor of visitors.splice(0)) await visitor.close();
    });

    it('shows everyone the same prices in the same order, by keyboard and by touch', async () => {
      const observer = await enter({ size: 'desktop', language: 'uz' });
      const first = await enter({ size: 'desktop', language: 'ru' });
      const second = await enter({ size: 'phone', language: 'uz' });
      await observer.page.goto(`/game-view/${lotId}`);
      await observer.page.getByTestId('observer').waitFor();
      await signIn(first.page, phones[0] ?? '', lotId);
      await takePart(first.page);
      await signIn(second.page, phones[1] ?? '', lotId);
      await takePart(second.page);

      // A whole bid by keyboard: focus on the button, Enter.
      await first.page.getByTestId('confirm').focus();
      await first.page.keyboard.press('Enter');
      for (const { page } of [observer, first, second]) await shows(page, START_PRICE);
      await noteSays(first.page, 'confirmed');
      await statusIs(first.page, 'leading');

      await second.page.getByTestId('confirm').tap();
      const step = START_PRICE / 20;
      for (const { page } of [observer, first, second]) await shows(page, START_PRICE + step);
      await statusIs(first.page, 'outbid');
      expect(await first.page.getByTestId('bid-status').textContent()).not.toMatch(/[Пп]одтвержд/);
      // A screen reader learns at once that the lead is lost.
      await expect.poll(() => first.page.getByTestId('say-assertive').textContent()).toMatch(/перебили/);

      // A typed offer, Enter in the field.
      await first.page.getByTestId('offer-field').fill('1150000');
      await first.page.keyboard.press('Enter');
      for (const { page } of [observer, first, second]) await shows(page, 1_150_000_00);
      // Prices are spoken seldom, and always end with the newest.
      await expect
        .poll(() => observer.page.getByTestId('say-polite').textContent(), { timeout: 10_000 })
        .toMatch(/1.150.000/);

      expect(await lastOffer(observer.page)).toBe(1_150_000_00);
      for (const { errors } of visitors) expect(errors).toEqual([]);
    });

    it('names thing, price, time and state once on a phone, and shows prices or their chart', async () => {
      const [, , { page }] = visitors as [Visitor, Visitor, Visitor];
      const inWindow = async (shown: Locator) =>
        expect(await shown.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(
          (await page.getByTestId('countdown').boundingBox())!.y,
        );
      await inWindow(page.getByTestId('last-offer'));
      await page.getByTestId('bid-status').waitFor();
      expect(await page.getByTestId('sheet-price').isVisible()).toBe(false);

      const list = page.locator('section', { has: page.locator('ol[reversed]') });
      await list.waitFor();
      expect(await page.locator('figure').isVisible()).toBe(false);
      await page.getByRole('radio', { name: 'Grafik' }).check();
      await page.locator('figure canvas').waitFor();
      expect(await list.isVisible()).toBe(false);
      await page.getByRole('radio', { name: 'Narxlar' }).check();
      await list.waitFor();

      await sheetHandle(page).tap();
      await page.getByTestId('sheet-price').waitFor();
      await sheetHandle(page).tap();
      await page.getByTestId('sheet-price').waitFor({ state: 'hidden' });
    });

    it('answers by auto-bid at once and keeps the maximum from everyone else', async () => {
      const [observer, first, second] = visitors as [Visitor, Visitor, Visitor];
      await first.page.getByTestId('auto-field').fill('2000000');
      await first.page.getByTestId('auto-save').click();
      await first.page.getByTestId('auto-now').waitFor();
      await second.page.getByTestId('confirm').tap();
      await expect.poll(() => lastOffer(second.page)).toBeGreaterThan(1_200_000_00);
      const amount = await lastOffer(second.page);
      await shows(observer.page, amount);
      await shows(first.page, amount);
      expect(await observer.page.content()).not.toMatch(/2.000.000/);
    });

    it('asks once before an offer far above the suggested price, and a stray second Enter sends nothing', async () => {
      const [, , second] = visitors as [Visitor, Visitor, Visitor];
      const before = await lastOffer(second.page);
      await sheetHandle(second.page).click();
      await second.page.getByTestId('offer-field').fill('3000000');
      await second.page.keyboard.press('Enter');
      await second.page.keyboard.press('Enter');
      const question = second.page.getByTestId('question');
      await question.waitFor();
      await second.page.keyboard.press('Enter');
      expect(
        await question
          .getByRole('button')
          .first()
          .evaluate((no) => no === document.activeElement),
      ).toBe(true);
      expect(await second.page.locator('form[inert] [data-testid="confirm"]').count()).toBe(1);
      await second.page.keyboard.press('Escape');
      await expect.poll(() => question.count()).toBe(0);
      // What was typed is still there to be changed.
      expect(await second.page.getByTestId('offer-field').inputValue()).toBe('3 000 000');
      expect(await lastOffer(second.page)).toBe(before);
      await second.page.getByTestId('offer-field').fill('');
    });

    it('catches up by itself after the connection was lost', async () => {
      const [observer, first, second] = visitors as [Visitor, Visitor, Visitor];
      await observer.context.setOffline(true);
      await observer.page.evaluate(() => window.dispatchEvent(new Event('offline')));
      const before = await lastOffer(second.page);
      await second.page.getByTestId('confirm').tap();
      await expect.poll(() => lastOffer(second.page)).toBeGreaterThan(before);
      const now = await lastOffer(first.page);
      await observer.context.setOffline(false);
      await observer.page.evaluate(() => window.dispatchEvent(new Event('online')));
      await shows(observer.page, now);
    });

    it('has nothing for axe to find, for bidder and observer, phone and desktop', async () => {
      for (const { page } of visitors) expect(await axeFindings(page)).toEqual([]);
    });
  });
