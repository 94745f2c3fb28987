import type { Page } from '@playwright/test';
import { describe, expect, it, vi } from 'vitest';
import { createProtocolsRepository } from '#server/domains/trade/protocols/protocols.repository.ts';
import { chromiumPath } from './fixtures/browser.ts';
import { looksRight } from './fixtures/looks-right.ts';
import { salesFixture } from './fixtures/sales.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 480_000 });

describe.skipIf(!chromiumPath)('protocols at the console', () => {
  const sales = salesFixture();

  const theme = (page: Page, name: 'light' | 'dark') =>
    page.evaluate(
      (scheme) => document.documentElement.setAttribute('data-mantine-color-scheme', scheme),
      name,
    );

  it('are found by their party, lead to lot, person, payment and cancellation, and their document is made again', async () => {
    const lotId = await sales.publish(3_600_000);
    const buyer = await sales.newApplicant(1_000_00);
    const number = await createProtocolsRepository(sales.product.database.db).record({
      lotId,
      cause: 'hammer',
      signedOn: '2026-01-05',
      facts: null,
      sale: {
        priceTiyin: 12_000_000_00,
        winnerPersonId: buyer.personId,
        winnerNumber: 7,
        winner: { kind: 'natural', name: 'Anvar Namuna', stir: null, pinfl: '31509751234567', address: null },
      },
    });
    const page = await sales.enterStaff('Operator Sinov', '/console/protocols');
    await page.setViewportSize({ width: 1280, height: 800 });
    const row = page.getByRole('row').filter({ hasText: number });
    await row.waitFor();
    await looksRight(page, 'protocols-ru-1280');
    await theme(page, 'dark');
    await looksRight(page, 'protocols-ru-1280-dark');
    await theme(page, 'light');

    const party = page.getByRole('searchbox', { name: 'Покупатель или продавец' });
    await party.fill('nobody');
    await party.press('Enter');
    await page.getByText('Ничего не найдено').waitFor();
    expect(new URL(page.url()).searchParams.get('party')).toBe('nobody');
    await looksRight(page, 'protocols-none-ru-1280');
    await party.fill('31509751234567');
    await party.press('Enter');
    await row.waitFor();
    for (const [name, href] of [
      [number, `/console/records/protocol/${number}`],
      ['Anvar Namuna', `/console/accounts/${buyer.personId}`],
      [`Оплата победителя: № ${lotId}`, `/console/settlements?lot=${lotId}&state=all`],
      [`Отменить результат: № ${lotId}`, `/console/result-cancellations?begin=${lotId}`],
    ] as const)
      expect(await row.getByRole('link', { name, exact: true }).getAttribute('href'), name).toBe(href);

    await row.getByRole('button', { name: `Изготовить документ заново: № ${lotId}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Причина').fill('Файл повреждён');
    await looksRight(page, 'protocol-again-ru-1280');
    await dialog.getByRole('button', { name: 'Изготовить' }).click();
    await row.getByText(/^Выпуск 2, /).waitFor();

    for (const [size, language] of [
      ['desktop', 'uz'],
      ['desktop', 'en'],
      ['desktop', 'uz-Cyrl'],
      ['phone', 'uz'],
    ] as const) {
      const colleague = await sales.enterStaff(
        `Hamkasb ${size} ${language}`,
        `/console/protocols?lot=${lotId}`,
        [size, language],
      );
      if (size === 'desktop') await colleague.setViewportSize({ width: 1280, height: 800 });
      await colleague.getByRole('link', { name: number, exact: true }).waitFor();
      await looksRight(colleague, `protocols-${language}-${size}`);
      await theme(colleague, 'dark');
      await looksRight(colleague, `protocols-${language}-${size}-dark`);
      await colleague.goto('/console/contact-templates?item=new');
      await colleague.locator('textarea[name="text"]').waitFor();
      await theme(colleague, 'dark');
      await looksRight(colleague, `contact-template-${language}-${size}-dark`);
      await colleague.goto(`/console/accounts/${buyer.personId}/trail`);
      await colleague.locator('main table, main [role="table"]').first().waitFor();
      await looksRight(colleague, `trail-${language}-${size}`);
      const file = colleague.waitForEvent('download');
      if (size === 'phone') await colleague.getByRole('button', { name: 'Faylga saqlash' }).click();
      await colleague.getByText('CSV', { exact: false }).first().click();
      expect((await file).suggestedFilename()).toMatch(/^savdo-console-person-trail-.*\.csv$/);
    }
  });
});
