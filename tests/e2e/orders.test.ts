import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { applicantsOf, type PlatformApplicant } from '../fixtures/applicants.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { pdf, picture } from '../fixtures/sample-files.ts';
import { eventually } from '../fixtures/services.ts';
import {
  axeFindings,
  chromiumPath,
  launchBrowser,
  savePictures,
  visit,
  type Visitor,
} from './fixtures/browser.ts';
import { startProduct, type Product } from './fixtures/product.ts';
import { signInAt } from './fixtures/sign-in.ts';
import { addPeople, PASSWORD } from './fixtures/world.ts';

/** `npm test` puts one of the three copies on trade, the complete run all of them. */
const DAY_MS = 86_400_000;
const START_TIYIN = 90_000_000_00;
const SECRET = 'lola-daryo-2026';
const REQUISITES = { bankName: 'Asakabank', account: '20208000900000000077', mfo: '00873' };
const PHONE = '+998935550177';
const EMAIL = 'yangi.buyurtmachi@sinov.example';
const PINFL = `3020190765432${pinflCheckDigit('3020190765432')}`;

vi.setConfig({ testTimeout: 480_000, hookTimeout: 180_000 });

type Words = { [key: string]: string | Words };
const files = new Map<string, Words>();
/** What the site says in Russian: `profile:contact.confirm`. */
function ru(key: string): string {
  const [file = '', path = ''] = key.split(':');
  if (!files.has(file))
    files.set(file, JSON.parse(readFileSync(`shared/i18n/locales/ru/${file}.json`, 'utf8')) as Words);
  let found: string | Words | undefined = files.get(file);
  for (const part of path.split('.')) found = (found as Words | undefined)?.[part];
  if (typeof found !== 'string') throw new Error(`no text ${key}`);
  return found;
}

