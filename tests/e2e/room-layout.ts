import type { Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '#shared/i18n/languages.ts';
import { localeTexts } from '../fixtures/locale-files.ts';
import { savePictures } from './fixtures/browser.ts';
import type { Size, Visitor } from './fixtures/browser.ts';
import type { ProductFixture } from './fixtures/product-fixture.ts';
import { confirmPrice, sheetHandle, shows, statusIs, takePart } from './fixtures/room.ts';
import { signInAt } from './fixtures/sign-in.ts';
import { addPeople, PASSWORD, publishPractice } from './fixtures/world.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';

const START_PRICE = 1_000_000_00;
/** Larger than any sum a lot of the country is sold for, with its tiyin. */
const LARGE = '999 999 999 999.99 UZS'.replaceAll(' ', '\u00a0');

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** While `holding`, what the page sends stays with it: an offer is "being sent", then "without an answer". */
async function holdable(page: Page): Promise<{ hold: () => void; release: () => void }> {
  let holding = false;
  const held: (() => void)[] = [];
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (holding) held.push(() => server.send(message));
      else server.send(message);
    });
  });
  return {
    hold: () => (holding = true),
    release: () => {
      holding = false;
      for (const send of held.splice(0)) send();
    },
  };
}

const boxOf = async (page: Page): Promise<Box> => {
  const box = await page.getByTestId('confirm').boundingBox();
  if (!box) throw new Error('the button is not on the page');
  return Object.fromEntries(Object.entries(box).map(([side, px]) => [side, Math.round(px)])) as never;
};

