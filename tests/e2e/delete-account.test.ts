import type { Page } from '@playwright/test';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { chromiumPath, type Size, type Visitor } from './fixtures/browser.ts';
import { looksRight } from './fixtures/looks-right.ts';
import { productFixture } from './fixtures/product-fixture.ts';
import { startProduct } from './fixtures/product.ts';
import { publishPractice } from './fixtures/world.ts';
import { startPlatform } from '../fixtures/platform-process.ts';
import { eventually } from '../fixtures/services.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const SECRET = 'lola-daryo-2026';
const PHONE = '+998901110077';
const TAKE_BACK = { uz: 'Soʻrovni qaytarib olish', ru: 'Отозвать запрос' };
const DAY = { uz: 'Hisobingiz va maʼlumotlaringiz', ru: 'Ваш аккаунт и данные будут удалены' };

describe.skipIf(!chromiumPath)('a person who deletes the account', () => {
  const fixture = productFixture(() => startProduct({ ALLOW_TWINS: '1', RATE_LIMIT_FACTOR: '100' }));
  const visitors: Visitor[] = [];
  afterAll(() => Promise.all(visitors.map((visitor) => visitor.close())));
  const errors: string[] = [];

  async function open(size: Size, language: string): Promise<Page> {
    const visitor = await fixture.visit({ size, language });
    visitors.push(visitor);
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
  /** The day of the erasure above pages of the cabinet that have nothing to do with it, with the way back. */
  async function everywhere(page: Page, size: Size): Promise<void> {
    for (const language of ['uz', 'ru'] as const) {
      for (const path of ['messages', 'payments', 'orders', 'sessions']) {
        await page.goto(`/profile/${path}?lang=${language}`);
        const notice = page.getByRole('status').filter({ hasText: DAY[language] });
        await notice.getByRole('button', { name: TAKE_BACK[language] }).waitFor();
        expect(await notice.count(), path).toBe(1);
      }
      await looksRight(page, `banner-sessions-${size}-${language}`);
    }
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
    await everywhere(phone, 'phone');

    const desktop = await open('desktop', 'uz');
    await signIn(desktop);
    const banner = desktop.getByRole('button', { name: 'Soʻrovni qaytarib olish' }).first();
    await banner.waitFor();
    await looksRight(desktop, 'banner-desktop-uz');
    await everywhere(desktop, 'desktop');
    await desktop.goto('/profile/my-data');
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
    await desktop.goto('/profile/sessions');
    await desktop.getByRole('heading', { level: 1 }).waitFor();
    expect(await desktop.getByText(DAY.uz).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('is signed out on every open page once it is deleted, and reads why', async () => {
    const [room, page] = [await open('desktop', 'uz'), await open('phone', 'ru')];
    const lotId = await publishPractice(fixture.product, {
      title: 'Sinov loti',
      startPriceTiyin: 1_000_000_00,
      opensInMs: 1_000,
      lengthMs: 3_600_000,
    });
    await signIn(page);
    await page
      .locator('#delete-account')
      .getByRole('button', { name: 'Удалить мой аккаунт…' })
      .press('Enter');
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    await page.keyboard.type('удалить');
    await page.keyboard.press('Enter');
    await page.getByText(DAY.ru).first().waitFor();
    await page.goto('/profile/messages');
    await page.getByText(DAY.ru).waitFor();
    await signIn(room);
    await room.goto(`/game-view/${lotId}`);
    await room.getByTestId('join-practice').waitFor();

    await query(
      `update erasure set requested_at = requested_at - interval '4 days', due_at = now() where state = 'requested' returning id`,
      [],
    );
    // Its first round comes at once, the next of the one that runs in an hour.
    const { database, redis, dataFolder } = fixture.product;
    const worker = await startPlatform(
      { database, redis },
      { PROCESSES: 'worker', DATA_FOLDER: dataFolder },
      { wait: false },
    );
    try {
      await page.getByRole('dialog').getByText('Ваш аккаунт удалён, как вы просили.').waitFor();
      await room.getByRole('dialog').getByText('Soʻrovingizga koʻra hisobingiz oʻchirildi.').waitFor();
    } finally {
      await worker.stop();
    }
    for (const [signedOut, name, home] of [
      [page, 'erased-phone-ru', 'На главную'],
      [room, 'erased-room-desktop-uz', 'Bosh sahifaga'],
    ] as const) {
      const dialog = signedOut.getByRole('dialog');
      expect(await dialog.getByRole('link').count()).toBe(0);
      await looksRight(signedOut, name);
      await dialog.getByRole('button', { name: home }).click();
      await signedOut.waitForURL('**/home');
      expect((await signedOut.request.get('/api/shop/auth/me')).status()).toBe(401);
    }
    expect(errors).toEqual([]);
  });
});
