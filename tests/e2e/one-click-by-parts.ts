import type { Page } from '@playwright/test';
import { beforeAll, expect, it } from 'vitest';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { publishTestLot } from '../fixtures/lots.ts';
import type { PlatformApplicant } from '../fixtures/applicants.ts';
import { axeFindings } from './fixtures/browser.ts';
import type { SalesFixture } from './fixtures/sales.ts';

/** The one unit of the lot: one person has no more open by parts of so few. */
const UNIT_TIYIN = 8_000_000_00;
/** A quarter first, then two months. */
const FIRST_TIYIN = 2_000_000_00;
const MONTHLY_TIYIN = 3_000_000_00;
const DAY_MS = 86_400_000;

/** A unit bought in three parts, one of them late, the rest before its time. Under the rules as they are shipped. */
export function purchaseByPartsTests(sales: SalesFixture): void {
  const { query, enter, settlementIs, newApplicant } = sales;
  let buyer: PlatformApplicant;
  let lotId: number;

  beforeAll(async () => {
    lotId = await publishTestLot(sales.product.database, {
      ruleSet: 'private',
      tradeType: 'fixed-price',
      quantity: 1,
      startPriceTiyin: UNIT_TIYIN,
      opensInMs: -3_600_000,
      lengthMs: DAY_MS,
      customerPersonId: sales.seller.personId,
      instalmentMonths: 2,
      firstPartBp: 2_500,
    });
    await sales.giveOrder(lotId, 'sell');
    buyer = await newApplicant(FIRST_TIYIN);
  });

  const scheduleOf = (page: Page) => page.getByRole('list', { name: /^(Boʻlib toʻlash|Оплата частями)$/ });
  const part = (page: Page, state: string, name: string) =>
    scheduleOf(page).locator(`li[data-state="${state}"]`, { hasText: name }).waitFor();

  it('is bought for its first part, of which the schedule is seen before', async () => {
    expect(await query('select status from lot where id = $1', [lotId])).toEqual({
      status: LOT_STATUS.onSaleAtFixedPrice,
    });
    const page = await enter(buyer, 'phone', 'uz');
    await page.goto(`/lot-view/${lotId}?buy=1`);
    await page.getByText(/Balansda 6\s000\s000/).waitFor();
    await page.getByRole('radio', { name: /^Birinchi qismni hozir/ }).check();
    const dates = page.getByRole('list', { name: 'Toʻlovlar jadvali' });
    await dates
      .getByText(/3\s000\s000/)
      .nth(1)
      .waitFor();
    await page.getByText(/Balansda \d.* yetishmaydi/).waitFor({ state: 'detached' });
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sotib olish', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Balansda 2\s000\s000.*Qolgan 6\s000\s000/).waitFor();
    // The same unit at the full price, on another device: nothing changes.
    const other = await buyer.call('POST', '/api/shop/user-order/send-code', { lotId, quantity: 1 });
    expect(other.body.verdict).toBe('other-quantity');
    await dialog.getByLabel('Tasdiqlash kodi').fill(await buyer.code());
    await dialog.getByRole('heading', { name: 'Sotib oldingiz' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await settlementIs(lotId, 'part-paid', LOT_STATUS.paidInPart);
    expect(await buyer.available()).toBe(0);
    await dialog.getByRole('link', { name: 'Jadvalni koʻrish' }).click();
    await part(page, 'paid', '1-qism');
    await part(page, 'now', '2-qism');
  });

  it('has a late part, which both sides see and which costs no fee', async () => {
    // Two days and an hour ago the next part was due.
    await query(
      `with late as (
         update settlement_part p set due_at = now() - interval '49 hours'
         from settlement s where s.id = p.settlement_id and s.lot_id = $1 and p.k = 1 returning p.due_at)
       update settlement set due_at = (select due_at from late), look_at = now(),
         default_at = now() + interval '20 days' where lot_id = $1`,
      [lotId],
    );
    await settlementIs(lotId, 'overdue', LOT_STATUS.paymentOverdue);
    const sellers = await enter(sales.seller, 'phone', 'uz');
    await sellers.goto('/profile/winner-payments');
    await part(sellers, 'late', '2-qism');

    await buyer.topUp(2 * MONTHLY_TIYIN);
    const page = await enter(buyer, 'phone', 'ru');
    await page.goto(`/profile/winlots?lot=${lotId}`);
    await part(page, 'late', 'Часть 2');
    expect(await page.getByText(/Пеня сейчас/).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /^Оплатить 3\s000\s000\sUZS$/ }).click();
    await settlementIs(lotId, 'part-paid', LOT_STATUS.paidInPart);
    expect(await buyer.available()).toBe(MONTHLY_TIYIN);

    // The button has the same sum for the next part: it is pressed once the screen is at that part.
    await part(page, 'paid', 'Часть 2');
    await page.getByRole('button', { name: /^Оплатить 3\s000\s000\sUZS$/ }).click();
    await settlementIs(lotId, 'paid', LOT_STATUS.soldAndPaid);
    await page.getByText(/^Оплачен полностью/).waitFor();
    expect(await buyer.available()).toBe(0);
    await sellers.reload();
    await scheduleOf(sellers).locator('li[data-state="paid"]').nth(2).waitFor();
  });
}