export const layoutTests = (site: ProductFixture): void =>
  void describe.runIf(COMPLETE)('the layout of the room', () => {
    let phones: string[];
    let rivals = 0;
    const visitors: Visitor[] = [];

    const publish = (title: string) =>
      publishPractice(site.product, {
        title,
        startPriceTiyin: START_PRICE,
        opensInMs: 0,
        lengthMs: 15 * 60_000,
      });
    const enter = async (who: number, lotId: number, size: Size) => {
      const visitor = await site.visit({ size, language: 'uz' });
      visitors.push(visitor);
      const wire = await holdable(visitor.page);
      await signInAt(visitor.page, phones[who] ?? '', PASSWORD, `/game-view/${lotId}`);
      await visitor.page.getByTestId('last-offer').waitFor();
      await takePart(visitor.page);
      await visitor.page.getByTestId('offer-field').waitFor({ state: 'attached' });
      return { page: visitor.page, wire };
    };

    beforeAll(async () => {
      const names = ['Sinov Bir', 'Sinov Ikki', 'Sinov Uch', 'Sinov Toʻrt'];
      phones = (await addPeople(site.product, names)).map(({ phone }) => phone);
    });
    afterEach((context) => savePictures(context.task, visitors));
    afterAll(async () => {
      for (const visitor of visitors.splice(0)) await visitor.close();
    });

    it.each(['phone', 'desktop'] as const)(
      'keeps the button in its place whatever the status says, on a %s',
      async (size) => {
        const lotId = await publish(`Joylashuv ${size}`);
        const { page, wire } = await enter(rivals++, lotId, size);
        const rival = await enter(rivals++, lotId, 'desktop');
        const boxes: Record<string, Box> = { ready: await boxOf(page) };
        const open = async (wanted: boolean) => {
          if (size !== 'phone') return;
          const handle = sheetHandle(page);
          if (((await handle.getAttribute('aria-expanded')) === 'true') !== wanted) await handle.tap();
        };

        wire.hold();
        await page.getByTestId('confirm').click();
        await statusIs(page, 'sending');
        boxes.sending = await boxOf(page);
        await statusIs(page, 'unknown');
        boxes.unknown = await boxOf(page);
        wire.release();
        await statusIs(page, 'leading');
        boxes.leading = await boxOf(page);

        await shows(page, await confirmPrice(rival.page));
        await statusIs(page, 'outbid');
        boxes.outbid = await boxOf(page);

        await open(true);
        const field = page.getByTestId('offer-field');
        await field.fill('900000');
        await field.press('Enter');
        await statusIs(page, 'refused');
        expect(await field.inputValue()).toBe('900 000');
        await open(false);
        boxes.refused = await boxOf(page);

        await open(true);
        await field.fill('3000000');
        await field.press('Enter');
        await page.getByTestId('question').waitFor();
        await open(false);
        boxes.asking = await boxOf(page);

        for (const [state, box] of Object.entries(boxes)) expect(box, state).toEqual(boxes.ready);
      },
    );

    it('has a place in the status for its longest text, in every language and at every width', async () => {
      const { page } = visitors[0] as Visitor;
      const tooHigh: string[] = [];
      for (const language of LANGUAGES) {
        const texts = localeTexts(language, 'room') as {
          refusal: Record<string, string>;
          failure: Record<string, string>;
          standing: Record<'leading' | 'outbid', string>;
          intent: Record<string, string>;
        };
        const fill = (text: string) =>
          text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => (name === 'time' ? '10:04:31.220' : LARGE));
        // The page asks instead of saying `confirm-jump`; `already-bidding` answers a cancellation.
        const { 'confirm-jump': _asked, 'already-bidding': _cancelled, ...refusal } = texts.refusal;
        const shown = [
          ...Object.values({ ...refusal, ...texts.failure }).map((text) => ({ head: '', text: fill(text) })),
          { head: texts.standing.leading, text: fill(texts.intent.confirmed ?? '') },
          { head: texts.standing.outbid, text: fill(texts.intent.confirmedOutbid ?? '') },
          { head: texts.standing.outbid, text: fill(texts.intent.autoAsleep ?? '') },
        ];
        // Letters of another alphabet are another file: without it they are measured in another font.
        await page.evaluate(
          async (letters) => {
            for (const weight of [500, 700])
              await document.fonts.load(`${weight} 16px "Onest Variable"`, letters);
            await document.fonts.ready;
            // Drawn with them from the frame after the next on.
            for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
          },
          shown.map(({ head, text }) => head + text).join(''),
        );
        for (const width of [320, 390, 820, 1220, 1440]) {
          await page.setViewportSize({ width, height: 800 });
          // The page hears of its new width, and draws itself for it, with the frames that follow.
          await page.evaluate(async () => {
            for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
          });
          const over = await page.getByTestId('bid-status').evaluate((status, all) => {
            const words = status.querySelector('div') as HTMLElement;
            const before = words.innerHTML;
            const found = all.filter(({ head, text }) => {
              words.replaceChildren();
              if (head) words.append(Object.assign(document.createElement('b'), { textContent: head }));
              words.append(Object.assign(document.createElement('span'), { textContent: text }));
              return status.scrollHeight > status.clientHeight || words.offsetHeight > status.clientHeight;
            });
            words.innerHTML = before;
            return found.map(({ head, text }) => `${head} ${text}`);
          }, shown);
          tooHigh.push(...over.map((text) => `${language} ${width} px: ${text}`));
        }
      }
      expect(tooHigh).toEqual([]);
    });

    it('lays no panel over another between phone and desk, and nothing beside the page', async () => {
      const { page } = visitors[0] as Visitor;
      await page.reload();
      await page.getByTestId('confirm').waitFor();
      for (const width of [801, 820, 1024, 1201]) {
        await page.setViewportSize({ width, height: 1100 });
        const overlaps = await page.evaluate(() => {
          const panels = [...document.querySelectorAll('[data-testid="room"] :is(section, figure)')]
            .map((panel) => ({ name: panel.textContent?.slice(0, 30), box: panel.getBoundingClientRect() }))
            .filter(({ box }) => box.width > 0);
          return panels.flatMap((a, i) =>
            panels
              .slice(i + 1)
              .filter(
                (b) =>
                  a.box.left < b.box.right - 1 &&
                  b.box.left < a.box.right - 1 &&
                  a.box.top < b.box.bottom - 1 &&
                  b.box.top < a.box.bottom - 1,
              )
              .map((b) => `${a.name} / ${b.name}`),
          );
        });
        expect(overlaps, `${width} px`).toEqual([]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(wide, `${width} px`).toBeLessThanOrEqual(0);
        expect(await page.getByTestId('lot-line').isVisible(), `${width} px`).toBe(true);
      }
    });
  });
