import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LotResultAnswer } from '#shared/api/site/lots.ts';
import { callServer } from '../fixtures/app.ts';
import { publishTestLot, ROOM_END_LIMIT_MS } from '../fixtures/lots.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { startPlatform, type PlatformProcess } from '../fixtures/platform-process.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';
import { chromiumPath, launchBrowser, SIZES } from './fixtures/browser.ts';
import { looksRight } from './fixtures/looks-right.ts';

const PRICES = [100_000_00, 140_000_00, 175_000_00];
const LENGTH_MS = 20_000;

/** A stranger plays an auction that is over, and sees the result that was published. */
describe.skipIf(!chromiumPath)('the replay of a finished auction', () => {
  const redis = testRedis();
  let database: TestDatabase;
  let platform: PlatformProcess;
  let people: ReturnType<typeof peopleOf>;
  let browser: Browser;
  let lotId: number;
  let published: LotResultAnswer;
  const errors: string[] = [];

  beforeAll(async () => {
    database = await testDatabase();
    [platform, browser] = await Promise.all([startPlatform({ database, redis }), launchBrowser()]);
    people = peopleOf(redis, () => database);
    lotId = await publishTestLot(database, {
      lengthMs: LENGTH_MS,
      rules: { overtime: { windowMs: LENGTH_MS, extendToMs: LENGTH_MS } },
    });
    const cookies: string[] = [];
    for (const name of ['Anvar', 'Barno']) {
      const { cookie } = await people.signIn({ personId: randomUUID(), name, roles: ['buyer'] });
      await verdictOf(cookie, '/api/shop/user-order/join-practice', { lotId }, 'admitted');
      cookies.push(cookie);
    }
    for (const [at, amountTiyin] of PRICES.entries())
      await verdictOf(
        cookies[at % 2]!,
        '/api/shop/game-view/place',
        { lotId, bidId: `replayed-bid-${at}`, amountTiyin, confirmed: true },
        'accepted',
      );
    published = await eventually(
      async () => {
        const { body } = await callServer(platform.url, 'GET', `/api/shop/shop-lots/result/${lotId}`);
        const answer = body as LotResultAnswer;
        return answer.result ? answer : null;
      },
      'the result',
      ROOM_END_LIMIT_MS,
    );
  });
  afterAll(async () => {
    await browser?.close();
    await people?.close();
    await platform?.stop();
    await database?.close();
  });

  const verdictOf = (cookie: string, address: string, body: object, verdict: string) =>
    eventually(async () => {
      const answer = await callServer(platform.url, 'POST', address, { cookie, body });
      return (answer.body as { verdict?: string }).verdict === verdict ? true : null;
    }, `${verdict} at ${address}`);

  const visit = async (size: keyof typeof SIZES, language: string, search = '') => {
    const context = await browser.newContext({ ...SIZES[size], baseURL: platform.url });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      const { url } = message.location();
      // This database has categories without their pictures.
      if (message.type() === 'error' && !url.includes('/icons/category/'))
        errors.push(`${message.text()} ${url}`);
    });
    await page.goto(`/lot-result/${lotId}?lang=${language}${search}`);
    return page;
  };
  const priceAt = (page: Page) => page.getByTestId('replay-price').getAttribute('data-price');
  const wholeLog = (page: Page) =>
    page
      .getByTestId('replay-check')
      .getByText(/butun|цел|whole|бутун/)
      .waitFor();

  it('ends with the published price and winner, and with every entry verified', async () => {
    const page = await visit('desktop', 'ru');
    await page.getByRole('button', { name: 'Посмотреть торги в записи' }).click();
    await page.getByRole('button', { name: '60×' }).click();
    expect(await priceAt(page)).toBe('');
    await page.getByTestId('replay-play').click();
    await wholeLog(page);
    await page.getByTestId('replay-play').getByText('Смотреть').waitFor();
    expect(published.result).toMatchObject({ outcome: 'sold', priceTiyin: PRICES.at(-1) });
    expect(await priceAt(page)).toBe(String(published.result?.priceTiyin));
    expect(await page.getByTestId('replay-leader').innerText()).toContain(
      String(published.result?.winnerNumber),
    );
    expect(await page.getByTestId('replay-overtime').innerText()).toBe(String(PRICES.length));
    await page.waitForURL(/[?&]t=/);
    await looksRight(page, 'replay-1440-ru');
  });

  it('is played by the keyboard, and its instant is a link', async () => {
    const page = await visit('desktop', 'en', '&t=0');
    const slider = page.getByRole('slider');
    await slider.press('End');
    await wholeLog(page);
    await page.waitForURL((url) => Number(url.searchParams.get('t')) > 0);
    expect(await slider.evaluate((element) => element === document.activeElement)).toBe(true);
    await slider.press('Home');
    const next = page.getByRole('button', { name: 'Next step' });
    for (let steps = 0; (await priceAt(page)) !== String(PRICES[1]) && steps < 20; steps += 1)
      await next.press('Enter');
    await page.getByRole('button', { name: 'Link to this instant' }).press('Enter');
    await page.getByText('The link is copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await visit('phone', 'uz', `&t=${new URL(link).searchParams.get('t')}`);
    await other.getByTestId('replay-play').waitFor();
    expect(await priceAt(other)).toBe(String(PRICES[1]));
    await looksRight(other, 'replay-390-uz');
    await other.getByRole('slider').press('End');
    await wholeLog(other);
    expect(await priceAt(other)).toBe(String(published.result?.priceTiyin));
  });

  it('leaves the browser nothing to complain about', () => {
    expect(errors).toEqual([]);
  });
});
