import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../fixtures/services.ts';
import { chromiumPath } from './fixtures/browser.ts';
import { looksRight } from './fixtures/looks-right.ts';
import { LIMIT_MS, PRICE_TIYIN, salesFixture, START_TIYIN, type Sold } from './fixtures/sales.ts';

/** Somebody who lost, and somebody who took no part: what both can check of a real sale without believing the operator. */
describe.skipIf(!chromiumPath)('a sale that others check', () => {
  const sales = salesFixture();
  let sold: Sold;
  let number: string;
  let folder: string;
  const file = (name: string) => path.join(folder, name);
  const moneyOf = (tiyin: number) =>
    `${(tiyin / 100).toLocaleString('en', { minimumFractionDigits: 2 })} UZS`;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'savdo-stranger-'));
    sold = await sales.sell(0);
    const recorded = await eventually(
      () => sales.query<{ number: string }>('select number from protocol where lot_id = $1', [sold.lotId]),
      'the protocol of the sale',
      LIMIT_MS,
    );
    ({ number } = recorded);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const save = async (page: Page, link: Locator, name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    await download.saveAs(file(name));
  };

  it('gives the loser a receipt, anybody the log and the page that checks, and the buyer a signed code', async () => {
    const loser = await sales.enter(sold.rival, 'phone', 'en');
    await loser.goto(`/lot-result/${sold.lotId}`);
    await save(loser, loser.getByRole('link', { name: 'Download the auction’s log' }), 'log.jsonl');
    await loser.getByRole('button', { name: 'My bids and receipts' }).click();
    await save(loser, loser.getByRole('link', { name: /^Download the receipt of/ }).first(), 'receipt.json');
    await loser.goto('/verify?lang=en');
    await save(loser, loser.getByRole('link', { name: 'Save this page' }), 'verify.html');

    const buyer = await sales.enter(sold.winner, 'desktop', 'en');
    await buyer.goto('/profile/qr-code-protocols');
    await buyer.getByRole('button', { name: 'QR code' }).first().click();
    const code = buyer.getByRole('img', { name: `Signed code of protocol ${number}` });
    await code.scrollIntoViewIfNeeded();
    await eventually(
      () => code.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0),
      'the drawn code',
      LIMIT_MS,
    );
    await looksRight(buyer, 'protocol-codes-1440-en');
    await buyer.screenshot({ path: file('screenshot.png') });
  });

  it('is played again to the price at which it was sold', async () => {
    const stranger = await sales.open('desktop', 'en');
    await stranger.goto(`/lot-result/${sold.lotId}`);
    await stranger.getByRole('button', { name: 'Watch the auction again' }).click();
    await stranger.getByRole('button', { name: '60×' }).click();
    await stranger.getByTestId('replay-play').click();
    await stranger.getByTestId('replay-check').getByText('whole').waitFor();
    expect(await stranger.getByTestId('replay-price').getAttribute('data-price')).toBe(String(PRICE_TIYIN));
  });

  it('is proven from a disk with the network off: the receipt, the log, and the protocol by a screenshot of its code', async () => {
    const stranger = await sales.open('phone', 'en');
    await stranger.context().setOffline(true);
    await stranger.goto(pathToFileURL(file('verify.html')).href);
    await stranger
      .locator('input[type="file"]')
      .setInputFiles(['receipt.json', 'log.jsonl', 'screenshot.png'].map(file));
    await stranger.locator('article').nth(2).waitFor();
    const cards = await stranger.locator('article').all();
    expect(await Promise.all(cards.map((card) => card.getAttribute('data-proven')))).toEqual([
      'true',
      'true',
      'true',
    ]);
    const [receipt = '', log = '', protocol = ''] = await Promise.all(cards.map((card) => card.innerText()));
    expect(receipt).toContain('it has the same history up to this bid');
    expect(receipt).toContain(moneyOf(START_TIYIN));
    expect(log).toContain('The log is genuine, complete and unchanged.');
    expect(protocol).toContain('The protocol is genuine: the operator signed exactly this.');
    expect(protocol).toContain('it is the auction this protocol names, with the same result');
    for (const fact of [number, String(sold.lotId), moneyOf(PRICE_TIYIN), 'in force as of'])
      expect(protocol).toContain(fact);
  });
});
