import type { Page } from '@playwright/test';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { chromiumPath, type Size, type Visitor } from './fixtures/browser.ts';
import { looksRight } from './fixtures/looks-right.ts';
import { productFixture } from './fixtures/product-fixture.ts';
import { startProduct } from './fixtures/product.ts';
import { eventually } from '../fixtures/services.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const SECRET = 'lola-daryo-2026';
const PHONE = '+998901110077';

describe.skipIf(!chromiumPath)('a person who deletes the account', () => {
  const fixture = productFixture(() => startProduct({ ALLOW_TWINS: '1', RATE_LIMIT_FACTOR: '100' }));
  const visitors: Visitor[] = [];
  afterAll(() => Promise.all(visitors.map((visitor) => visitor.close())));
  const errors: string[] = [];

  async function open(size: Size, language: string): Promise<Page> {
    const visitor = await fixture.visit({ size, language });
    visitors.push(visitor);
    visitor.page.setDefaultTimeout(60_000);
    visitor.page.on('pageerror', (error) => errors.push(String(error)));
    return visitor.page;
  }
  const query = async (statement: string, values: unknown[]) =>
    (await fixture.product.database.pool.query(statement, values)).rows[0];
  const codeTo = (phone: string) =>
    eventually(
      async () => {
        const sent = await query(
          'select body from twin_message where recipient = $1 order by id desc limit 1',
          [phone],
        );
        return /(?<!\d)\d{6}(?!\d)/.exec(String(sent?.body ?? ''))?.[0];
      },
      `a code to ${phone}`,
      30_000,
    );
  async function register(page: Page): Promise<void> {
    await page.goto('/api/shop/auth/login?register=1&return=%2Fprofile%2Fmy-data');
    const values = { name: 'Ketuvchi Odam', pinfl: '30101900000105', phone: PHONE, email: 'k@sinov.example' };
    for (const [field, value] of Object.entries({ ...values, password: SECRET, repeat: SECRET }))
      await page.locator(`input[name="${field}"]`).fill(value);
    await page.locator('button[type="submit"].primary').click();
    await page.locator('input[name="code"]').fill(await codeTo(PHONE));
    await page.locator('button[type="submit"].primary').click();
    await page.waitForURL('**/profile/my-data');
  }
  async function signIn(page: Page): Promise<void> {
    await page.goto('/api/shop/auth/login?return=%2Fprofile%2Fmy-data%23delete-account');
    await page.getByRole('textbox').first().fill(PHONE);
    await page.locator('input[type="password"]').fill(SECRET);
    await page.locator('input[type="password"]').press('Enter');
    await page.waitForURL('**/profile/my-data**');
  }

  it('asks with a typed word by the keyboard and takes it back elsewhere', async () => {
    const phone = await open('phone', 'ru');
    await register(phone);
    const card = phone.locator('#delete-account');
    await card.scrollIntoViewIfNeeded();
    const ask = card.getByRole('button', { name: 'Удалить мой аккаунт…' });
    await ask.waitFor();
    await card.scrollIntoViewIfNeeded();
    await looksRight(phone, 'card-phone-ru');
    await ask.press('Enter');
    await phone.getByRole('dialog').getByRole('textbox').waitFor();
    await looksRight(phone, 'dialog-phone-ru');
    await phone.keyboard.type('удалить');
    await phone.keyboard.press('Enter');
    await phone.locator('#delete-account').getByRole('button', { name: 'Отозвать запрос' }).waitFor();
    await looksRight(phone, 'requested-phone-ru');

    const desktop = await open('desktop', 'uz');
    await signIn(desktop);
    const banner = desktop.getByRole('button', { name: 'Soʻrovni qaytarib olish' }).first();
    await banner.waitFor();
    await looksRight(desktop, 'banner-desktop-uz');
    await banner.press('Enter');
    await desktop.locator('#delete-account').getByRole('button', { name: 'Hisobimni oʻchirish…' }).waitFor();
    await desktop.locator('#delete-account').scrollIntoViewIfNeeded();
    await looksRight(desktop, 'card-desktop-uz');
    await desktop
      .locator('#delete-account')
      .getByRole('button', { name: 'Hisobimni oʻchirish…' })
      .press('Enter');
    await desktop.getByRole('dialog').getByRole('textbox').waitFor();
    await looksRight(desktop, 'dialog-desktop-uz');
    expect(errors).toEqual([]);
  });
});
