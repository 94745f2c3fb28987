import type { Page } from '@playwright/test';
import { expect, it } from 'vitest';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { publishTestLot } from '../fixtures/lots.ts';
import type { PlatformApplicant } from '../fixtures/applicants.ts';
import { eventually } from '../fixtures/services.ts';
import { axeFindings } from './fixtures/browser.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { LIMIT_MS, type SalesFixture } from './fixtures/sales.ts';

const UNIT_TIYIN = 1_500_000_00;
const DAY_MS = 86_400_000;

/** Units bought, reserved by others, reserved on another device, sold out, and withdrawn meanwhile. */
export function lastUnitTests(sales: SalesFixture): void {
  const { query, enter, newApplicant } = sales;

  const publish = (quantity: number) =>
    publishTestLot(sales.product.database, {
      ruleSet: 'private',
      tradeType: 'fixed-price',
      quantity,
      startPriceTiyin: UNIT_TIYIN,
      opensInMs: -3_600_000,
      lengthMs: DAY_MS,
      customerPersonId: sales.seller.personId,
    });
  const figure = (page: Page, name: 'free' | 'reserved' | 'sold') =>
    page.locator(`[data-testid="stock"] [data-figure="${name}"] dd`);
  const shows = (page: Page, name: 'free' | 'reserved' | 'sold', units: number) =>
    figure(page, name)
      .filter({ hasText: new RegExp(`^${units}$`) })
      .waitFor();
  const reserve = async (person: PlatformApplicant, lotId: number, quantity: number) => {
    const { body } = await person.call('POST', '/api/shop/user-order/send-code', { lotId, quantity });
    expect(body.verdict).toBe('reserved');
  };
  /** The time of every reservation of the lot is over. */
  const timePasses = (lotId: number) =>
    query(
      `update purchase set reserved_at = now() - interval '6 minutes', expires_at = now() - interval '1 minute'
       where lot_id = $1 and state = 'reserved'`,
      [lotId],
    );
  const stateOf = (personId: string, state: string) =>
    eventually(
      async () =>
        (
          await query<{ state: string }>(
            'select state from purchase where person_id = $1 order by id desc limit 1',
            [personId],
          )
        )?.state === state,
      `the purchase to be ${state}`,
      LIMIT_MS,
    );

  it('buys the last unit on a phone once another’s reservation expires; other windows see it live', async () => {
    const lotId = await publish(2);
    const [other, buyer] = [await newApplicant(2 * UNIT_TIYIN), await newApplicant(2 * UNIT_TIYIN)];
    await reserve(other, lotId, 2);
    const page = await enter(buyer, 'phone', 'uz');
    await page.goto(`/lot-view/${lotId}`);
    await page.getByText(/hammasi hozir boshqalar uchun band/).waitFor();
    const buy = page.getByRole('button', { name: 'Sotib olish', exact: true }).first();
    expect(await buy.isDisabled()).toBe(true);
    const watching = await enter(other, 'desktop', 'ru');
    await watching.goto(`/lot-view/${lotId}`);
    await watching.getByRole('heading', { name: 'Забронировано за вами' }).waitFor();

    await timePasses(lotId);
    await page.getByText(/^Boʻshadi: 2 ta/).waitFor();
    await shows(page, 'free', 2);
    await stateOf(other.personId, 'expired');
    expect(await other.available()).toBe(2 * UNIT_TIYIN);

    await page.getByRole('button', { name: 'Bittaga koʻpaytirish' }).click();
    expect(await axeFindings(page)).toEqual([]);
    await buy.click();
    const dialog = page.getByRole('dialog');
    const code = dialog.getByLabel('Tasdiqlash kodi');
    await code.waitFor();
    await shows(watching, 'reserved', 2);
    expect(await buyer.available()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    const wrong = (await buyer.code()) === '111111' ? '222222' : '111111';
    await code.fill(wrong);
    await dialog.getByText('Kod notoʻgʻri. Tekshirib, qayta kiriting.').waitFor();
    await code.fill(await buyer.code());
    await dialog.getByRole('heading', { name: 'Sotib oldingiz' }).waitFor();
    await dialog.getByRole('link', { name: /^Bayonnoma/ }).waitFor();

    await shows(watching, 'sold', 2);
    await watching.getByText('Всё продано.').first().waitFor();
    expect(await query('select status from lot where id = $1', [lotId])).toEqual({
      status: LOT_STATUS.soldAndPaid,
    });
    await dialog.getByRole('link', { name: 'Xaridni kuzatish' }).click();
    await page.locator(`a[href="/lot-result/${lotId}"]`).first().waitFor();
    await page.goto('/profile/purchases');
    await page.getByRole('link', { name: 'Kuzatish' }).first().waitFor();
  });

  it.runIf(COMPLETE)(
    'shows a reservation on another device, where it is bought; a double press charges once',
    async () => {
      const lotId = await publish(5);
      const buyer = await newApplicant(3 * UNIT_TIYIN);
      const [phone, desktop] = [await enter(buyer, 'phone', 'uz'), await enter(buyer, 'desktop', 'ru')];
      await phone.goto(`/lot-view/${lotId}?buy=2`);
      await desktop.goto(`/lot-view/${lotId}`);
      await phone.getByRole('button', { name: 'Sotib olish', exact: true }).first().click();
      await phone.getByLabel('Tasdiqlash kodi').waitFor();
      await desktop.getByRole('button', { name: 'Ввести код' }).first().click();
      const code = desktop.getByLabel('Код подтверждения');
      await code.waitFor();
      const digits = await buyer.code();
      await code.fill(digits);
      await desktop.getByRole('heading', { name: 'Вы купили' }).waitFor();
      await phone.getByRole('heading', { name: 'Sotib oldingiz' }).waitFor();
      const again = await buyer.call('POST', '/api/shop/user-order/create-user-order', {
        lotId,
        code: digits,
      });
      expect(again.body).toMatchObject({ verdict: 'bought', already: true });
      expect(await buyer.available()).toBe(UNIT_TIYIN);
      await shows(phone, 'free', 3);
    },
  );

  it.runIf(COMPLETE)(
    'tells a short balance before anything is asked, and keeps the quantity through topping up',
    async () => {
      const lotId = await publish(5);
      const buyer = await newApplicant(UNIT_TIYIN);
      const page = await enter(buyer, 'phone', 'ru');
      await page.goto(`/lot-view/${lotId}?buy=3`);
      const topUp = page.getByRole('link', { name: 'Пополнить баланс' }).first();
      expect(await topUp.getAttribute('href')).toBe(
        `/profile/top-up?amount=${2 * UNIT_TIYIN}&return=${encodeURIComponent(`/lot-view/${lotId}?buy=3`)}`,
      );
      await page.getByRole('button', { name: 'Купить', exact: true }).first().click();
      await page
        .getByRole('dialog')
        .getByText(/не хватает 3\s000\s000/)
        .waitFor();
      expect(await buyer.available()).toBe(UNIT_TIYIN);
    },
  );

  it.runIf(COMPLETE)(
    'tells a buyer at the code that the lot was withdrawn meanwhile, and gives the money back',
    async () => {
      const lotId = await publish(1);
      const buyer = await newApplicant(UNIT_TIYIN);
      const page = await enter(buyer, 'phone', 'uz');
      await page.goto(`/lot-view/${lotId}`);
      await page.getByRole('button', { name: 'Sotib olish', exact: true }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Tasdiqlash kodi').waitFor();

      const first = await sales.enterStaff('Operator Birinchi', '/console/rooms');
      const asked = await post(first, `/api/console/rooms/${lotId}/withdraw`, {
        reason: 'Hujjatlarda xato bor.',
        repeat: false,
      });
      expect(asked.requestId, JSON.stringify(asked)).toEqual(expect.any(Number));
      const second = await sales.enterStaff('Operator Ikkinchi', '/console/rooms');
      await post(second, `/api/console/room-requests/${String(asked.requestId)}/approve`, {});

      await dialog.getByText('Lot shu orada sotuvdan olindi. Hech narsa yechilmadi.').waitFor();
      await stateOf(buyer.personId, 'withdrawn');
      expect(await buyer.available()).toBe(UNIT_TIYIN);
      await dialog.getByRole('button', { name: 'Yopish' }).last().click();
      await page.getByText('Lot sotuvdan olingan.').first().waitFor();
      expect(await query('select status from lot where id = $1', [lotId])).toEqual({
        status: LOT_STATUS.withdrawn,
      });
    },
  );
}

/** A call of the page's own person. */
const post = (page: Page, path: string, body: object): Promise<Record<string, unknown>> =>
  page.evaluate(
    async ([to, sent]) => {
      const answer = await fetch(to, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-savdo': '1' },
        body: JSON.stringify(sent),
      });
      return answer.json();
    },
    [path, body] as const,
  );
