import type { Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings, savePictures } from './fixtures/browser.ts';
import type { Visitor } from './fixtures/browser.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import type { ProductFixture } from './fixtures/product-fixture.ts';
import {
  amountOnButton,
  confirmPrice,
  heard,
  listenToRoom,
  noteSays,
  sheetHandle,
  shows,
  statusIs,
  tabTo,
  takePart,
} from './fixtures/room.ts';
import { signInAt } from './fixtures/sign-in.ts';
import { addPeople, PASSWORD, publishPractice, revokePerson, roomHead } from './fixtures/world.ts';

const START_PRICE = 1_000_000_00;
const STEP = START_PRICE / 20;
const LONG_MS = 15 * 60_000;
/** Shorter than the overtime window of practice rooms (30 s): any price in it moves its end. */
const SHORT_MS = 29_000;
/** The rest of overtime, and the hammer. */
const UNTIL_CLOSED_MS = 60_000;

export const faultTests = (site: ProductFixture): void =>
  void describe('a room in trouble', () => {
    let lotId: number;
    let people: { id: string; phone: string }[];
    const visitors: Visitor[] = [];

    const enter = async (options: Parameters<ProductFixture['visit']>[0]): Promise<Visitor> => {
      const visitor = await site.visit(options);
      visitors.push(visitor);
      await listenToRoom(visitor.page);
      return visitor;
    };
    /** One of the people, signed in and looking at the long room. */
    const signedIn = async (who: number, options: Parameters<ProductFixture['visit']>[0]) => {
      const visitor = await enter(options);
      await signInAt(visitor.page, people[who]?.phone ?? '', PASSWORD, `/game-view/${lotId}`);
      await visitor.page.getByTestId('last-offer').waitFor();
      return visitor;
    };
    /** The same, taking part in it for the first time. */
    const bidder = async (...one: Parameters<typeof signedIn>) => {
      const visitor = await signedIn(...one);
      await takePart(visitor.page);
      return visitor;
    };
    /** Waits until the page has the price of now: the sum on its button would move between the look at it and the press. */
    const knowsPrice = async (page: Page): Promise<void> =>
      shows(page, (await roomHead(site.product, lotId)).priceTiyin ?? 0);
    const publish = (title: string, lengthMs: number, ruleSet?: 'private') =>
      publishPractice(site.product, {
        title,
        startPriceTiyin: START_PRICE,
        opensInMs: 0,
        lengthMs,
        ...(ruleSet ? { ruleSet } : {}),
      });

    /** A room that closes while the others are tried. */
    let short: number;
    let winner: Visitor;
    let loser: Visitor;
    let watcher: Visitor;
    let first: Visitor;
    let second: Visitor;

    beforeAll(async () => {
      people = await addPeople(site.product, [
        'Sinov Bir',
        'Sinov Ikki',
        'Sinov Uch',
        'Sinov Toʻrt',
        'Sinov Besh',
      ]);
      lotId = await publish('Sinov xonasi', LONG_MS);
      first = await bidder(0, { size: 'desktop', language: 'ru' });
      second = await bidder(1, { size: 'phone', language: 'uz' });
    });
    afterEach(async (context) => {
      await savePictures(context.task, visitors);
      // Who is through leaves: a page left open goes on drawing beside the next test.
      const staying = new Set([first, second, winner, loser, watcher]);
      for (const visitor of visitors.filter((one) => !staying.has(one))) {
        visitors.splice(visitors.indexOf(visitor), 1);
        await visitor.close();
      }
    });
    afterAll(async () => {
      for (const visitor of visitors.splice(0)) await visitor.close();
    });

    it('takes one offer from two rapid presses, by pointer and by keyboard', async () => {
      const { count } = await roomHead(site.product, lotId);
      const amount = await amountOnButton(first.page);
      await first.page.getByTestId('confirm').dblclick();
      await shows(second.page, amount);
      await noteSays(first.page, 'confirmed');
      expect((await roomHead(site.product, lotId)).count).toBe(count + 1);

      await sheetHandle(second.page).tap();
      const field = second.page.getByTestId('offer-field');
      await field.fill('1100000');
      // Enter and the button in one breath, whatever the button says by then.
      await Promise.all([field.press('Enter'), second.page.getByTestId('confirm').tap({ force: true })]);
      await shows(first.page, 1_100_000_00);
      await noteSays(second.page, 'confirmed');
      expect((await roomHead(site.product, lotId)).count).toBe(count + 2);
    });

    it('sends the sum that was under the finger, though the price moved meanwhile', async () => {
      const shown = await amountOnButton(first.page);
      const button = first.page.getByTestId('confirm');
      await button.hover();
      await first.page.mouse.down();
      // Somebody offers more while the button is held.
      const third = await bidder(2, { size: 'desktop', language: 'uz' });
      const taken = await confirmPrice(third.page);
      expect(taken).toBe(shown);
      await shows(first.page, taken);
      expect(await amountOnButton(first.page)).toBe(shown);
      await first.page.mouse.up();
      // The old sum went out, so it is refused, and the price that passes is offered.
      await noteSays(first.page, 'refused');
      expect(await first.page.getByTestId('intent-note').textContent()).toMatch(/1.150.000|1.200.000/);
      expect(await amountOnButton(first.page)).toBe(taken + STEP);
      expect((await roomHead(site.product, lotId)).priceTiyin).toBe(taken);
    });

    it('does nothing on Enter without focus, and Esc takes a typed sum back', async () => {
      const { count } = await roomHead(site.product, lotId);
      const { page } = first;
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press('Enter');
      const suggested = await amountOnButton(page);
      await page.getByTestId('offer-field').fill('5000000');
      expect(await amountOnButton(page)).toBe(5_000_000_00);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByTestId('offer-field').inputValue()).toBe('');
      expect(await amountOnButton(page)).toBe(suggested);
      // Whatever Enter might have sent would have come before this one.
      await knowsPrice(second.page);
      const taken = await confirmPrice(second.page);
      await shows(page, taken);
      expect((await roomHead(site.product, lotId)).count).toBe(count + 1);
    });

    it('tells screen readers what happened, in Russian and in Uzbek', async () => {
      const taken = await confirmPrice(first.page);
      await shows(second.page, taken);
      const after = await confirmPrice(second.page);
      await shows(first.page, after);
      await expect
        .poll(async () => (await heard(first.page)).join('\n'), { timeout: 10_000 })
        .toMatch(/say-polite: Вы лидируете с ценой [\s\S]*say-assertive: Вашу цену перебили\. Теперь /);
      await expect
        .poll(async () => (await heard(second.page)).join('\n'), { timeout: 10_000 })
        .toMatch(
          /say-assertive: Sizdan yuqori narx taklif qilindi\. Endi narx [\s\S]* bilan siz yetakchisiz/,
        );
    });

    it('says when and why overtime moved the end', async () => {
      // Signing in is slow, and the room short: it is published when all three only have to go in.
      winner = await signedIn(0, { size: 'desktop', language: 'ru' });
      loser = await signedIn(1, { size: 'phone', language: 'uz' });
      watcher = await enter({ size: 'desktop', language: 'uz' });
      await watcher.page.goto(`/game-view/${lotId}`);
      await watcher.page.getByTestId('observer').waitFor();
      short = await publish('Qisqa sinov', SHORT_MS);
      await Promise.all(
        [winner, loser, watcher].map(async ({ page }) => {
          await page.goto(`/game-view/${short}`);
          if (page === watcher.page) await page.getByTestId('observer').waitFor();
          else await takePart(page);
        }),
      );
      const { deadlineMs } = await roomHead(site.product, short);
      await confirmPrice(loser.page);
      for (const { page } of [winner, loser, watcher]) await page.getByTestId('overtime').waitFor();
      const won = await confirmPrice(winner.page);
      await shows(watcher.page, won);
      expect((await roomHead(site.product, short)).deadlineMs).toBeGreaterThan(deadlineMs);
      expect(await winner.page.getByTestId('overtime').textContent()).toMatch(/Продление.*подтверждена в/);
    });

    it('shows the room and takes offers over HTTP where sockets are blocked', async () => {
      const blocked = await enter({ size: 'phone', language: 'ru' });
      await blocked.context.route('**/socket.io/**', (route) => route.abort());
      await blocked.context.routeWebSocket(/socket\.io/, (socket) => socket.close());
      const { page } = blocked;
      await signInAt(page, people[4]?.phone ?? '', PASSWORD, `/game-view/${lotId}`);
      await takePart(page);
      await page.locator('[data-testid="connection-lost"]').waitFor();
      expect(await page.getByTestId('connection-lost').textContent()).toMatch(/каждые 2 секунды/);
      expect(await axeFindings(page)).toEqual([]);
      const mine = await confirmPrice(page);
      await noteSays(page, 'confirmed');
      await shows(first.page, mine);
      const theirs = await confirmPrice(first.page);
      await shows(page, theirs);
      await statusIs(page, 'outbid');
    });

    it('asks for what it missed at once when the page is shown again', async () => {
      const sleeper = await enter({ size: 'desktop', language: 'uz' });
      let slept = false;
      let asleep = false;
      // A frozen page hears nothing. Woken, it gets answers but no news, so that only asking can heal it.
      const isNews = (message: string | Buffer) => /room:(update|heartbeat)/.test(String(message));
      await sleeper.page.routeWebSocket(/socket\.io/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((message) => server.send(message));
        server.onMessage((message) => {
          if (!asleep && !(slept && isNews(message))) socket.send(message);
        });
      });
      await sleeper.page.goto(`/game-view/${lotId}`);
      await sleeper.page.getByTestId('observer').waitFor();
      const before = Number(await sleeper.page.getByTestId('room').getAttribute('data-seq'));
      await setVisible(sleeper.page, false);
      [slept, asleep] = [true, true];
      await knowsPrice(second.page);
      const taken = await confirmPrice(second.page);
      await shows(first.page, taken);
      expect(Number(await sleeper.page.getByTestId('room').getAttribute('data-seq'))).toBe(before);
      asleep = false;
      await setVisible(sleeper.page, true);
      await shows(sleeper.page, taken);
    });

    it.runIf(COMPLETE)('tells people without the right to bid what they need', async () => {
      const paid = await publish('Pullik sinov', LONG_MS, 'private');
      const stranger = await enter({ size: 'phone', language: 'uz' });
      await signInAt(stranger.page, people[3]?.phone ?? '', PASSWORD, `/game-view/${paid}`);
      const panel = stranger.page.getByTestId('observer');
      await panel.waitFor();
      expect(await panel.textContent()).toMatch(/zakalat/i);
      expect(await panel.locator(`a[href="/lot-view/${paid}"]`).count()).toBe(1);
      expect(await axeFindings(stranger.page)).toEqual([]);

      // Bidding ends in front of one's eyes when the right is taken.
      const banned = await bidder(3, { size: 'desktop', language: 'ru' });
      await revokePerson(site.product, lotId, people[3]?.id ?? '');
      await banned.page.getByTestId('observer').waitFor();
      expect(await banned.page.getByTestId('observer').textContent()).toMatch(/отозвано/);
      expect(await banned.page.getByTestId('confirm').count()).toBe(0);
      expect(await axeFindings(banned.page)).toEqual([]);
    });

    it('is taken from the card to a confirmed price by keyboard alone', async () => {
      const { page } = await enter({ size: 'desktop', language: 'ru' });
      const card = `/lot-view/${lotId}`;
      await page.goto(card);
      const signIn = page.locator('main aside a[href*="auth/login"]:not([href*="register"])');
      await signIn.waitFor();
      await tabTo(page, signIn);
      await page.keyboard.press('Enter');
      await tabTo(page, page.locator('input[name="login"]'));
      await page.keyboard.type(people[3]?.phone ?? '');
      await tabTo(page, page.locator('input[name="password"]'));
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**${card}`);
      const practice = await publish('Klaviatura sinovi', LONG_MS);
      // Joining before the room is open may be asked to try again.
      const phase = () => roomHead(site.product, practice).then(({ phase: now }) => now, String);
      await expect.poll(phase, { timeout: 30_000, interval: 1_000 }).toBe('running');
      await page.goto(`/lot-view/${practice}`);
      const join = page.locator('main aside button');
      await join.waitFor();
      await tabTo(page, join);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/game-view/${practice}`);
      const confirm = page.getByTestId('confirm');
      await confirm.waitFor();
      await tabTo(page, confirm);
      await page.keyboard.press('Enter');
      await shows(page, START_PRICE);
      await statusIs(page, 'leading');
    });

    it('says after the close what came out, and leads to the result', async () => {
      for (const { page } of [winner, loser, watcher])
        await page.getByTestId('outcome').waitFor({ timeout: UNTIL_CLOSED_MS });
      expect(await winner.page.getByTestId('outcome').getAttribute('data-won')).toBe('true');
      expect(await winner.page.getByTestId('outcome').textContent()).toMatch(/Вы победили.*тренировка/s);
      expect(await loser.page.getByTestId('outcome').getAttribute('data-won')).toBe('false');
      expect(await loser.page.getByTestId('outcome').textContent()).toMatch(
        /Siz gʻolib boʻlmadingiz.*Sizning eng yuqori taklifingiz: 1.000.000/s,
      );
      expect(await winner.page.locator(`main a[href="/lot-result/${short}"]`).count()).toBe(1);
      for (const { page } of [winner, loser]) {
        expect(await page.getByTestId('confirm').count()).toBe(0);
        expect(await axeFindings(page)).toEqual([]);
      }
      const words = (await heard(winner.page)).join('\n');
      expect(words).toMatch(/say-assertive: Осталось 10 секунд/);
      expect(words).toMatch(/say-assertive: Закрыто\. Продано за /);
      expect((await heard(watcher.page)).join('\n')).toMatch(/say-assertive: 10 soniya qoldi/);
      await winner.page.locator(`main a[href="/lot-result/${short}"]`).click();
      await winner.page.locator('main dl dd').first().waitFor({ timeout: 30_000 });
    });
  });

/** Makes the page believe that its tab was hidden or shown. */
const setVisible = (page: Page, visible: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    visible ? 'visible' : 'hidden',
  );
