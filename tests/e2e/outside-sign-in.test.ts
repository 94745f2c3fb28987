import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { messageTo, PASSWORD, pinfl } from '../fixtures/registrations.ts';
import { makeAccount, startSignInApp, type SignInApp } from '../fixtures/sign-in-app.ts';
import { chromiumPath, launchBrowser } from './fixtures/browser.ts';
import { looksRight } from './fixtures/looks-right.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

describe.skipIf(!chromiumPath)('OneID and E-IMZO in the browser, by their stand-ins', () => {
  let fixture: SignInApp;
  let browser: Browser;
  const errors: string[] = [];

  beforeAll(async () => {
    fixture = await startSignInApp({ rateLimitFactor: 1_000, twins: true });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await fixture?.close();
  });

  async function open(language: string, options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext(options);
    await context.addCookies([{ name: 'savdo_lang', value: language, url: fixture.app.url }]);
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${fixture.app.url}/api/shop/auth/login?return=/home`);
    return page;
  }
  const isIn = async (page: Page): Promise<string> => {
    await page.waitForURL((url) => url.pathname === '/home');
    return (
      (await (await page.request.get(`${fixture.app.url}/api/shop/auth/me`)).json()) as { name: string }
    ).name;
  };

  it('registers somebody by OneID on a phone, and signs them in by it and by a key', async () => {
    const size = { viewport: { width: 390, height: 844 } };
    const page = await open('uz', size);
    await looksRight(page, 'sign-in-uz-390');
    await page.getByRole('link', { name: 'OneID' }).click();
    await page.waitForURL(/\/pretend\/oneid/);
    await looksRight(page, 'pretend-oneid-uz-390');
    await page.locator('input[name="pinfl"]').fill(pinfl(701));
    await page.locator('input[name="name"]').fill('ALIYEV ALI VALIYEVICH');
    await page.locator('button.primary').click();
    await page.waitForURL(/\/register\?/);
    await looksRight(page, 'register-proven-uz-390');
    const phone = '+998935552001';
    await page.locator('input[name="phone"]').fill(phone);
    await page.locator('input[name="email"]').fill('person-701@example.uz');
    await page.locator('input[name="password"]').fill(PASSWORD);
    await page.locator('input[name="repeat"]').fill(PASSWORD);
    await page.locator('button.primary').click();
    await page.waitForURL(/\/register\/code/);
    await page.locator('input[name="code"]').fill((await messageTo(fixture, phone)).code);
    await page.locator('input[name="code"]').press('Enter');
    expect(await isIn(page)).toBe('ALIYEV ALI VALIYEVICH');

    const again = await open('uz', size);
    await again.getByRole('link', { name: 'E-IMZO' }).click();
    await looksRight(again, 'test-key-uz-390');
    await again.locator('input[name="name"]').fill('ALIYEV ALI VALIYEVICH');
    await again.locator('input[name="pinfl"]').fill(pinfl(701));
    await again.locator('input[name="pinfl"]').press('Enter');
    expect(await isIn(again)).toBe('ALIYEV ALI VALIYEVICH');
    expect(errors).toEqual([]);
  });

  it('has the owner of an account link it, in Russian on a wide screen, and says why a key is refused', async () => {
    const who = await makeAccount(fixture, { pinfl: pinfl(711), name: 'Right Owner' });
    const page = await open('ru', { viewport: { width: 1440, height: 900 } });
    await page.getByRole('link', { name: 'E-IMZO' }).click();
    await page.locator('input[name="name"]').fill('NOMSIZ');
    await page.locator('input[name="name"]').press('Enter');
    await page.getByRole('alert').waitFor();
    await looksRight(page, 'key-refused-ru-1440');
    await page.locator('p.aside a').click();
    await page.getByRole('link', { name: 'OneID' }).click();
    await page.locator('button.primary').click();
    await page.getByRole('heading', { name: 'Войти не удалось' }).waitFor();
    await looksRight(page, 'oneid-refused-ru-1440');
    await page.locator('main a.primary').click();
    await looksRight(page, 'sign-in-ru-1440');
    await page.getByRole('link', { name: 'OneID' }).click();
    await page.locator('input[name="pinfl"]').fill(pinfl(711));
    await page.locator('input[name="pinfl"]').press('Enter');
    await page.locator('p.linking').waitFor();
    await looksRight(page, 'link-ru-1440');
    await page.locator('input[name="login"]').fill(who.phone);
    await page.locator('input[name="password"]').fill(who.password);
    await page.locator('input[name="password"]').press('Enter');
    expect(await isIn(page)).toBe('Right Owner');
    expect(errors).toEqual([]);
  });
});
