import type { Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings, savePictures } from './fixtures/browser.ts';
import type { Visitor } from './fixtures/browser.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import type { ProductFixture } from './fixtures/product-fixture.ts';
import { amountOnButton, confirmPrice, heard, listenToRoom, shows, takePart } from './fixtures/room.ts';
import { foreignTexts, overflowAt, overflowAt320 } from './fixtures/screens.ts';
import { signInAt } from './fixtures/sign-in.ts';
import { addPeople, PASSWORD, publishPractice, roomHead } from './fixtures/world.ts';

const START_PRICE = 1_000_000_00;
const MINUTE_MS = 60_000;
const EXTRA_MINUTES = 7;
const REASON = 'Sinov uchun tanaffus';
const CONSOLE = '/console/rooms';

export const staffTests = (site: ProductFixture): void =>
  void describe('staff and a running room', () => {
    let lotId: number;
    let staff: Visitor;
    let colleague: Visitor;
    let bidder: Visitor;
    const visitors: Visitor[] = [];

    const enter = async (phone: string, path: string, options: Parameters<ProductFixture['visit']>[0]) => {
      const visitor = await site.visit(options);
      visitors.push(visitor);
      await listenToRoom(visitor.page);
      await signInAt(visitor.page, phone, PASSWORD, path);
      return visitor;
    };
    const row = (page: Page) => page.locator(`tr:has(a[href="/console/rooms/${lotId}"])`);
    /** Opens the dialog of an action in the room's row. */
    const start = async (page: Page, verb: string) => {
      await row(page).getByRole('button', { name: verb }).click();
      await page.getByRole('dialog').locator('textarea').waitFor();
      return page.getByRole('dialog');
    };
    const gone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });

    beforeAll(async () => {
      const operators = await addPeople(site.product, ['Sinov Nazoratchi', 'Sinov Hamkasb'], ['operator']);
      const [person] = await addPeople(site.product, ['Sinov Xaridor']);
      lotId = await publishPractice(site.product, {
        title: 'Nazorat sinovi',
        startPriceTiyin: START_PRICE,
        opensInMs: 0,
        lengthMs: 15 * MINUTE_MS,
      });
      staff = await enter(operators[0]?.phone ?? '', CONSOLE, { size: 'desktop', language: 'uz' });
      colleague = await enter(operators[1]?.phone ?? '', CONSOLE, { size: 'phone', language: 'ru' });
      bidder = await enter(person?.phone ?? '', `/game-view/${lotId}`, { size: 'phone', language: 'ru' });
      await takePart(bidder.page);
      await row(staff.page).waitFor();
      await row(colleague.page).waitFor();
    });
    afterEach((context) => savePictures(context.task, visitors));
    afterAll(async () => {
      for (const visitor of visitors.splice(0)) await visitor.close();
    });

    it.runIf(COMPLETE)('is there for staff only, in both languages and at both sizes', async () => {
      for (const { page, errors } of [staff, colleague]) {
        expect(await axeFindings(page)).toEqual([]);
        expect(errors).toEqual([]);
      }
      expect(await overflowAt320(colleague.page, 'phone')).toBe(0);
      // The narrowest window with the menu as a row, which is the longest for staff in Russian.
      expect(await overflowAt(colleague.page, 'phone', 801)).toBe(0);
      const outside = await site.visit({ size: 'phone', language: 'ru' });
      visitors.push(outside);
      await outside.page.goto(CONSOLE);
      await outside.page.locator('main a[href*="auth/login"]').waitFor();
      expect(await foreignTexts(outside.page, 'ru')).toEqual([]);
      expect(await outside.page.locator('table').count()).toBe(0);
      const asked = await outside.page.request.get('/api/console/rooms');
      expect(asked.status()).toBe(401);
      const byBidder = await bidder.page.request.get('/api/console/rooms');
      expect(byBidder.status()).toBe(403);
    });

    it('suspends with a reason that people in the room see at once', async () => {
      const taken = await confirmPrice(bidder.page);
      await row(staff.page).getByText('1 000 000').waitFor();
      const dialog = await start(staff.page, 'Toʻxtatish');
      expect(await axeFindings(staff.page)).toEqual([]);
      // Without a reason nothing is sent.
      await dialog.locator('button[type="submit"]').click();
      await dialog.locator('[aria-invalid="true"]').waitFor();
      await dialog.locator('textarea').fill(REASON);
      await dialog.locator('button[type="submit"]').click();
      await gone(staff.page);

      await bidder.page.getByText(REASON).waitFor();
      expect(await bidder.page.getByText(/оператор приостановил/).count()).toBeGreaterThan(0);
      await expect
        .poll(async () => (await heard(bidder.page)).join('\n'))
        .toMatch(/say-assertive: Торги приостановлены/);
      expect(await axeFindings(bidder.page)).toEqual([]);
      const head = await roomHead(site.product, lotId);
      expect(head).toMatchObject({ phase: 'paused', pauseCause: 'staff', priceTiyin: taken });

      // The button says why, and a command sent all the same is refused in words of its own.
      expect(await bidder.page.locator('[data-testid="confirm"][disabled]').count()).toBe(1);
      const refused = await bidder.page.evaluate(
        async ({ id, amountTiyin }) =>
          (
            await fetch('/api/shop/game-view/place', {
              method: 'POST',
              headers: { 'content-type': 'application/json', 'x-savdo': '1' },
              body: JSON.stringify({ lotId: id, bidId: crypto.randomUUID(), amountTiyin }),
            })
          ).json() as Promise<{ verdict: string; reason: string }>,
        { id: lotId, amountTiyin: START_PRICE * 2 },
      );
      expect(refused).toMatchObject({ verdict: 'refused', reason: 'suspended' });
      expect((await roomHead(site.product, lotId)).count).toBe(1);
    });

    it('resumes with the time the room had', async () => {
      const before = await roomHead(site.product, lotId);
      const dialog = await start(staff.page, 'Davom ettirish');
      await dialog.locator('textarea').fill('Tanaffus tugadi');
      await dialog.locator('button[type="submit"]').click();
      await gone(staff.page);
      await bidder.page.locator('[data-testid="confirm"]:not([disabled])').waitFor();
      await expect
        .poll(async () => (await heard(bidder.page)).join('\n'))
        .toMatch(/say-assertive: Торги продолжаются/);
      const after = await roomHead(site.product, lotId);
      expect(after.phase).toBe('running');
      expect(after.deadlineMs).toBeGreaterThan(before.deadlineMs);
      expect(await amountOnButton(bidder.page)).toBeGreaterThan(START_PRICE);
    });

    it.runIf(COMPLETE)('lengthens a room only by two people, and everyone sees the new end', async () => {
      const before = await roomHead(site.product, lotId);
      const dialog = await start(staff.page, 'Uzaytirish');
      await dialog.locator('input').fill(String(EXTRA_MINUTES));
      await dialog.locator('textarea').fill('Aloqa uzilgani uchun');
      await dialog.locator('button[type="submit"]').click();
      await gone(staff.page);

      const mine = staff.page.locator('li[data-request]');
      await mine.waitFor();
      const requestId = await mine.getAttribute('data-request');
      // The one who asked may only take it back; the server holds to it too.
      expect(await mine.getByRole('button').allTextContents()).toHaveLength(1);
      const alone = await staff.page.request.post(`/api/console/room-requests/${requestId}/approve`, {
        headers: { 'x-savdo': '1', origin: site.product.url },
      });
      expect(alone.status()).toBe(403);
      expect((await roomHead(site.product, lotId)).deadlineMs).toBe(before.deadlineMs);

      const theirs = colleague.page.locator(`li[data-request="${requestId}"]`);
      await theirs.waitFor();
      expect(await axeFindings(colleague.page)).toEqual([]);
      const clock = () => bidder.page.getByTestId('countdown').textContent();
      const minutes = async () => Number(((await clock()) ?? '').split(':').at(-2));
      const left = await minutes();
      await theirs.getByRole('button', { name: 'Одобрить' }).click();
      await expect.poll(minutes, { timeout: 10_000 }).toBeGreaterThanOrEqual(left + EXTRA_MINUTES - 1);
      const after = await roomHead(site.product, lotId);
      expect(after.deadlineMs).toBe(before.deadlineMs + EXTRA_MINUTES * MINUTE_MS);
      await expect.poll(() => staff.page.locator('li[data-request]').count(), { timeout: 10_000 }).toBe(0);

      // The price remains, and the log names both.
      await shows(bidder.page, START_PRICE);
      expect(await bidder.page.getByTestId('bid-status').getAttribute('data-kind')).toBe('leading');
      await row(staff.page).getByRole('button', { name: 'Tarix' }).click();
      await staff.page.getByRole('dialog').locator('ol li').first().waitFor();
      const log = await staff.page.getByRole('dialog').innerText();
      expect(log).toMatch(/Sinov Hamkasb/);
      expect(log).toMatch(/Sinov Nazoratchi/);
      expect(await axeFindings(staff.page)).toEqual([]);
    });
  });
