import type { Page } from '@playwright/test';
import { beforeAll, expect, it } from 'vitest';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { ROOM_END_LIMIT_MS } from '../fixtures/lots.ts';
import { pdf } from '../fixtures/sample-files.ts';
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
} from './fixtures/sales.ts';

const REASONS = 'Eʼlonda boshqa mulk koʻrsatilgan edi, buni suratlardan koʻrish mumkin.';
const ANSWER = 'Eʼlon toʻgʻri boʻlgan, surat va manzil mulkning oʻziga tegishli.';
const DECISION = 'В объявлении указано другое имущество, что подтверждают снимки.';

/**
 * Protests against results, and a result that two members of staff cancel after the payout. The sample has the protest with
 * the longest way: integration/protests has its other ends too.
 */
export function undoneTests(sales: SalesFixture): void {
  const { query, enter, settlementIs } = sales;
  const HAS = {
    upheld: 0,
    ...(COMPLETE ? { cancelled: DUE_TIYIN, dismissed: DUE_TIYIN, withdrawn: DUE_TIYIN } : {}),
  };
  let sold: Record<'upheld' | 'dismissed' | 'withdrawn' | 'cancelled', Sold>;

  beforeAll(async () => {
    const made = Object.entries(HAS).map(async ([name, has]) => [name, await sales.sell(has)] as const);
    sold = Object.fromEntries(await Promise.all(made)) as typeof sold;
    for (const { lotId } of Object.values(sold)) await sales.giveOrder(lotId, 'sell');
  });

  const orderOf = async (lotId: number): Promise<number> =>
    (await query<{ id: number }>('select order_id::int as id from lot where id = $1', [lotId]))!.id;

  const lotIs = (lotId: number, status: number) =>
    eventually(
      async () =>
        (await query<{ status: number }>('select status from lot where id = $1', [lotId]))?.status === status,
      `lot ${lotId} to have status ${status}`,
      LIMIT_MS,
    );

  /** From the page of the result, as the participant who lost. */
  async function protest({ lotId, rival }: Sold): Promise<Page> {
    const page = await enter(rival, 'phone', 'uz');
    await page.goto(`/lot-result/${lotId}`);
    await page.getByRole('button', { name: 'Norozilik bildirish' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(REASONS);
    await dialog.getByRole('button', { name: 'Norozilik bildirish' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Qabul kutilmoqda').first().waitFor();
    const staff = await sales.enterStaff('Birinchi Operator', `/console/protests?lot=${lotId}`);
    await decide(staff, lotId, 'admit', DECISION);
    await page.reload();
    await page.getByText('Javob kutilmoqda').first().waitFor();
    return page;
  }

  /** The customer answers on the order's page. */
  async function answer(lotId: number, act: string): Promise<void> {
    const page = await enter(sales.seller, 'phone', 'uz');
    await page.goto(`/profile/orders/protests/${await orderOf(lotId)}`);
    await page.getByText(REASONS).waitFor();
    await page.getByRole('button', { name: act }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(ANSWER);
    await dialog.getByRole('button', { name: act }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** A press in a row of the console, and in the dialog that it opens. */
  async function decide(page: Page, lotId: number, verb: string, words?: string): Promise<void> {
    const row = page.getByRole('row', { name: new RegExp(`№ ${lotId}\\b`) });
    await row.locator(`button[data-verb="${verb}"]`).click();
    const dialog = page.getByRole('dialog');
    if (words) await dialog.getByRole('textbox').fill(words);
    await dialog.locator('button[type="submit"]').click();
    await dialog.waitFor({ state: 'hidden' });
  }

  it('is protested against; the customer agrees, two of the staff cancel it, and all money goes back', async () => {
    const { lotId, winner } = sold.upheld;
    const page = await protest(sold.upheld);
    expect(await axeFindings(page)).toEqual([]);
    expect((await winner.call('POST', '/api/shop/winlot/pay-win-lot', payment(lotId))).body).toMatchObject({
      reason: 'paused',
    });
    await answer(lotId, 'Norozilikka rozi boʻlish');
    const protests = `/console/protests?lot=${lotId}`;
    const first = await sales.enterStaff('Birinchi Operator', protests);
    await decide(first, lotId, 'uphold', DECISION);
    const second = await sales.enterStaff('Ikkinchi Operator', protests);
    await decide(second, lotId, 'uphold', DECISION);
    expect(await axeFindings(second)).toEqual([]);
    await lotIs(lotId, LOT_STATUS.resultCancelled);
    expect(await winner.available()).toBe(DEPOSIT_TIYIN);
    await page.reload();
    await page.getByText('Qanoatlantirildi').first().waitFor();
  });

  it.runIf(COMPLETE)(
    'is protested against, which its customer rejects: the sale goes on and is paid',
    async () => {
      const { lotId, winner } = sold.dismissed;
      await protest(sold.dismissed);
      await answer(lotId, 'Norozilikni rad etish');
      const page = await enter(winner, 'desktop', 'uz');
      await page.goto(`/profile/winlots?lot=${lotId}`);
      await page.getByRole('button', { name: /^11\s000\s000\sUZS toʻlash$/ }).click();
      await settlementIs(lotId, 'paid', LOT_STATUS.soldAndPaid);
    },
  );

  it.runIf(COMPLETE)('is protested against, which its author takes back: the sale goes on', async () => {
    const { lotId, winner } = sold.withdrawn;
    const page = await protest(sold.withdrawn);
    await page.goto('/profile/protests');
    await page.getByRole('button', { name: 'Qaytarib olish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Qaytarib olish' }).click();
    await page.getByText('Qaytarib olindi').first().waitFor();
    expect((await winner.call('POST', '/api/shop/winlot/pay-win-lot', payment(lotId))).body).toMatchObject({
      verdict: 'paid',
    });
  });

  it.runIf(COMPLETE)(
    'is cancelled after the payout by two of the staff with a document; its seller owes and pays',
    async () => {
      const { lotId, winner } = sold.cancelled;
      await winner.call('POST', '/api/shop/winlot/pay-win-lot', payment(lotId));
      await settlementIs(lotId, 'paid', LOT_STATUS.soldAndPaid);
      const received = await winner.call('POST', '/api/shop/winlot/confirm-hand-over', { lotId });
      expect(received).toMatchObject({ status: 200 });
      await query(
        `update payout set not_before = now() - interval '1 minute'
       where settlement_id = (select id from settlement where lot_id = $1 and state = 'paid')`,
        [lotId],
      );
      const payer = await sales.enterStaff('Toʻlov Operatori', `/console/payouts?lot=${lotId}&state=all`);
      await decide(payer, lotId, 'approve');
      const sender = await sales.enterStaff('Joʻnatuvchi', `/console/payouts?lot=${lotId}&state=all`);
      await decide(sender, lotId, 'send');
      await payer.reload();
      await decide(payer, lotId, 'settle', 'B-2026-18');

      await payer.goto(`/console/result-cancellations?begin=${lotId}`);
      const dialog = payer.getByRole('dialog');
      await dialog.getByLabel('Причина; её узнают стороны').fill(DECISION);
      await dialog.getByLabel('Из-за чего отменяется').selectOption('other');
      await dialog.locator('button[type="submit"]').click();
      await dialog.getByTestId('choose-documents').setInputFiles({
        name: 'sud-qarori.pdf',
        mimeType: 'application/pdf',
        buffer: pdf(),
      });
      await dialog.getByTestId('document').waitFor();
      await dialog.getByRole('button', { name: 'Готово' }).click();
      await decide(payer, lotId, 'propose');
      const second = await sales.enterStaff('Boshqa Operator', `/console/result-cancellations?lot=${lotId}`);
      await second.getByText('sud-qarori.pdf').waitFor();
      expect(await axeFindings(second)).toEqual([]);
      await decide(second, lotId, 'approve');
      await lotIs(lotId, LOT_STATUS.resultCancelled);
      // All of it has left: the seller owes it, and the buyer has it back once it is paid.
      expect(await winner.available()).toBe(0);

      await sales.seller.topUp(PRICE_TIYIN);
      const page = await enter(sales.seller, 'phone', 'uz');
      await page.goto('/profile/debts');
      await page.getByRole('button', { name: 'Hammasini toʻlash' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Toʻlash' }).click();
      await page.getByText('toʻlangan', { exact: true }).first().waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await winner.available()).toBe(PRICE_TIYIN);
    },
  );
}

/** A lot that was not held comes again, for less, and both lots lead to each other. */
export function repeatTests(sales: SalesFixture): void {
  const { query, enter } = sales;

  it.runIf(COMPLETE)(
    'was not held, and is put on trade again for less, where its follower finds it',
    async () => {
      const { lotId, orderId, owner } = await sales.failToHold();
      const follower = await sales.newApplicant(0);
      await query('insert into favourite_lot (person_id, lot_id) values ($1, $2)', [
        follower.personId,
        lotId,
      ]);
      const price = (START_TIYIN / 100) * 90;
      const planned = await eventually(
        () =>
          query<{ price: number }>(
            `select start_price_tiyin::float8 as price from repeat_plan where lot_id = $1 and state = 'planned'`,
            [lotId],
          ),
        'the repeat to be planned',
        ROOM_END_LIMIT_MS,
      );
      expect(planned.price).toBe(price);
      const page = await enter(owner, 'phone', 'uz');
      await page.goto(`/profile/orders/lots/${orderId}`);
      const plan = page.getByTestId('repeat-plan');
      await plan.getByText(/9\s000\s000\sUZS/).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      // The day comes.
      await query('update repeat_plan set publish_at = now(), look_at = now() where lot_id = $1', [lotId]);
      const next = await eventually(
        () =>
          query<{ id: number; price: number; obstacle: string | null }>(
            `select l.id::int as id, l.start_price_tiyin::float8 as price from lot l where l.repeats_lot_id = $1`,
            [lotId],
          ),
        `the repeat to be published`,
        LIMIT_MS,
      ).catch(async (error: unknown) => {
        const row = await query('select * from repeat_plan where lot_id = $1', [lotId]);
        throw new Error(`${String(error)}: ${JSON.stringify(row)}`);
      });
      expect(next.price).toBe(price);
      const first = await query<{ status: number }>('select status from lot where id = $1', [lotId]);
      expect(first?.status).toBe(LOT_STATUS.archived);
      await page.goto(`/lot-view/${lotId}`);
      await page.locator(`a[href="/lot-view/${next.id}"]`).first().click();
      await page.locator(`a[href="/lot-view/${lotId}"]`).first().waitFor();
      expect(await axeFindings(page)).toEqual([]);
      const following = await enter(follower, 'desktop', 'uz');
      await following.goto('/favourites');
      await following.locator(`a[href="/lot-view/${next.id}"]`).first().waitFor();
      expect(await following.locator(`a[href="/lot-view/${lotId}"]`).count()).toBe(0);
    },
  );
}

const payment = (lotId: number) => ({ lotId, requestId: crypto.randomUUID() });
