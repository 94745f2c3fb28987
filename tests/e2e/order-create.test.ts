import { randomUUID } from 'node:crypto';
import { expect as onPage, type Browser } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { formatDate } from '#shared/time/tashkent.ts';
import {
  axeFindings,
  chromiumPath,
  launchBrowser,
  savePictures,
  visit,
  type Visitor,
} from './fixtures/browser.ts';
import { looksRight } from './fixtures/looks-right.ts';
import { startProduct, type Product } from './fixtures/product.ts';
import { signInAt } from './fixtures/sign-in.ts';
import { addPeople, PASSWORD } from './fixtures/world.ts';
import { fillOrder } from './fill-order.ts';

const DAY_MS = 86_400_000;
const NAME = 'Aziza Karimova';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 240_000 });

describe.skipIf(!chromiumPath)('the form of an order, on a phone', () => {
  let product: Product;
  let browser: Browser;
  let visitor: Visitor;

  beforeAll(async () => {
    product = await startProduct({ RATE_LIMIT_FACTOR: '100' });
    browser = await launchBrowser();
  });
  afterEach((context) => savePictures(context.task, [visitor]));
  afterAll(async () => {
    await visitor?.close();
    await browser?.close();
    await product?.stop();
  });

  it('is filled by tap and keyboard, outlives a lost connection, and draws the card of the lot', async () => {
    const [person] = await addPeople(product, [NAME], ['customer']);
    const { rows } = await product.database.pool.query<{ id: string }>(
      `insert into customer_order (person_id, request_id, status) values ($1, $2, 'created') returning id`,
      [person?.id, randomUUID()],
    );
    const id = Number(rows[0]?.id);
    visitor = await visit(browser, product.url, { size: 'phone', language: 'ru' });
    const { page, context } = visitor;
    await signInAt(page, person?.phone ?? '', PASSWORD, `/order-create?order=${id}`);
    await page.getByTestId('form-thing').waitFor();
    await looksRight(page, 'order-thing-390-ru');
    await fillOrder(page, {
      title: 'Kvartira, 2 xona',
      price: '120000000',
      opensOn: formatDate(Date.now() + 3 * DAY_MS),
      closesOn: formatDate(Date.now() + 5 * DAY_MS),
      holder: NAME,
    });
    const card = page.getByTestId('card-preview');
    await onPage(card).toContainText('Kvartira, 2 xona');
    await onPage(card).toContainText(/120\s000\s000/);
    expect(await axeFindings(page)).toEqual([]);

    // Typed without a connection, and the page is closed: the next one sends it.
    const line = page.getByTestId('draft-state');
    await page.getByTestId('step-place').click();
    await onPage(line).toHaveAttribute('data-state', 'saved');
    await context.setOffline(true);
    await page.getByText('Дополнительно').click();
    await page.getByLabel('Электронная почта').fill('aziza@sinov.example');
    await onPage(line).toHaveAttribute('data-state', 'no-connection');
    await context.setOffline(false);
    await page.reload();
    await onPage(page.getByLabel('Электронная почта')).toHaveValue('aziza@sinov.example');
    await onPage(line).toHaveAttribute('data-state', 'saved');
    const stored = await product.database.pool.query<{ email: string }>(
      `select fields->>'email' as email from customer_order where id = $1`,
      [id],
    );
    expect(stored.rows).toEqual([{ email: 'aziza@sinov.example' }]);

    await page.goto(`/order-preview/${id}`);
    await onPage(page.getByRole('heading', { level: 1 })).toHaveText('Kvartira, 2 xona');
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  });
});
