import { beforeAll, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import type { PayoutMove } from '#shared/api/console/payouts.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { eventually } from '../fixtures/services.ts';
import { axeFindings } from './fixtures/browser.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import {
  DEPOSIT_TIYIN,
  DUE_TIYIN,
  LIMIT_MS,
  PRICE_TIYIN,
  START_TIYIN,
  type SalesFixture,
  type Sold,
  type Unheld,
} from './fixtures/sales.ts';

const TWO_MILLION_TIYIN = 2_000_000_00;

/** A sale is paid, refused, late, lost, or offered to somebody else. */
export function paymentTests(sales: SalesFixture): void {
  const { query, enter, settlementIs, offerIs } = sales;
  const HAS = {
    toPay: TWO_MILLION_TIYIN,
    toRefuse: 0,
    ...(COMPLETE ? { late: DUE_TIYIN, lost: DUE_TIYIN } : {}),
  };
  let sold: Record<'toPay' | 'toRefuse' | 'late' | 'lost', Sold>;
  let unheld: Unheld;

  beforeAll(async () => {
    const made = Object.entries(HAS).map(async ([name, has]) => [name, await sales.sell(has)] as const);
    const one = COMPLETE ? sales.holdForOne() : null;
    sold = Object.fromEntries(await Promise.all(made)) as typeof sold;
    if (one) unheld = await one;
  });

  /** Days pass: the deadline was a minute ago. */
  const deadlinePassed = (lotId: number, lost: boolean) =>
    query(
      `update settlement set due_at = now() - interval '2 minutes', grace_until = null, look_at = now(),
         default_at = now() + $2::interval where lot_id = $1`,
      [lotId, lost ? '-1 minute' : '1 hour'],
    );

  it('is paid by a provider’s checkout, from the message about the win to the paper of the protocol', async () => {
    const { lotId, winner } = sold.toPay;
    const page = await enter(winner, 'phone', 'uz');
    await page.goto('/profile/messages');
    await page.getByRole('link', { name: 'Siz gʻolib boʻldingiz' }).first().click();
    const card = page.getByRole('article').filter({ hasText: String(lotId) });
    await card.getByText(/9\s000\s000\sUZS kerak/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await card.getByRole('radio', { name: /Payme/ }).check({ force: true });
    await card.getByRole('button', { name: /9\s000\s000\sUZS toʻlash$/ }).click();
    await page.getByRole('button', { name: 'Toʻlash', exact: true }).click();
    await settlementIs(lotId, 'paid', LOT_STATUS.soldAndPaid);
    await page.getByRole('heading', { name: 'Sotib oldingiz: toʻliq toʻlangan' }).waitFor();
    await page.getByRole('region', { name: 'Mulkni olish' }).waitFor();
    expect(await page.getByText('Balans toʻldirildi').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Xaridim va keyingi qadamlar' }).click();
    await card.getByText('Toʻlangan', { exact: true }).first().waitFor();
    await card.getByRole('listitem').filter({ hasText: 'Xaridor toʻlovi: bajarildi' }).waitFor();
    expect(await winner.available()).toBe(0);
    const pdf = await card.getByRole('link', { name: 'PDF' }).getAttribute('href');
    const paper = await page.request.get(pdf ?? '');
    expect(paper.headers()['content-type']).toContain('application/pdf');
    expect((await paper.body()).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is collected by its buyer on a phone, who confirms it and has the act', async () => {
    const { lotId, winner } = sold.toPay;
    await sales.giveOrder(lotId, 'sell');
    const page = await enter(winner, 'phone', 'uz');
    await page.goto('/profile/messages');
    await page.getByRole('button', { name: 'Xabarlar', exact: true }).click();
    await page.getByRole('link', { name: 'Yutgan lotlarim' }).click();
    const card = page.getByRole('article').filter({ hasText: String(lotId) });
    await card.getByRole('button', { name: 'Qabul qildim' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Buni bekor qilib boʻlmaydi', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Qabul qildim' }).click();
    await page.getByText('Qabul qilganingiz yozildi, dalolatnoma tayyor.').waitFor();
    const act = card.getByRole('link', { name: /dalolatnomasi/ });
    await act.waitFor();
    const paper = await page.request.get((await act.getAttribute('href')) ?? '');
    expect((await paper.body()).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await axeFindings(page)).toEqual([]);
  });

  it.runIf(COMPLETE)('is paid out to its seller, whom both sides see paid', async () => {
    const { lotId } = sold.toPay;
    // The time for protests is over.
    await query(
      `update payout set not_before = now() - interval '1 minute'
       where settlement_id = (select id from settlement where lot_id = $1 and state = 'paid')`,
      [lotId],
    );
    const page = await sales.enterStaff('Operator Sinov', `/console/payouts?lot=${lotId}&state=all`);
    const rowOf = (staff: Page) => staff.getByRole('row', { name: new RegExp(`№ ${lotId}\\b`) });
    const row = rowOf(page);
    const decide = async (staff: Page, move: PayoutMove, words?: string) => {
      await rowOf(staff).locator(`button[data-verb="${move}"]`).click();
      const dialog = staff.getByRole('dialog');
      if (words) await dialog.getByRole('textbox').fill(words);
      await dialog.locator('button[type="submit"]').click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await row.getByText(sales.account).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await decide(page, 'approve');
    // The one who has approved is not offered to send it.
    await row.locator('button[data-verb="approve"]').waitFor({ state: 'detached' });
    expect(await row.locator('button[data-verb="send"]').count()).toBe(0);
    const sender = await sales.enterStaff('Boshqa Operator', `/console/payouts?lot=${lotId}&state=all`);
    await decide(sender, 'send');
    // Nor is the one who has sent it asked whether it arrived.
    expect(await rowOf(sender).locator('button[data-verb="settle"]').count()).toBe(0);
    await page.reload();
    await decide(page, 'settle', 'B-2026-17');
    await row.getByText('документ банка № B-2026-17').waitFor();
    const sellers = await enter(sales.seller, 'phone', 'uz');
    await sellers.goto('/profile/winner-payments');
    await sellers.locator(`a[href="/lot-result/${lotId}"]`).first().waitFor();
    await sellers.locator('li[data-state="done"]', { hasText: 'Sotuvchiga toʻlov' }).first().waitFor();
  });

  it('is refused with a code, and the deposit is lost', async () => {
    const { lotId, winner } = sold.toRefuse;
    const page = await enter(winner, 'desktop', 'ru');
    await page.goto(`/profile/winlots?lot=${lotId}`);
    await page.getByRole('button', { name: 'Отказаться от лота' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/задаток 1\s000\s000\sUZS не возвращается/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // The minute after the code of the application is over.
    await query("update one_time_code_send set sent_at = sent_at - interval '5 minutes'");
    const before = await query<{ id: number }>('select coalesce(max(id), 0)::int as id from twin_message');
    await dialog.getByRole('button', { name: 'Отправить код' }).click();
    const code = await eventually(
      async () => {
        const row = await query<{ body: string }>(
          `select body from twin_message where recipient = $1 and id > $2 order by id desc limit 1`,
          [winner.phone, before?.id ?? 0],
        );
        return /(?<!\d)\d{6}(?!\d)/.exec(row?.body ?? '')?.[0] ?? null;
      },
      'a code',
      LIMIT_MS,
    );
    // The sixth digit sends it.
    await dialog.locator('input').first().fill(code);
    await page.getByText('Вы отказались от этого лота.', { exact: false }).waitFor();
    await settlementIs(lotId, 'refused', LOT_STATUS.offeredToOne, LOT_STATUS.priceNotConfirmed);
    const forfeited = await query<{ sum: string }>(
      `select sum(amount_tiyin) as sum from ledger_journal where kind = 'forfeit' and reference = $1`,
      [`lot:${lotId}`],
    );
    expect(Number(forfeited?.sum)).toBe(DEPOSIT_TIYIN);
  });

  it('is offered to the reserve participant, who accepts it and has it to pay', async () => {
    const { lotId, rival } = sold.toRefuse;
    await offerIs(lotId, 'open', LOT_STATUS.offeredToOne);
    const page = await enter(rival, 'phone', 'uz');
    await page.goto('/profile/messages');
    await page.locator(`a[href="/profile/winlots?lot=${lotId}"]`).first().click();
    const offer = page.getByTestId('offer');
    await offer
      .getByText(/10\s000\s000\sUZS/)
      .first()
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await offer.getByRole('button', { name: 'Rozi boʻlish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rozi boʻlish' }).click();
    await page.getByText('zaxira ishtirokchi', { exact: false }).first().waitFor();
    await page
      .getByText(/9\s000\s000\sUZS/)
      .first()
      .waitFor();
    await settlementIs(lotId, 'awaiting', LOT_STATUS.awaitingPayment);
    expect(await rival.available()).toBe(0);
    const protocol = await query<{ cause: string }>(
      `select cause from protocol where lot_id = $1 and status = 'active'`,
      [lotId],
    );
    expect(protocol?.cause).toBe('reserve');
  });

  it.runIf(COMPLETE)(
    'is paid from the balance in one press after the deadline, while the sale is not lost',
    async () => {
      const { lotId, winner } = sold.late;
      await deadlinePassed(lotId, false);
      await settlementIs(lotId, 'overdue', LOT_STATUS.paymentOverdue);
      const page = await enter(winner, 'desktop', 'uz');
      await page.goto(`/lot-result/${lotId}`);
      await page.getByRole('link', { name: 'Lotni toʻlash' }).click();
      // The page of the result stays until the other one is there.
      const pay = page.getByRole('button', { name: /^11\s000\s000\sUZS toʻlash$/ });
      await pay.waitFor();
      expect(await page.getByText('Toʻlov muddati oʻtgan', { exact: true }).count()).toBeGreaterThan(0);
      await pay.click();
      await page.getByText(/^Toʻliq toʻlandi/).waitFor();
      await settlementIs(lotId, 'paid', LOT_STATUS.soldAndPaid);
      expect(await winner.available()).toBe(0);
    },
  );

  it.runIf(COMPLETE)('is lost with the deposit when it was not paid in time', async () => {
    const { lotId, winner } = sold.lost;
    await deadlinePassed(lotId, true);
    await settlementIs(lotId, 'defaulted', LOT_STATUS.offeredToOne, LOT_STATUS.priceNotConfirmed);
    const page = await enter(winner, 'phone', 'ru');
    await page.goto('/profile/achievements');
    await page.locator('li[data-state="failed"]', { hasText: 'Оплата покупателем' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await winner.available()).toBe(DUE_TIYIN);
  });

  it.runIf(COMPLETE)('is lost when its reserve participant is silent, who keeps the money', async () => {
    const { lotId, rival } = sold.lost;
    await offerIs(lotId, 'open', LOT_STATUS.offeredToOne);
    await query(`update offer set answer_by = now() - interval '1 minute' where lot_id = $1`, [lotId]);
    await offerIs(lotId, 'lapsed', LOT_STATUS.priceNotConfirmed);
    expect(await rival.available()).toBe(DEPOSIT_TIYIN);
  });

  it.runIf(COMPLETE)(
    'that was not held is offered to its only participant, who accepts and pays',
    async () => {
      const { lotId, only } = unheld;
      const page = await enter(only, 'phone', 'ru');
      await page.goto(`/profile/winlots?lot=${lotId}`);
      await page.getByTestId('offer').getByRole('button', { name: 'Согласиться' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Согласиться' }).click();
      await settlementIs(lotId, 'awaiting', LOT_STATUS.awaitingPayment);
      await page.getByRole('button', { name: /^Оплатить 9\s000\s000\sUZS$/ }).click();
      await page.getByText(/^Оплачен полностью/).waitFor();
      await settlementIs(lotId, 'paid', LOT_STATUS.soldAndPaid);
      expect(await only.available()).toBe(PRICE_TIYIN - START_TIYIN);
      await page.goto(`/lot-result/${lotId}`);
      await page.getByRole('heading', { name: 'Лот продан', exact: true }).waitFor();
      await page.getByText('Лот продан вам').waitFor();
      expect(await axeFindings(page)).toEqual([]);
    },
  );
}
