import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PayoutMove } from '#shared/api/payouts.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { LOT_STATUS, type LotStatus } from '#shared/lifecycles/lot-status.ts';
import type { OfferState } from '#shared/lifecycles/offer.ts';
import { ORDER } from '#shared/lifecycles/order.ts';
import type { SettlementState } from '#shared/lifecycles/settlement.ts';
import { applicantsOf, type PlatformApplicant } from '../fixtures/applicants.ts';
import { requireWholeBooks } from '../fixtures/check-ledger.ts';
import { publishTestLot } from '../fixtures/lots.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { eventually } from '../fixtures/services.ts';
import {
  axeFindings,
  chromiumPath,
  launchBrowser,
  savePictures,
  visit,
  type Size,
  type Visitor,
} from './fixtures/browser.ts';
import { startProduct, type Product } from './fixtures/product.ts';
import { signInAt } from './fixtures/sign-in.ts';
import { addPeople, PASSWORD } from './fixtures/world.ts';

const UZS = 100;
const START_TIYIN = 10_000_000 * UZS;
const DEPOSIT_TIYIN = 1_000_000 * UZS;
const PRICE_TIYIN = 12_000_000 * UZS;
const DUE_TIYIN = PRICE_TIYIN - DEPOSIT_TIYIN;
const REQUISITES = {
  ...{ kind: 'account', bankName: 'Namuna bank', mfo: '00999', holderName: 'Sotuvchi' },
  account: '20208000900123456001',
};
/** The longest wait for a worker's round on a busy machine. */
const LIMIT_MS = 90_000;

vi.setConfig({ testTimeout: 240_000, hookTimeout: 480_000 });

interface Sold {
  lotId: number;
  winner: PlatformApplicant;
  rival: PlatformApplicant;
}
/** An auction with one participant: not held. */
interface Unheld {
  lotId: number;
  only: PlatformApplicant;
}

