import type { Page } from '@playwright/test';
import { beforeAll, expect, it } from 'vitest';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { axeFindings } from './fixtures/browser.ts';
import type { SalesFixture, Sold } from './fixtures/sales.ts';

/** 12 000 000 UZS: 3 000 000 first, in which the deposit counts, then two months. */
const TERMS = { instalmentMonths: 2, firstPartBp: 2_500 };
const REST_OF_FIRST_TIYIN = 2_000_000_00;
const MONTHLY_TIYIN = 4_500_000_00;
/** Three days begun, one percent each. */
const LATE_FEE_TIYIN = 135_000_00;

/** A price that is paid in three parts, one of them late. */
export function paymentInPartsTests(sales: SalesFixture): void {
  const { query, enter, settlementIs } = sales;
  let sold: Sold;

  beforeAll(async () => {
    // From here on being late costs something under the rules for private persons.
    await query(
      `insert into rule_set select name, max(version) + 1, current_date - 30,
         jsonb_set(figures, '{lateFee}', '{"percentPerDay": 1, "capPercent": 10}')
       from rule_set where name = 'private' group by name, figures, version order by version desc limit 1`,
    );
    sold = await sales.sell(REST_OF_FIRST_TIYIN, TERMS);
    await sales.giveOrder(sold.lotId, 'sell');
  });

  /** Two days and an hour ago this part was due. */
  const partIsLate = (lotId: number, k: number) =>
    query(
      `with late as (
         update settlement_part p set due_at = now() - interval '49 hours'
         from settlement s where s.id = p.settlement_id and s.lot_id = $1 and p.k = $2 returning p.due_at)
       update settlement set due_at = (select due_at from late), look_at = now(),
         default_at = now() + interval '20 days' where lot_id = $1`,
      [lotId, k],
    );

  const scheduleOf = (page: Page) => page.getByRole('list', { name: /^(Boʻlib toʻlash|Оплата частями)$/ });

  it('is shown before one takes part, at the price of the moment and at any other', async () => {
    const lotId = await sales.publish(3_600_000, TERMS);
    const page = await enter(sold.rival, 'phone', 'uz');
    await page.goto(`/lot-view/${lotId}`);
    await page.getByRole('button', { name: 'Jadval' }).click();
    const dialog = page.getByRole('dialog', { name: 'Toʻlovlar jadvali' });
    await dialog.getByText(/2\s500\s000\sUZS/).waitFor();
    await dialog.getByRole('textbox').fill('12000000');
    await dialog.getByText(/3\s000\s000\sUZS/).waitFor();
    expect(await dialog.getByText(/4\s500\s000\sUZS/).count()).toBe(2);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('is begun with the first part, in which the deposit counts', async () => {
    const { lotId, winner } = sold;
    const page = await enter(winner, 'phone', 'uz');
    await page.goto(`/profile/winlots?lot=${lotId}`);
    await page.getByRole('radio', { name: /^Toʻliq narxni/ }).check();
    await page.getByText(/Yana 9\s000\s000\sUZS kerak/).waitFor();
    await page.getByRole('radio', { name: /^Birinchi qism/ }).check();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /^2\s000\s000\sUZS toʻlash$/ }).click();
    await settlementIs(lotId, 'part-paid', LOT_STATUS.paidInPart);
    expect(await winner.available()).toBe(0);
    await page.getByRole('timer').waitFor();
    await scheduleOf(page).locator('li[data-state="paid"]', { hasText: '1-qism' }).waitFor();
    await scheduleOf(page).locator('li[data-state="now"]', { hasText: '2-qism' }).waitFor();
    expect(await page.getByRole('button', { name: 'Lotdan voz kechish' }).count()).toBe(0);
  });

  it('has a late part, which both sides and staff see, and which costs a late fee', async () => {
    const { lotId, winner } = sold;
    await partIsLate(lotId, 1);
    await settlementIs(lotId, 'overdue', LOT_STATUS.paymentOverdue);
    const sellers = await enter(sales.seller, 'phone', 'uz');
    await sellers.goto('/profile/winner-payments');
    await scheduleOf(sellers).locator('li[data-state="late"]', { hasText: '2-qism' }).waitFor();
    expect(await axeFindings(sellers)).toEqual([]);
    const staff = await sales.enterStaff('Qismlar Operatori', `/console/settlements?lot=${lotId}`);
    await staff.getByText('частей оплачено: 1 из 3').waitFor();
    await staff.locator('button[data-verb="parts"]').click();
    await scheduleOf(staff).locator('li[data-state="late"]').waitFor();
    expect(await axeFindings(staff)).toEqual([]);

    await winner.topUp(MONTHLY_TIYIN + LATE_FEE_TIYIN);
    const page = await enter(winner, 'desktop', 'ru');
    await page.goto(`/profile/winlots?lot=${lotId}`);
    await page
      .getByRole('alert')
      .getByText(/Пеня сейчас 135\s000\sUZS/)
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /^Оплатить 4\s635\s000\sUZS$/ }).click();
    await settlementIs(lotId, 'part-paid', LOT_STATUS.paidInPart);
    expect(await winner.available()).toBe(0);
  });

  it('is paid in full with the last part, before its time', async () => {
    const { lotId, winner } = sold;
    await winner.topUp(MONTHLY_TIYIN);
    const page = await enter(winner, 'phone', 'ru');
    await page.goto(`/profile/winlots?lot=${lotId}`);
    await page.getByRole('button', { name: /^Оплатить 4\s500\s000\sUZS$/ }).click();
    await page.getByText(/^Оплачен полностью/).waitFor();
    await settlementIs(lotId, 'paid', LOT_STATUS.soldAndPaid);
    expect(await winner.available()).toBe(0);
    expect(await scheduleOf(page).locator('li[data-state="paid"]').count()).toBe(3);
  });

  it('is paid out to the seller part by part, the late fee with the part that was late', async () => {
    const { lotId } = sold;
    const staff = await sales.enterStaff('Toʻlov Operatori', `/console/payouts?lot=${lotId}&state=all`);
    await staff.getByText('за часть 1').waitFor();
    const row = staff.getByRole('row', { name: /за часть 2/ });
    await row
      .getByText(/4\s635\s000\sUZS/)
      .first()
      .waitFor();
    await staff.getByText('за часть 3').waitFor();
    expect(await axeFindings(staff)).toEqual([]);
  });
}
