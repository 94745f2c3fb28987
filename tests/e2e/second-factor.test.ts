import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SHIPPED_ISSUER } from '#server/identity/index.ts';
import { makeAccount, startSignInApp, type SignInApp } from '../fixtures/sign-in-app.ts';
import { chromiumPath, launchBrowser } from './fixtures/browser.ts';
import { looksRight } from './fixtures/looks-right.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

describe.skipIf(!chromiumPath)('two-step sign-in in the browser', () => {
  let fixture: SignInApp;
  let browser: Browser;
  let who: { id: string; phone: string; password: string };
  const errors: string[] = [];

  beforeAll(async () => {
    fixture = await startSignInApp({ rateLimitFactor: 1_000, twins: true, staffSecondFactor: 'required' });
    browser = await launchBrowser();
    who = await makeAccount(fixture);
    const person = await fixture.accounts.prepare({
      issuer: SHIPPED_ISSUER,
      subject: who.id,
      kind: 'natural',
      name: 'Xodim',
      language: 'uz',
      phone: who.phone,
      email: null,
      pinfl: null,
      stir: null,
    });
    await fixture.accounts.setRoles(person.id, ['operator']);
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
    return page;
  }
  async function typePassword(page: Page, query = 'return=/home'): Promise<void> {
    await page.goto(`${fixture.app.url}/api/shop/auth/login?${query}`);
    await page.locator('input[name="login"]').fill(who.phone);
    await page.locator('input[name="password"]').fill(who.password);
    await page.locator('input[name="password"]').press('Enter');
  }
  const rightOf = (page: Page) =>
    looksRight(
      page,
      `${page.url().split('/').slice(5).join('-').split('?')[0]}-${page.viewportSize()?.width}`,
    );
  const isIn = async (page: Page) => {
    await page.waitForURL((url) => url.pathname === '/home');
    const { roles } = await (await page.request.get(`${fixture.app.url}/api/shop/auth/me`)).json();
    return (roles as string[]).includes('operator');
  };

  it('is set up with a code app and a passkey, and each of them and a recovery code signs in', async () => {
    const phone = { viewport: { width: 390, height: 844 } };
    const page = await open('uz', phone);
    await typePassword(page);
    await page.waitForURL(/\/enrol\?/);
    await rightOf(page);
    await page.getByRole('link', { name: 'Kodlar ilovasi' }).click();
    await page.waitForURL(/\/enrol\/app/);
    expect(
      await page.locator('img.qr').evaluate((img: HTMLImageElement) => img.naturalWidth),
    ).toBeGreaterThan(0);
    await rightOf(page);
    const secret = (await page.locator('.setup-key').textContent())!.replaceAll(' ', '');
    await page.locator('input[name="code"]').fill('000000');
    await page.locator('input[name="code"]').press('Enter');
    await page.getByRole('alert').waitFor();
    await page.locator('input[name="code"]').fill(codeOf(secret));
    await page.locator('input[name="code"]').press('Enter');
    await page.locator('.codes').waitFor();
    await rightOf(page);
    const codes = await page.locator('.codes code').allTextContents();
    expect(codes).toHaveLength(10);
    await page.getByRole('button').click();
    expect(await isIn(page)).toBe(true);

    // A passkey, on the page where factors are changed; the browser makes it.
    const desktop = await open('ru', { viewport: { width: 1440, height: 900 } });
    const devices = await desktop.context().newCDPSession(desktop);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await typePassword(desktop, 'factors=1&return=/home');
    await desktop.waitForURL(/\/factor\?/);
    await desktop.locator('input[name="code"]').fill('123456');
    await desktop.locator('input[name="code"]').press('Enter');
    await desktop.getByRole('alert').waitFor();
    await desktop.locator('input[name="code"]').fill(codes[0]!.toLowerCase());
    await desktop.locator('input[name="code"]').press('Enter');
    await desktop.waitForURL(/\/factors\?/);
    await rightOf(desktop);
    await desktop.locator('a[href*="enrol/passkey"]').click();
    await desktop.waitForURL(/\/enrol\/passkey/);
    await rightOf(desktop);
    await desktop.locator('form.passkey button').click();
    await desktop.waitForURL(/\/factors\?/);
    expect(await desktop.locator('.passkeys li').count()).toBe(1);
    await desktop.locator('form[action*="factors/done"] button').click();
    expect(await isIn(desktop)).toBe(true);

    await desktop.context().clearCookies();
    await typePassword(desktop);
    await desktop.waitForURL(/\/factor\?/);
    await rightOf(desktop);
    await desktop.locator('form.passkey button').click();
    expect(await isIn(desktop)).toBe(true);

    // A used recovery code, and then the app once more.
    await page.context().clearCookies();
    await typePassword(page);
    await page.waitForURL(/\/factor\?/);
    await page.locator('#factor input[name="code"]').fill(codes[0]!);
    await page.locator('#factor input[name="code"]').press('Enter');
    await page.getByRole('alert').first().waitFor();
    await rightOf(page);
    await page.locator('#factor input[name="code"]').fill(codeOf(secret, 1));
    await page.locator('#factor input[name="code"]').press('Enter');
    expect(await isIn(page)).toBe(true);
    expect(errors).toEqual([]);
  });
});
