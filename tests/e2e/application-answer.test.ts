import type { Browser, BrowserContext, Page, Route } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { applicantsOf, type PlatformApplicant } from '../fixtures/applicants.ts';
import { publishTestLot } from '../fixtures/lots.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { chromiumPath, savePictures, launchBrowser, visit, type Visitor } from './fixtures/browser.ts';
import { startProduct, type Product } from './fixtures/product.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const DEPOSIT_TIYIN = 1_000_000_00;
const APPLY = '**/api/shop/user-order/create-user-order';

describe.skipIf(!chromiumPath)('the code of an application is entered, and', () => {
  let product: Product;
  let browser: Browser;
  let people: ReturnType<typeof peopleOf>;
  const visitors: Visitor[] = [];

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

  async function signInAs(context: BrowserContext, { cookie }: PlatformApplicant): Promise<void> {
    const [name = '', value = ''] = cookie.split('=');
    const user = JSON.stringify({ name: 'Ishtirokchi', user_name: 'ishtirokchi', percentage: 100 });
    await context.addCookies([
      { name, value, url: product.url, httpOnly: true },
      { name: 'savdo_user', value: encodeURIComponent(user), url: product.url },
    ]);
  }

  /** No news of the person reaches the page: what it knows it has from answers. */
  const withoutSocket = (context: BrowserContext) =>
    context.route('**/socket.io/**', (route) => route.abort('connectionfailed'));

  /** A page on which the code was asked for, and the way to enter it. */
  async function asked(trouble: (route: Route, time: number) => Promise<void>) {
    const applicant = await applicantsOf(
      () => product as never,
      () => product.database,
      () => people,
    )(DEPOSIT_TIYIN);
    const lotId = await publishTestLot(product.database, {
      ruleSet: 'private',
      choices: { depositPercent: 10, minParticipants: 2 },
      startPriceTiyin: DEPOSIT_TIYIN,
      opensInMs: 86_400_000,
    });
    const visitor = await visit(browser, product.url, { language: 'en' });
    visitors.push(visitor);
    const { context, page } = visitor;
    await signInAs(context, applicant);
    await withoutSocket(context);
    const bodies: unknown[] = [];
    await page.route(APPLY, (route) => trouble(route, bodies.push(route.request().postDataJSON())));
    await page.goto(`/lot-view/${lotId}`);
    await page.locator('aside').getByRole('button', { name: 'Apply', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send a code' }).click();
    const field = dialog.getByLabel('Confirmation code');
    await field.waitFor();
    return { page, dialog, bodies, enter: async () => field.fill(await applicant.code()) };
  }

  const admitted = (page: Page) => page.getByText(/^You are participant \d+/).waitFor();

  it('the answer is lost on its way back: the page finds out by itself', async () => {
    const { page, bodies, enter } = await asked(async (route, time) => {
      if (time > 1) return route.continue();
      // The server has done it; its answer never arrives.
      await route.fetch();
      return route.abort('connectionreset');
    });
    await enter();
    await admitted(page);
    // The card may hear of it otherwise first; what was asked again was the same.
    for (const body of bodies) expect(body).toEqual(bodies[0]);
  });

  it('the server cannot answer just now: the same code goes again by itself', async () => {
    const { page, bodies, enter } = await asked((route, time) =>
      time > 1
        ? route.continue()
        : route.fulfill({ status: 503, json: { ERROR: { code: 'unavailable', message: 'away' } } }),
    );
    await enter();
    await admitted(page);
    expect(bodies).toHaveLength(2);
  });

  it('no answer comes for long: the dialog says so, and the page shows what the server did all the same', async () => {
    const { page, enter } = await asked(async (route, time) => {
      if (time === 1) await route.fetch();
      return route.abort('connectionreset');
    });
    await enter();
    await admitted(page);
  });

  it('a wrong code is said once and not sent again', async () => {
    const { dialog, bodies } = await asked((route) => route.continue());
    await dialog.getByLabel('Confirmation code').fill('000000');
    await dialog.getByRole('alert').waitFor();
    expect(bodies).toHaveLength(1);
  });
});