describe.skipIf(!chromiumPath)('after the hammer', () => {
  let product: Product;
  let browser: Browser;
  let people: ReturnType<typeof peopleOf>;
  let newApplicant: ReturnType<typeof applicantsOf>;
  const visitors: Visitor[] = [];
  let sold: Record<'toPay' | 'toRefuse' | 'late' | 'lost', Sold>;
  let unheld: Unheld;
  let seller: PlatformApplicant;

  beforeAll(async () => {
    product = await startProduct({ ALLOW_TWINS: '1', RATE_LIMIT_FACTOR: '100' });
    people = peopleOf(product.redis);
    newApplicant = applicantsOf(
      () => product as never,
      () => product.database,
      () => people,
    );
    browser = await launchBrowser();
    // From here on lots of private persons are offered to their only participant.
    await query(
      `insert into rule_set select name, max(version) + 1, current_date - 30,
         jsonb_set(figures, '{offerToSoleParticipant}', 'true')
       from rule_set where name = 'private' group by name, figures, version order by version desc limit 1`,
    );
    seller = await newApplicant(0);
    const [toPay, toRefuse, late, lost, one] = await Promise.all([
      sell(2_000_000 * UZS),
      sell(0),
      sell(DUE_TIYIN),
      sell(DUE_TIYIN),
      holdForOne(),
    ]);
    sold = { toPay, toRefuse, late, lost };
    unheld = one;
  });
  afterEach(async (context) => {
    await savePictures(context.task, visitors);
    for (const visitor of visitors.splice(0)) await visitor.close();
    await requireWholeBooks(product.database.db);
  });
  afterAll(async () => {
    await browser?.close();
    await people?.close();
    await product?.stop();
  });

  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row | undefined> =>
    (await product.database.pool.query(text, values)).rows[0] as Row | undefined;

  /** The person at a browser, signed in. */
  async function enter({ cookie, phone }: PlatformApplicant, size: Size, language: string): Promise<Page> {
    const visitor = await visit(browser, product.url, { size, language });
    visitors.push(visitor);
    const [name = '', value = ''] = cookie.split('=');
    const user = encodeURIComponent(JSON.stringify({ name: 'Sinov', user_name: phone, percentage: 100 }));
    await visitor.context.addCookies([
      { name, value, url: product.url },
      { name: 'savdo_user', value: user, url: product.url },
    ]);
    visitor.page.setDefaultTimeout(LIMIT_MS);
    return visitor.page;
  }

  const publish = (opensInMs: number): Promise<number> =>
    publishTestLot(product.database, {
      ruleSet: 'private',
      choices: { depositPercent: 10, minParticipants: 2 },
      startPriceTiyin: START_TIYIN,
      opensInMs,
      lengthMs: opensInMs,
      rules: { overtime: null },
      customerPersonId: seller.personId,
    });

  /** One attempt: null when the machine was too busy to apply and bid in the lot's time. */
  async function trySale(moneyTiyin: number, opensInMs: number): Promise<Sold | null> {
    const lotId = await publish(opensInMs);
    const endsAt = performance.now() + 2 * opensInMs;
    const [winner, rival] = [await newApplicant(moneyTiyin), await newApplicant(DEPOSIT_TIYIN)];
    for (const each of [rival, winner]) {
      if ((await each.apply(lotId)).body.verdict !== 'applied') return null;
    }
    for (const [each, amountTiyin] of [
      [rival, START_TIYIN],
      [winner, PRICE_TIYIN],
    ] as const) {
      const accepted = await eventually(
        async () => {
          // The answer to an id is final: each try is an intent of its own.
          const body = { lotId, bidId: randomUUID(), amountTiyin };
          const answer = await each.call('POST', '/api/shop/game-view/place', body);
          if (answer.body.verdict === 'accepted') return 'yes';
          return performance.now() > endsAt ? 'no' : null;
        },
        'a price in the room',
        3 * opensInMs + LIMIT_MS,
      );
      if (accepted === 'no') return null;
    }
    return { lotId, winner, rival };
  }

  /**
   * A lot sold to somebody who has so much money besides the deposit. An attempt for which a busy machine had no time is made
   * again with twice the time.
   */
  async function sell(besidesTiyin: number): Promise<Sold> {
    for (let opensInMs = 12_000; opensInMs < 120_000; opensInMs *= 2) {
      const sold = await trySale(DEPOSIT_TIYIN + besidesTiyin, opensInMs);
      if (!sold) continue;
      await settlementIs(sold.lotId, 'awaiting', LOT_STATUS.awaitingPayment);
      return sold;
    }
    throw new Error('no lot could be sold in its time');
  }

  /** A lot for which one person applied, who has the price of its start. */
  async function holdForOne(): Promise<Unheld> {
    for (let opensInMs = 12_000; opensInMs < 120_000; opensInMs *= 2) {
      const lotId = await publish(opensInMs);
      const only = await newApplicant(PRICE_TIYIN);
      if ((await only.apply(lotId)).body.verdict !== 'applied') continue;
      await offerIs(lotId, 'open', LOT_STATUS.offeredToOne);
      return { lotId, only };
    }
    throw new Error('no one could apply in the lot’s time');
  }

  /** The last sale of the lot is in this state, and so is the lot. */
  const settlementIs = (lotId: number, state: SettlementState, ...lotStatuses: number[]) =>
    eventually(
      async () => {
        const row = await query<{ state: string; status: number }>(
          `select s.state, l.status from settlement s join lot l on l.id = s.lot_id
           where s.lot_id = $1 order by s.id desc limit 1`,
          [lotId],
        );
        return row?.state === state && lotStatuses.includes(row.status);
      },
      `the sale of lot ${lotId} to be ${state}`,
      LIMIT_MS,
    );

  /** The offer of the lot to its reserve participant is in this state, and the lot in its own. */
  const offerIs = (lotId: number, state: OfferState, lotStatus: LotStatus) =>
    eventually(
      async () => {
        const row = await query<{ state: string; status: number }>(
          'select o.state, l.status from offer o join lot l on l.id = o.lot_id where o.lot_id = $1',
          [lotId],
        );
        return row?.state === state && row.status === lotStatus;
      },
      `the offer of lot ${lotId} to be ${state}`,
      LIMIT_MS,
    );

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
    await page.locator(`a[href="/profile/winlots?lot=${lotId}"]`).first().click();
    const card = page.locator('article', { has: page.locator(`a[href="/lot-result/${lotId}"]`) });
    await card.getByText(/9\s000\s000\sUZS kerak/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await card.locator('input[value="payme"]').check({ force: true });
    await card.getByRole('button', { name: /9\s000\s000\sUZS toʻlash$/ }).click();
    await page.locator('button[name="do"][value="pay"]').click();
    await settlementIs(lotId, 'paid', LOT_STATUS.soldAndPaid);
    await page.locator(`a[href="/profile/winlots?lot=${lotId}"]`).first().click();
    await card.getByText('Toʻlangan', { exact: true }).first().waitFor();
    await card.locator('li[data-state="done"]', { hasText: 'Xaridor toʻlovi' }).waitFor();
    expect(await winner.available()).toBe(0);
    const pdf = await card.getByRole('link', { name: 'PDF' }).getAttribute('href');
    const paper = await page.request.get(pdf ?? '');
    expect(paper.headers()['content-type']).toContain('application/pdf');
    expect((await paper.body()).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is paid out to its seller, whom both sides see paid', async () => {
    const { lotId } = sold.toPay;
    await query(
      `with sold as (
         insert into customer_order (person_id, request_id, fields, status) values ($1, $2, $3, $4) returning id)
       update lot set order_id = (select id from sold) where id = $5`,
      [
        ...[
          seller.personId,
          randomUUID(),
          JSON.stringify({ requisites: REQUISITES }),
          stateAfter(ORDER, 'sell'),
        ],
        lotId,
      ],
    );
    // The time for protests is over.
    await query(
      `update payout set not_before = now() - interval '1 minute'
       where settlement_id = (select id from settlement where lot_id = $1 and state = 'paid')`,
      [lotId],
    );
    const [operator] = await addPeople(product, ['Operator Sinov'], ['operator']);
    const visitor = await visit(browser, product.url, { size: 'desktop', language: 'ru' });
    visitors.push(visitor);
    const { page } = visitor;
    page.setDefaultTimeout(LIMIT_MS);
    await signInAt(page, operator?.phone ?? '', PASSWORD, `/console/payouts?lot=${lotId}&state=all`);
    const row = page.getByRole('row', { name: new RegExp(`№ ${lotId}\\b`) });
    const decide = async (move: PayoutMove, words?: string) => {
      await row.locator(`button[data-verb="${move}"]`).click();
      const dialog = page.getByRole('dialog');
      if (words) await dialog.getByRole('textbox').fill(words);
      await dialog.locator('button[type="submit"]').click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await row.getByText(REQUISITES.account).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await decide('approve');
    await decide('send');
    await decide('settle', 'B-2026-17');
    await row.getByText('документ банка № B-2026-17').waitFor();
    const sellers = await enter(seller, 'phone', 'uz');
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

  it('is paid from the balance in one press after the deadline, while the sale is not lost', async () => {
    const { lotId, winner } = sold.late;
    await deadlinePassed(lotId, false);
    await settlementIs(lotId, 'overdue', LOT_STATUS.paymentOverdue);
    const page = await enter(winner, 'desktop', 'uz');
    await page.goto(`/lot-result/${lotId}`);
    await page.getByRole('link', { name: 'Lotni toʻlash' }).click();
    await page.getByText('Toʻlov muddati oʻtgan').waitFor();
    await page.getByRole('button', { name: /^11\s000\s000\sUZS toʻlash$/ }).click();
    await page.getByText(/^Toʻliq toʻlandi/).waitFor();
    await settlementIs(lotId, 'paid', LOT_STATUS.soldAndPaid);
    expect(await winner.available()).toBe(0);
  });

  it('is lost with the deposit when it was not paid in time', async () => {
    const { lotId, winner } = sold.lost;
    await deadlinePassed(lotId, true);
    await settlementIs(lotId, 'defaulted', LOT_STATUS.offeredToOne, LOT_STATUS.priceNotConfirmed);
    const page = await enter(winner, 'phone', 'ru');
    await page.goto('/profile/achievements');
    await page.locator('li[data-state="failed"]', { hasText: 'Оплата покупателем' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await winner.available()).toBe(DUE_TIYIN);
  });

  it('is lost when its reserve participant is silent, who keeps the money', async () => {
    const { lotId, rival } = sold.lost;
    await offerIs(lotId, 'open', LOT_STATUS.offeredToOne);
    await query(`update offer set answer_by = now() - interval '1 minute' where lot_id = $1`, [lotId]);
    await offerIs(lotId, 'lapsed', LOT_STATUS.priceNotConfirmed);
    expect(await rival.available()).toBe(DEPOSIT_TIYIN);
  });

  it('that was not held is offered to its only participant, who accepts and pays', async () => {
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
  });
});