describe.skipIf(!chromiumPath)('an order of a new customer, from the first letter to its lot', () => {
  let product: Product;
  let browser: Browser;
  let people: ReturnType<typeof peopleOf>;
  const visitors: Visitor[] = [];
  const enter = async (size: 'phone' | 'desktop') => {
    const visitor = await visit(browser, product.url, { size, language: 'ru' });
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
    await product?.stop();
  });

  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row | undefined> =>
    (await product.database.pool.query(text, values)).rows[0] as Row | undefined;
  const press = (place: Page | Locator, key: string) =>
    place.getByRole('button', { name: ru(key), exact: true }).click();

  /** The code of the only message to a new phone or e-mail. */
  const codeTo = (recipient: string) =>
    eventually(
      async () => {
        const sent = await query<{ body: string }>('select body from twin_message where recipient = $1', [
          recipient,
        ]);
        return /(?<!\d)\d{6}(?!\d)/.exec(sent?.body ?? '')?.[0] ?? null;
      },
      `a code to ${recipient}`,
      30_000,
    );

  async function confirmEmail(page: Page, recipient: string): Promise<void> {
    await query("update one_time_code_send set sent_at = sent_at - interval '5 minutes'");
    const row = page.locator('#email');
    await press(row, 'profile:contact.confirm');
    await row
      .locator('input')
      .first()
      .fill(await codeTo(recipient));
    await row.getByText(ru('profile:contact.confirmed'), { exact: true }).waitFor();
  }

  /** Signs with the test key of the person, which is made at the first time. */
  async function sign(page: Page): Promise<void> {
    const dialog = page.getByRole('dialog');
    const password = dialog.getByLabel(ru('e-signature:sign.password'), { exact: true });
    const fresh = dialog.getByLabel(ru('e-signature:sign.newPassword'), { exact: true });
    await password.or(fresh).first().waitFor();
    if (await fresh.isVisible()) {
      await fresh.fill(SECRET);
      await press(dialog, 'e-signature:sign.make');
      await password.waitFor();
    }
    await password.fill(SECRET);
    await press(dialog, 'e-signature:sign.sign');
  }

  async function becomeCustomer(page: Page): Promise<void> {
    await page.goto('/api/shop/auth/login?register=1&return=%2Fprofile%2Fmy-data');
    for (const [name, value] of Object.entries({ name: 'Yangi Buyurtmachi', pinfl: PINFL, phone: PHONE }))
      await page.locator(`input[name="${name}"]`).fill(value);
    await page.locator('input[name="email"]').fill(EMAIL);
    await page.locator('input[name="password"]').fill(SECRET);
    await page.locator('input[name="repeat"]').fill(SECRET);
    await page.locator('button[type="submit"].primary').click();
    await page.locator('input[name="code"]').fill(await codeTo(PHONE));
    await page.locator('button[type="submit"].primary').click();
    await page.waitForURL('**/profile/my-data');
    await confirmEmail(page, EMAIL);

    const address = page.locator('#address');
    await address.locator('select').nth(0).selectOption({ index: 1 });
    await address.locator('select').nth(1).locator('option').nth(1).waitFor({ state: 'attached' });
    await address.locator('select').nth(1).selectOption({ index: 1 });
    await address.locator('input').first().fill('Navoiy koʻchasi, 12-uy');
    await press(address, 'profile:save');
    const requisites = page.locator('#requisites');
    const { bankName, mfo, account } = REQUISITES;
    await requisites.getByLabel(ru('profile:requisites.bank')).fill(bankName);
    await requisites.getByLabel(ru('profile:requisites.mfo')).fill(mfo);
    await requisites.getByLabel(ru('profile:requisites.account')).fill(account);
    await press(requisites, 'profile:save');
    const chosen = page.waitForResponse(
      (answer) => answer.request().method() !== 'GET' && /role/.test(answer.url()),
    );
    await page.locator('#role').getByText(ru('profile:role.customer'), { exact: true }).click();
    await chosen;
    await page.goto('/profile/contracts');
    await press(page, 'e-signature:consent.sign');
    await sign(page);
    await page.getByRole('dialog').getByText(ru('e-signature:sign.done'), { exact: true }).waitFor();
  }

  /** The step after this one, once what was written is saved. */
  const next = (page: Page, step: string) =>
    page.getByRole('link', { name: `Дальше: ${ru(`orders:step.name.${step}`)}` }).click();
  const form = (page: Page, step: string) => page.getByTestId(`form-${step}`);
  const both = async (place: Locator, field: string, uz: string, russian: string) => {
    await place.getByLabel(`${ru(`orders:field.${field}`)} (на узбекском)`, { exact: true }).fill(uz);
    await place.getByLabel(`${ru(`orders:field.${field}`)} (на русском)`, { exact: true }).fill(russian);
  };
  const day = (ahead: number) =>
    tashkentDay(Date.now() + ahead * DAY_MS)
      .split('-')
      .reverse()
      .join('.');

  /** The eight steps, as a person goes through them. Answers the number of the order. */
  async function writeOrder(page: Page): Promise<number> {
    await page.goto('/order-create');
    await press(page, 'orders:first.begin');
    await page.waitForURL(/order=\d+/);
    const orderId = Number(new URL(page.url()).searchParams.get('order'));
    const thing = form(page, 'thing');
    await both(thing, 'title', 'Sinov ombori', 'Испытательный склад');
    const names = Array.from({ length: 5 }, (_, i) => `photo-${i + 1}.jpg`);
    const photos = await Promise.all(
      names.map(async (name) => ({ name, mimeType: 'image/jpeg', buffer: await picture('jpeg', 400, 300) })),
    );
    await page.getByTestId('choose-images').setInputFiles(photos);
    await expect.poll(() => page.getByTestId('photo').count(), { timeout: 60_000 }).toBe(5);
    await thing.getByLabel(ru('orders:field.startPriceTiyin')).fill(String(START_TIYIN / 100));
    await next(page, 'kind');

    const kind = form(page, 'kind');
    for (const choice of ['ownerType.natural', 'orderType.private', 'tradeType.auction'])
      await kind.getByText(ru(`orders:${choice}`), { exact: true }).click();
    await next(page, 'property');

    const property = form(page, 'property');
    await property.getByLabel(ru('orders:field.categoryId')).selectOption('103');
    await property.getByLabel('Общая площадь, м²').fill('120,5');
    await property.getByLabel(ru('orders:field.propertyType')).selectOption('immovable');
    await property.getByLabel(ru('orders:field.categoryType')).selectOption('own');
    await both(property, 'description', 'Bir qavatli gʻishtli ombor', 'Одноэтажный кирпичный склад');
    await property.getByLabel(ru('orders:field.quantity')).fill('1');
    await property.getByLabel(ru('orders:field.unit')).selectOption('piece');
    await next(page, 'place');

    const place = form(page, 'place');
    await place.getByLabel(ru('orders:field.regionId')).selectOption('1726');
    await place.getByLabel(ru('orders:field.areaId')).selectOption('1726266');
    await both(place, 'address', 'Navoiy koʻchasi, 12', 'улица Навои, 12');
    await place.getByLabel(ru('orders:field.coordinates')).fill('41.2995, 69.2401');
    await place.getByLabel(ru('orders:field.phone'), { exact: true }).fill('901234567');
    await next(page, 'price');

    const price = form(page, 'price');
    await price.getByText(ru('orders:tenure.ownership'), { exact: true }).click();
    await price.getByText(ru('orders:stay.untilSold'), { exact: true }).click();
    await price.getByLabel(ru('orders:field.paymentWorkingDays')).selectOption('5');
    await price.getByLabel(ru('orders:terms.opens'), { exact: true }).fill(day(3));
    await price.getByLabel(ru('orders:terms.closes'), { exact: true }).fill(day(4));
    await price.getByLabel(ru('orders:terms.participants')).selectOption('2');
    await next(page, 'documents');
    await page
      .getByTestId('choose-documents')
      .setInputFiles(
        ['right.pdf', 'report.pdf'].map((name) => ({ name, mimeType: 'application/pdf', buffer: pdf() })),
      );
    await expect.poll(() => page.getByTestId('document').count(), { timeout: 60_000 }).toBe(2);
    await next(page, 'requisites');
    await press(form(page, 'requisites'), 'orders:requisites.take');
    await next(page, 'check');
    return orderId;
  }

  /** Sends the order that is open at its last step, with an e-signature. */
  async function send(page: Page, orderId: number): Promise<void> {
    await page.getByTestId('card-preview').waitFor();
    await press(page, 'orders:send.send');
    await press(page, 'orders:send.sign');
    await sign(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(ru('orders:send.doneTitle'), { exact: true }).waitFor();
    // The frame of the dialog has a button of that name, too.
    await dialog
      .getByRole('button', { name: ru('e-signature:sign.close'), exact: true })
      .last()
      .click();
    await page.getByText(ru('orders:sent.title').replace('{{number}}', String(orderId))).waitFor();
  }

  /** Opens an order of the queue and takes it. */
  async function examine(page: Page, orderId: number): Promise<void> {
    await page.goto('/console/orders');
    await page.locator(`td[data-main] a[href^="/console/orders/${orderId}"]`).click();
    await press(page, 'console-orders:claim.take');
    await page.getByRole('button', { name: ru('console-orders:act.approve'), exact: true }).waitFor();
  }

  async function returnWithRemarks(page: Page, remarks: Record<string, string>): Promise<void> {
    for (const [field, text] of Object.entries(remarks)) {
      const line = page.locator(`[data-field="${field}"]`);
      await line.getByRole('button', { name: ru('console-orders:remark.add') }).click();
      await line.getByRole('textbox').fill(text);
    }
    await page.getByRole('button', { name: 'Вернуть с 2 замечаниями' }).click();
    await page.getByRole('dialog').locator('select').selectOption({ index: 1 });
    await press(page.getByRole('dialog'), 'console-orders:act.return');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  async function approve(page: Page, orderId: number): Promise<number> {
    await examine(page, orderId);
    // By the keyboard, as those do who have a hundred of them.
    await page.keyboard.press('a');
    await press(page.getByRole('dialog'), 'console-orders:act.approve');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const lot = await eventually(
      () => query<{ id: number }>('select id::int as id from lot where order_id = $1', [orderId]),
      `the lot of order ${orderId}`,
      30_000,
    );
    return lot.id;
  }

  /** Answers the numbers of the copies. */
  async function duplicate(page: Page, orderId: number, copies: number): Promise<number[]> {
    await page.goto('/profile/orders');
    const actions = ru('customer-orders:actionsOf').replace('{{number}}', String(orderId));
    await page.getByRole('button', { name: actions }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(ru('customer-orders:action.duplicate'), { exact: true }).click();
    await dialog.getByLabel(ru('customer-orders:duplicate.copies')).fill(String(copies));
    await press(dialog, 'customer-orders:duplicate.confirm');
    await dialog.waitFor({ state: 'detached' });
    const { rows } = await product.database.pool.query<{ id: number }>(
      "select id::int as id from customer_order where status = 'created' order by id",
    );
    expect(rows).toHaveLength(copies);
    return rows.map(({ id }) => id);
  }

  /** Offers a price until the room is open and judges it; answers the price that is suggested after it. */
  async function bid(bidder: PlatformApplicant, lotId: number, amountTiyin: number): Promise<number> {
    const bidId = `bid-${randomUUID()}`;
    const accepted = await eventually(
      async () => {
        const { body } = await bidder.call('POST', '/api/shop/game-view/place', {
          lotId,
          bidId,
          amountTiyin,
        });
        // Placed nothing, and is simply sent again.
        if (['held', 'fenced', 'not-open-yet'].includes(body.reason)) return null;
        expect(body).toMatchObject({ verdict: 'accepted', amountTiyin });
        return body as { suggestedTiyin: number };
      },
      'a price',
      100_000,
    );
    return accepted.suggestedTiyin;
  }

  const remarks = { title: 'Назовите, что хранили на складе', description: 'Укажите год постройки' };

  it('is returned with two remarks, mended, signed, approved, found, copied and bid for', async () => {
    const page = await enter('phone');
    await becomeCustomer(page);
    const orderId = await writeOrder(page);
    await send(page, orderId);

    const [moderator] = await addPeople(product, ['Moderator Sinov'], ['moderator']);
    const staff = await enter('desktop');
    await signInAt(staff, moderator?.phone ?? '', PASSWORD, '/console/orders');
    await examine(staff, orderId);
    expect(await axeFindings(staff)).toEqual([]);
    await returnWithRemarks(staff, remarks);

    const mended = {
      thing: { field: 'title', uz: 'Sabzavot ombori', ru: 'Овощной склад' },
      property: { field: 'description', uz: 'Gʻishtli ombor, 1998-yil', ru: 'Кирпичный склад 1998 года' },
    } as const;
    for (const [step, text] of Object.entries(mended)) {
      await page.goto(`/order-create?order=${orderId}&step=${step}`);
      await form(page, step).getByText(remarks[text.field]).waitFor();
      await both(form(page, step), text.field, text.uz, text.ru);
      await form(page, step).getByText(ru('orders:remark.answered')).waitFor();
    }
    await page.getByTestId('step-check').click();
    await send(page, orderId);

    const lotId = await approve(staff, orderId);
    await page.goto(`/lot-list?q=${encodeURIComponent('овощной склад')}`);
    await page.getByRole('article').getByRole('link', { name: 'Овощной склад' }).first().waitFor();

    const newBidder = applicantsOf(
      () => product as never,
      () => product.database,
      () => people,
    );
    const bidders = [await newBidder(START_TIYIN), await newBidder(START_TIYIN)];
    // Its room opens in three days: here in a minute, in which the customer makes copies.
    await query(
      `update lot set opens_at = now() + interval '60 seconds', applications_until = now() + interval '55 seconds',
         closes_at = now() + interval '30 minutes' where id = $1 and room_opened_at is null`,
      [lotId],
    );
    for (const bidder of bidders)
      expect((await bidder.apply(lotId)).body).toMatchObject({ verdict: 'applied' });
    const fates = async () =>
      (
        await query<{ fates: string }>(
          `select string_agg(concat_ws(' ', status, reason), ', ') as fates from trade_application where lot_id = $1`,
          [lotId],
        )
      )?.fates;
    await expect.poll(fates, { timeout: 60_000 }).toBe('admitted, admitted');

    const copies = await duplicate(page, orderId, 3);
    for (const copy of COMPLETE ? copies : copies.slice(0, 1)) {
      await page.goto(`/order-create?order=${copy}&step=check`);
      await send(page, copy);
      expect(await approve(staff, copy)).not.toBe(lotId);
    }

    await page.goto(`/profile/orders/lots/${orderId}`);
    const bidsNow = page.getByTestId('bids-now');
    expect(await bidsNow.textContent()).toBe('0');
    const taking = page.getByRole('listitem').filter({ hasText: ru('customer-orders:lots.bidders') });
    await taking.getByText('2', { exact: true }).first().waitFor();
    await page.getByText(ru('customer-orders:lots.live')).first().waitFor({ timeout: 150_000 });
    let amountTiyin = START_TIYIN;
    for (const [i, bidder] of [...bidders, ...bidders].entries()) {
      amountTiyin = await bid(bidder, lotId, amountTiyin);
      // Nothing was pressed or loaded again.
      await expect.poll(() => bidsNow.textContent(), { timeout: 60_000 }).toBe(String(i + 1));
    }
    expect(await axeFindings(page)).toEqual([]);
  });
});
