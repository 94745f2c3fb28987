import { afterAll, describe, expect, it, vi } from 'vitest';
import { chromiumPath, type Visitor } from './fixtures/browser.ts';
import { looksRight } from './fixtures/looks-right.ts';
import { productFixture } from './fixtures/product-fixture.ts';
import { startProduct } from './fixtures/product.ts';
import { signInAt } from './fixtures/sign-in.ts';
import { addPeople, PASSWORD } from './fixtures/world.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

describe.skipIf(!chromiumPath)('an account that staff shut', () => {
  const fixture = productFixture(() => startProduct({ ALLOW_TWINS: '1', RATE_LIMIT_FACTOR: '100' }));
  const visitors: Visitor[] = [];
  afterAll(() => Promise.all(visitors.map((visitor) => visitor.close())));
  const open = async (...[options]: Parameters<typeof fixture.visit>) => {
    const visitor = await fixture.visit(options);
    visitors.push(visitor);
    return visitor.page;
  };

  it('is signed out on its open page by itself, reads why, and does not sign in again until it is opened', async () => {
    const [buyer] = await addPeople(fixture.product, ['Xaridor Namunayev']);
    const [admin] = await addPeople(fixture.product, ['Administrator Namunayev'], ['administrator']);
    const page = await open({ size: 'phone', language: 'uz' });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    const connected = page.waitForEvent('websocket');
    await signInAt(page, buyer!.phone, PASSWORD, '/profile/my-data');
    await connected;

    const staff = await open({ size: 'desktop', language: 'ru' });
    await signInAt(staff, admin!.phone, PASSWORD, '/console/accounts');
    const search = staff.getByRole('search', { name: 'Телефон, почта, ПИНФЛ, СТИР или номер аккаунта' });
    await search.getByRole('searchbox').fill(buyer!.phone);
    await search.getByRole('button', { name: 'Найти' }).click();
    await staff.getByRole('link', { name: 'Xaridor Namunayev' }).click();
    await staff.getByText('1 открытый сеанс').waitFor();
    await staff.getByRole('button', { name: 'Закрыть аккаунт' }).click();
    const shut = staff.getByRole('dialog');
    await shut.getByLabel('Причина').fill('Аккаунтом пользовался другой человек');
    await shut.getByLabel('Основание').fill('Письмо 17');
    expect(await page.getByRole('dialog').count()).toBe(0);
    const answered = staff.waitForResponse((answer) => answer.url().endsWith('/disable'));
    await shut.getByRole('button', { name: 'Закрыть аккаунт' }).click();
    expect((await answered).status()).toBe(200);
    await staff.getByText('Аккаунт закрыт, его сеансы завершены.').waitFor();

    const seen = page.getByRole('dialog');
    await seen.getByText('Hisobingiz yopilgan').waitFor();
    expect(await seen.getByRole('link').count()).toBe(0);
    await looksRight(page, 'shut-uz-390');
    await seen.getByRole('button', { name: 'Bosh sahifaga' }).click();
    await page.waitForURL('**/home');
    expect((await page.request.get('/api/shop/auth/me')).status()).toBe(401);

    // A fresh sign-in is refused at the site, in words.
    const back = await open({ size: 'phone', language: 'uz' });
    await back.goto('/api/shop/auth/login?return=%2Fhome');
    const signIn = async () => {
      await back.locator('input[name="login"]').fill(buyer!.phone);
      await back.locator('input[name="password"]').fill(PASSWORD);
      await back.locator('input[name="password"]').press('Enter');
    };
    await signIn();
    await back.getByRole('alert').first().waitFor();

    await staff.getByText('Нигде не выполнен вход.').waitFor();
    await staff.getByRole('button', { name: 'Снова открыть' }).click();
    const reopen = staff.getByRole('dialog');
    await reopen.getByLabel('Причина').fill('Аккаунт вернули владельцу');
    await reopen.getByLabel('Основание').fill('Письмо 18');
    await reopen.getByRole('button', { name: 'Снова открыть' }).click();
    await staff.getByText('Аккаунт снова открыт.').waitFor();
    await signIn();
    await back.waitForURL((url) => url.pathname === '/home');
    expect(errors).toEqual([]);
  });
});
