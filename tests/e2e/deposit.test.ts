import type { Browser, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { applicantsOf } from '../fixtures/applicants.ts';
import { publishTestLot, ROOM_END_LIMIT_MS } from '../fixtures/lots.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { eventually } from '../fixtures/services.ts';
import { chromiumPath, savePictures, launchBrowser, visit, type Visitor } from './fixtures/browser.ts';
import { startProduct, type Product } from './fixtures/product.ts';
import { signInAt } from './fixtures/sign-in.ts';
import { addPeople, PASSWORD } from './fixtures/world.ts';

const UZS = 100;
const START_TIYIN = 50_000_000 * UZS;
const DEPOSIT_TIYIN = 5_000_000 * UZS;
const SECRET = 'lola-daryo-2026';
const PHONE = '+998935551234';
const EMAIL = 'yangi.kishi@sinov.example';
const PINFL = `3010190765432${pinflCheckDigit('3010190765432')}`;

describe.skipIf(!chromiumPath)('a new person and their money', () => {
  let product: Product;
  let browser: Browser;
  let people: ReturnType<typeof peopleOf>;
  const visitors: Visitor[] = [];
  const enter = async () => {
    const visitor = await visit(browser, product.url, { language: 'en' });
    visitors.push(visitor);
    return visitor.page;
  };

  beforeAll(async () => {
    product = await startProduct({ ALLOW_TWINS: '1', RATE_LIMIT_FACTOR: '100' });
    people = peopleOf(product.redis, () => product.database);
    browser = await launchBrowser();
  });
  afterEach((context) => savePictures(context.task, visitors));
  afterAll(async () => {
    for (const visitor of visitors) await visitor.close();
    await browser?.close();
    await people?.close();
    // Proves that the books balance.
    await product?.stop();
  });

  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row | undefined> =>
    (await product.database.pool.query(text, values)).rows[0] as Row | undefined;

  /** The minute between two codes to one person is over. */
  const pausePassed = () => query("update one_time_code_send set sent_at = sent_at - interval '5 minutes'");

  /** The newest code in the development outbox's page, as a person would read it there. */
  async function codeFor(recipient: string, after: number): Promise<string> {
    return eventually(
      async () => {
        const row = await query<{ id: number; body: string }>(
          'select id, body from twin_message where recipient = $1 and id > $2 order by id desc limit 1',
          [recipient, after],
        );
        return /(?<!\d)\d{6}(?!\d)/.exec(row?.body ?? '')?.[0] ?? null;
      },
      `a code to ${recipient}`,
      30_000,
    );
  }
  const newest = async () =>
    (await query<{ id: number }>('select coalesce(max(id), 0)::int as id from twin_message'))?.id ?? 0;

  async function register(page: Page, lotId: number): Promise<void> {
    await page.goto(`/lot-view/${lotId}`);
    await page.locator('aside').getByRole('link', { name: 'Register' }).click();
    await page.locator('input[name="name"]').fill('Yangi Kishi');
    await page.locator('input[name="pinfl"]').fill(PINFL);
    await page.locator('input[name="phone"]').fill(PHONE);
    await page.locator('input[name="email"]').fill(EMAIL);
    await page.locator('input[name="password"]').fill(SECRET);
    await page.locator('input[name="repeat"]').fill(SECRET);
    const before = await newest();
    await page.locator('button[type="submit"].primary').click();
    await page.locator('input[name="code"]').fill(await codeFor(PHONE, before));
    await page.locator('button[type="submit"].primary').click();
    await page.waitForURL(`**/lot-view/${lotId}`);
  }

  async function confirmEmail(page: Page, recipient: string): Promise<void> {
    await pausePassed();
    await page.goto('/profile/my-data');
    const row = page.locator('#email');
    const before = await newest();
    await row.getByRole('button', { name: 'Confirm' }).click();
    // The sixth digit sends it.
    await row.getByLabel('Confirmation code').fill(await codeFor(recipient, before));
    await row.getByText('confirmed', { exact: true }).waitFor();
  }

  async function signOffer(page: Page): Promise<void> {
    await page.goto('/profile/contracts');
    await page.getByRole('button', { name: 'Sign with e-signature' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/Password for the new/).fill(SECRET);
    await dialog.getByRole('button', { name: /^Make/ }).click();
    const password = dialog.getByLabel('Password of the key');
    await password.waitFor();
    await password.fill(SECRET);
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
    await dialog.getByText('Signed', { exact: true }).waitFor();
  }

  async function topUp(page: Page, provider: 'payme' | 'click', sum: number): Promise<void> {
    await page.goto('/profile/top-up');
    await page.locator(`input[name="provider"][value="${provider}"]`).check({ force: true });
    await page.getByLabel('Sum, UZS').fill(String(sum));
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.locator('button[name="do"][value="pay"]').click();
    await eventually(
      async () => {
        const row = await query<{ paid: number }>(
          `select count(*)::int as paid from ledger_journal where kind = 'top-up' and amount_tiyin = $1`,
          [sum * UZS],
        );
        return row?.paid === 1;
      },
      `the money from ${provider}`,
      30_000,
    );
  }

  async function apply(page: Page, lotId: number): Promise<void> {
    await pausePassed();
    await page.goto(`/lot-view/${lotId}`);
    await page.locator('aside').getByRole('button', { name: 'Apply', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const before = await newest();
    await dialog.getByRole('button', { name: 'Send a code' }).click();
    // The sixth digit sends it.
    await dialog.getByLabel('Confirmation code').fill(await codeFor(PHONE, before));
    await page.getByText(/^You are participant \d+/).waitFor();
    await page.getByText(/A deposit of 5\s000\s000\sUZS is held/).waitFor();
  }

  /**
   * Applies, after a rival has, for a lot that opens in a moment. On a busy machine the opening can come before the
   * application, which is then refused: a lot that opens later takes its place. Any other failure says what the page showed.
   */
  async function applyBeforeOpening(
    page: Page,
    publish: (opensInMs: number) => Promise<number>,
    firstMs: number,
  ) {
    const newRival = applicantsOf(
      () => product as never,
      () => product.database,
      () => people,
    );
    for (let opensInMs = firstMs; ; opensInMs *= 2) {
      const lotId = await publish(opensInMs);
      const openingAt = performance.now() + opensInMs;
      try {
        const rival = await newRival(DEPOSIT_TIYIN);
        expect((await rival.apply(lotId)).body).toMatchObject({ verdict: 'applied' });
        await apply(page, lotId);
        return { lotId, rival };
      } catch (error) {
        if (performance.now() < openingAt || opensInMs > 150_000)
          throw new Error(`not applied; the page says: ${await page.locator('body').innerText()}`, {
            cause: error,
          });
      }
    }
  }

  async function requestRefund(page: Page): Promise<void> {
    await page.goto('/profile/refunding');
    await page.getByRole('button', { name: 'Get money back' }).first().click();
    await page.getByRole('button', { name: /^All:/ }).click();
    await page.getByRole('button', { name: 'Add an account' }).click();
    await page.getByLabel('Name of the bank').fill('Sinov Bank');
    await page.getByLabel('Account, 20 digits').fill('20208000123456789012');
    await page.getByLabel('MFO, 5 digits').fill('00450');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('input[name="destination"]').first().check({ force: true });
    await page.getByRole('button', { name: 'Send the application' }).click();
    await page.getByRole('table').getByText('Requested').waitFor();
  }

  async function decide(page: Page, act: 'Approve' | 'Paid'): Promise<void> {
    await page.goto('/console/refunds');
    await page.locator(`[data-verb="${act.toLowerCase()}"]`).first().click();
    const dialog = page.getByRole('dialog');
    if (act === 'Paid') await dialog.getByLabel(/Number of the bank/).fill('PP-2026-1');
    await dialog.getByRole('button', { name: act, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  it('goes from registration over a lost auction to the paid refund, and every tiyin is accounted for', async () => {
    const lot = (opensInMs: number, lengthMs: number) =>
      publishTestLot(product.database, {
        ruleSet: 'private',
        choices: { depositPercent: 10, minParticipants: 2 },
        startPriceTiyin: START_TIYIN,
        opensInMs,
        lengthMs,
        rules: { overtime: null },
      });
    const page = await enter();
    await register(page, await lot(86_400_000, 3_600_000));
    await confirmEmail(page, EMAIL);
    await signOffer(page);
    const before = performance.now();
    await topUp(page, 'payme', 15_000_000);
    await topUp(page, 'click', 6_000_000);

    // The application takes about as long as these two, and so do the bids: the machine shows how long that is.
    const tookMs = Math.min(30_000, Math.max(8_000, Math.round(performance.now() - before)));
    const { lotId, rival } = await applyBeforeOpening(
      page,
      (opensInMs) => lot(opensInMs, 2 * tookMs),
      2.5 * tookMs,
    );

    await page.goto(`/game-view/${lotId}`);
    // 5 000 000 held and 16 000 000 left, at five percent: less than the ten of the deposit.
    await page
      .getByTestId('reach')
      .getByText(/420\s000\s000\sUZS/)
      .waitFor();
    const confirm = page.getByTestId('confirm');
    await page.locator('[data-testid="confirm"]:enabled').waitFor({ timeout: 120_000 });
    await confirm.click();
    await page.locator(`[data-testid="last-offer"][data-price="${START_TIYIN}"]`).waitFor();
    await eventually(async () => {
      const { body } = await rival.call('POST', '/api/shop/game-view/place', {
        lotId,
        bidId: `rival-${Date.now()}`,
        // Within 30 % of the suggested price: nothing above is taken without a question.
        amountTiyin: START_TIYIN + 10_000_000 * UZS,
      });
      return body.verdict === 'accepted';
    }, 'the rival to lead');
    await page.getByTestId('outcome').waitFor({ timeout: ROOM_END_LIMIT_MS });

    await page.goto('/profile/applications');
    await page.getByRole('table').getByText('Not won').waitFor();
    await page.getByRole('table').getByText('released').waitFor();
    const took = await query<{ seconds: string }>(
      `select extract(epoch from j.posted_at - l.closed_at) as seconds from ledger_journal j, auction_lot l
       where j.kind = 'release' and j.reference = 'lot:' || l.lot_id and l.lot_id = $1`,
      [lotId],
    );
    expect(Number(took?.seconds)).toBeLessThan(30);

    await requestRefund(page);
    const staff = await addPeople(product, ['Birinchi Operator', 'Ikkinchi Operator'], ['operator']);
    const consoles: Page[] = [];
    for (const { phone } of staff) {
      const staffPage = await enter();
      await signInAt(staffPage, phone, PASSWORD, '/console/refunds');
      consoles.push(staffPage);
    }
    const [first, second] = consoles as [Page, Page];
    await decide(first, 'Approve');
    await first.goto('/console/refunds');
    await first.getByText('Approved 1 of 2').waitFor();
    await decide(second, 'Approve');
    await decide(first, 'Paid');

    await page.goto('/profile/refunding');
    await page.getByRole('table').getByText('Paid out').waitFor();
    const money = await query<{ available: number; held: number }>(
      `select max(balance_tiyin) filter (where a.kind = 'available')::float8 as available,
         max(balance_tiyin) filter (where a.kind = 'held')::float8 as held
       from ledger_account a join person p on p.id::text = a.person_id where p.phone = $1`,
      [PHONE],
    );
    expect(money).toEqual({ available: 0, held: 0 });
  });
});
