import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBreakingLink, type Break, type BreakingLink } from '../fixtures/breaking-link.ts';
import { pdf, picture } from '../fixtures/sample-files.ts';
import {
  axeFindings,
  chromiumPath,
  launchBrowser,
  savePictures,
  visit,
  type Visitor,
} from './fixtures/browser.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { startProduct, type Product } from './fixtures/product.ts';
import { signInAt } from './fixtures/sign-in.ts';
import { addPeople, PASSWORD } from './fixtures/world.ts';

/** The most an order takes of each. */
const COUNT = 20;
/** Long enough for a page to be reloaded while its storage writes, whatever else the machine does. */
const WRITE_MS = 400;

interface Sample {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

vi.setConfig({ testTimeout: 300_000, hookTimeout: 240_000 });

describe.skipIf(!chromiumPath)('photos and documents of an order, on a phone', () => {
  let link: BreakingLink;
  let product: Product;
  let browser: Browser;
  const visitors: Visitor[] = [];

  beforeAll(async () => {
    link = await startBreakingLink();
    product = await startProduct({ PUBLIC_URL: link.url, RATE_LIMIT_FACTOR: '100' });
    link.leadTo(Number(new URL(product.url).port));
    browser = await launchBrowser();
  });
  afterEach((context) => savePictures(context.task, visitors));
  afterAll(async () => {
    for (const visitor of visitors) await visitor.close();
    await browser?.close();
    await link?.close();
    await product?.stop();
  });

  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await product.database.pool.query(text, values)).rows as Row[];

  /** A customer at a phone, with one draft. */
  async function customer(): Promise<{ page: Page; context: BrowserContext; orderId: number }> {
    const [person] = await addPeople(product, [`Buyurtmachi ${randomUUID().slice(0, 8)}`], ['customer']);
    const [order] = await query<{ id: string }>(
      `insert into customer_order (person_id, request_id, status) values ($1, $2, 'created') returning id`,
      [person?.id, randomUUID()],
    );
    const visitor = await visit(browser, link.url, { size: 'phone', language: 'en' });
    visitors.push(visitor);
    const orderId = Number(order?.id);
    await signInAt(visitor.page, person?.phone ?? '', PASSWORD, `/order-create?order=${orderId}&step=thing`);
    return { page: visitor.page, context: visitor.context, orderId };
  }

  /** The browser's storage from the next page on: a change is complete only after a while, as on a phone that is full. */
  const slowStorage = (context: BrowserContext) =>
    context.addInitScript((ms) => {
      const stores = IDBObjectStore.prototype;
      const slow = <Args extends unknown[], Result>(
        change: (this: IDBObjectStore, ...args: Args) => IDBRequest<Result>,
      ) =>
        function (this: IDBObjectStore, ...args: Args): IDBRequest<Result> {
          const request = change.apply(this, args);
          const until = performance.now() + ms;
          // A transaction with requests to come is not complete.
          const goOn = () => performance.now() < until && this.count().addEventListener('success', goOn);
          request.addEventListener('success', goOn);
          return request;
        };
      stores.put = slow(stores.put);
      stores.delete = slow(stores.delete);
    }, WRITE_MS);

  const names = (kind: string, ending: string) =>
    Array.from({ length: COUNT }, (_, i) => `${kind}-${String(i + 1).padStart(2, '0')}.${ending}`);
  const photos = (): Promise<Sample[]> =>
    Promise.all(
      names('photo', 'jpg').map(async (name) => ({
        name,
        mimeType: 'image/jpeg',
        buffer: await picture('jpeg', 400, 300),
      })),
    );
  const documents = () =>
    names('document', 'pdf').map((name) => ({ name, mimeType: 'application/pdf', buffer: pdf() }));

  const namesOnScreen = (page: Page) =>
    page
      .getByTestId('photo')
      .getByRole('button', { name: /^Open photo/ })
      .evaluateAll((buttons) =>
        buttons.map((button) => button.getAttribute('aria-label')?.split(': ')[1] ?? ''),
      );

  /** The link breaks at that point; the page says that it waits, and goes on by itself when the link is back. */
  async function loseConnection(page: Page, point: Break): Promise<void> {
    const before = link.breaks();
    link.breakAt(point);
    await expect.poll(() => link.breaks(), { timeout: 60_000 }).toBe(before + 1);
    await page.getByText(/^Waiting for the connection\. Left:/).waitFor();
    await link.mend();
  }

  it('are filled over a link that drops twice, and nothing that had arrived is sent again', async () => {
    const { page, orderId } = await customer();
    await page.getByText('At least 3 more needed').waitFor();
    expect(await axeFindings(page)).toEqual([]);

    link.breakAt('in-body');
    await page.getByTestId('choose-images').setInputFiles(await photos());
    // On the next step the photos go on arriving.
    await page.getByTestId('step-documents').click();
    await page.getByTestId('choose-documents').setInputFiles(documents());
    await page.getByTestId('step-thing').click();
    await expect.poll(() => link.breaks(), { timeout: 60_000 }).toBe(1);
    await page.getByText(/^Waiting for the connection\. Left:/).waitFor();
    await link.mend();
    await page.getByTestId('photo').nth(5).waitFor();
    await loseConnection(page, 'before-answer');

    await page.getByText(/^Saved at/).waitFor({ timeout: 120_000 });
    await expect.poll(() => page.getByTestId('photo').count()).toBe(COUNT);
    expect(await page.getByTestId('upload').count()).toBe(0);
    await page.getByTestId('step-documents').click();
    await expect.poll(() => page.getByTestId('document').count()).toBe(COUNT);
    expect(await page.getByTestId('upload').count()).toBe(0);
    await page.getByTestId('step-thing').click();
    await page.getByText('Enough, the main one is chosen').waitFor();
    await page.getByText(/All 20 photos are there/).waitFor();

    const stored = await query<{ upload_id: string }>(
      'select upload_id from uploaded_file where owner_id = $1',
      [orderId],
    );
    expect(stored).toHaveLength(2 * COUNT);
    expect([...link.arrivals().keys()].toSorted()).toEqual(stored.map((row) => row.upload_id).toSorted());
    expect([...link.arrivals()].filter(([, times]) => times !== 1)).toEqual([]);
    // Two at a time they arrive in another order than they were chosen in, and are put right.
    await expect.poll(() => namesOnScreen(page)).toEqual(names('photo', 'jpg'));
    // The first one chosen is the main one, whichever arrived first.
    const mainPhoto = page.locator('[data-testid="photo"][data-main="true"]');
    await mainPhoto.getByRole('button', { name: 'Open photo 1: photo-01.jpg' }).waitFor();

    // The third becomes the main one; the second goes to the front, by the keyboard alone.
    await page.getByRole('button', { name: 'Photo 3 is the main one', exact: true }).click();
    await page.locator('[data-testid="photo"][data-main="true"]').nth(0).waitFor();
    await page.getByRole('button', { name: 'Move photo 2', exact: true }).press('Space');
    await page.getByText('Lifted the photo at place 2 of 20.').waitFor({ state: 'attached' });
    // The page listens for the arrows a moment after it has said so. At the first place an arrow more moves nothing.
    const moved = page.getByText('Place 1 of 20.');
    await expect.poll(() => page.keyboard.press('ArrowLeft').then(() => moved.count())).toBe(1);
    const arranged = page.waitForResponse((answer) => answer.url().endsWith('/file/images/arrange'));
    await page.keyboard.press('Space');
    expect((await arranged).status()).toBe(200);

    await page.reload();
    await page
      .getByTestId('photo')
      .nth(COUNT - 1)
      .waitFor();
    const [first, second, ...rest] = names('photo', 'jpg');
    expect(await namesOnScreen(page)).toEqual([second, first, ...rest]);
    const main = page.locator('[data-testid="photo"][data-main="true"]');
    expect(await main.count()).toBe(1);
    await main.getByRole('button', { name: 'Open photo 3: photo-03.jpg' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // Nothing is wider than the phone.
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  });

  it.runIf(COMPLETE)(
    'survive a reload at any moment, and what the server refuses says why and goes away',
    async () => {
      const { page, context, orderId } = await customer();
      await page.getByText('At least 3 more needed').waitFor();
      await slowStorage(context);
      await page.reload();
      const [first, second, third, fourth, fifth] = (await photos()) as [
        Sample,
        Sample,
        Sample,
        Sample,
        Sample,
      ];
      const shown = async (count: number) => {
        await expect.poll(() => page.getByTestId('photo').count(), { timeout: 60_000 }).toBe(count);
      };

      // In the middle of a body: as soon as all three are on screen, the page may go.
      await page.getByText('At least 3 more needed').waitFor();
      link.breakAt('in-body');
      const before = link.breaks();
      await page.getByTestId('choose-images').setInputFiles([first, second, third]);
      await page.getByTestId('upload').nth(2).waitFor();
      await expect.poll(() => link.breaks(), { timeout: 60_000 }).toBe(before + 1);
      await link.mend();
      await page.reload();
      await shown(3);
      await page.getByText('Enough, the main one is chosen').waitFor();

      await page.getByTestId('choose-images').setInputFiles([
        { name: 'text.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') },
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
      ]);
      await page.getByText('notes.txt: Files of this type are not accepted.').waitFor();
      const refused = page.locator('[data-testid="upload"][data-state="failed"]');
      await refused.getByRole('alert').waitFor();
      await page.getByText(/^Not sent: 1\./).waitFor();
      await page.getByRole('button', { name: 'Remove text.jpg' }).click();
      await refused.waitFor({ state: 'detached' });
      await page.getByText(/^Saved at/).waitFor();

      // Deleted after a question; the main mark moves on.
      await page.getByRole('button', { name: 'Delete photo 1', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await expect.poll(() => page.getByTestId('photo').count()).toBe(2);
      await page.getByText('At least 1 more needed').waitFor();
      expect(await page.locator('[data-testid="photo"][data-main="true"]').count()).toBe(1);

      // Stored, but the answer is lost with the page.
      link.breakAt('before-answer');
      await page.getByTestId('choose-images').setInputFiles(fourth);
      await expect.poll(() => link.breaks(), { timeout: 60_000 }).toBe(before + 2);
      // Before that, Chromium itself repeats a request whose used connection was reset.
      await page.getByText(/^Waiting for the connection\. Left:/).waitFor();
      await link.mend();
      await page.reload();
      await shown(3);
      // Answered, and not yet forgotten by the page.
      await page.getByTestId('choose-images').setInputFiles(fifth);
      await shown(4);
      await page.reload();
      await shown(4);
      await page.getByText(/^Saved at/).waitFor();
      const sent = await query<{ upload_id: string }>(
        'select upload_id from uploaded_file where owner_id = $1 and name = any($2)',
        [orderId, [fourth.name, fifth.name]],
      );
      expect(sent.map(({ upload_id }) => link.arrivals().get(upload_id))).toEqual([1, 1]);
    },
  );
});
