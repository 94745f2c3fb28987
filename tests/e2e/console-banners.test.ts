import type { Page } from '@playwright/test';
import { describe, expect, it, vi } from 'vitest';
import { chromiumPath } from './fixtures/browser.ts';
import { looksRight } from './fixtures/looks-right.ts';
import { salesFixture } from './fixtures/sales.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 480_000 });

const WORDS = 'Ertaga 02:00 dan 04:00 gacha texnik ishlar: xonalar yopiq boʻladi';

describe.skipIf(!chromiumPath)('banners', () => {
  const sales = salesFixture();

  const dark = (page: Page) =>
    page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'));

  it('are written at the console, read and closed on the site, and hidden again', async () => {
    const page = await sales.enterStaff('Operator Sinov', '/console/banners');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByText('Баннеров пока нет').waitFor();
    await looksRight(page, 'banners-none-ru-1280');
    await page.getByRole('button', { name: 'Добавить' }).click();
    const dialog = page.getByRole('dialog');
    for (const [language, words] of [
      ['uz', WORDS],
      ['ru', 'Завтра с 02:00 до 04:00 технические работы: комнаты будут закрыты'],
      ['en', 'Maintenance tomorrow from 02:00 to 04:00: rooms will be closed'],
    ] as const)
      await dialog.locator(`textarea[lang="${language}"]`).fill(words);
    await dialog.getByLabel('Ссылка').fill('/news');
    await dialog.getByLabel('Предупреждение').check();
    await looksRight(page, 'banner-new-ru-1280');
    await dialog.getByRole('button', { name: 'Добавить' }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = page.getByRole('row').filter({ hasText: 'технические работы' });
    await row.getByText('Виден', { exact: true }).waitFor();
    await looksRight(page, 'banners-ru-1280');

    for (const [size, language, words] of [
      ['desktop', 'en', /^Maintenance tomorrow/],
      ['phone', 'uz', WORDS],
      ['phone', 'uz-Cyrl', /^Эртага 02:00 дан/],
    ] as const) {
      const visitor = await sales.open(size, language);
      await visitor.goto('/home');
      const link = visitor.getByRole('link', { name: words });
      await link.waitFor();
      await looksRight(visitor, `banner-${language}-${size}`);
      await dark(visitor);
      await looksRight(visitor, `banner-${language}-${size}-dark`);
      await link.click();
      await expect.poll(() => new URL(visitor.url()).pathname).toBe('/news');
      await visitor.getByRole('note').getByRole('button').click();
      await link.waitFor({ state: 'detached' });
    }

    const colleague = await sales.enterStaff('Hamkasb Sinov', '/console/banners', ['phone', 'uz']);
    await colleague.getByRole('button', { name: `Tahrirlash: ${WORDS}` }).click();
    await colleague.getByRole('dialog').getByLabel('Saytda koʻrsatmaslik').check();
    await looksRight(colleague, 'banner-edit-uz-390');
    await colleague.getByRole('dialog').getByRole('button', { name: 'Saqlash' }).click();
    await colleague.locator('main span').getByText('Yashirilgan', { exact: true }).waitFor();
    await dark(colleague);
    await looksRight(colleague, 'banners-uz-390-dark');
    const visitor = await sales.open('desktop', 'uz');
    await expect
      .poll(
        async () => {
          await visitor.goto('/home');
          await visitor.getByRole('heading', { level: 1 }).waitFor();
          return visitor.getByText(WORDS).count();
        },
        { timeout: 60_000 },
      )
      .toBe(0);
  });
});
