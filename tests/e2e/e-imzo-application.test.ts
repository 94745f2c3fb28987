import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeAuthority, type Authority } from '#server/integrations/e-signature/development/certificates.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import {
  startFakeApplication,
  startFakeServer,
  type FakeApplication,
  type FakeServer,
} from '../fixtures/e-imzo-fake.ts';
import { pinfl } from '../fixtures/registrations.ts';
import { makeAccount, startSignInApp, type SignInApp } from '../fixtures/sign-in-app.ts';
import { keyOf, LEGAL, NATURAL } from '../fixtures/signing-adapters.ts';
import { chromiumPath, launchBrowser } from './fixtures/browser.ts';
import { looksRight } from './fixtures/looks-right.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

/** Where the application listens for pages without TLS, as on its owner's machine: the policy of the page allows this alone. */
const PORT = 64_646;
const PASSWORD = 'tulip-river-42';
const texts = loadTexts();
const trouble = (name: string, language: 'uz' | 'ru') => texts.text(language, `e-signature:trouble.${name}`);

describe.skipIf(!chromiumPath)('the page of E-IMZO and the application on the same machine', () => {
  let fixture: SignInApp;
  let server: FakeServer;
  let authority: Authority;
  let browser: Browser;
  let application: FakeApplication | null = null;
  const errors: string[] = [];

  beforeAll(async () => {
    authority = await makeAuthority();
    server = await startFakeServer(authority);
    fixture = await startSignInApp({ rateLimitFactor: 1_000 });
    Object.assign(fixture.eImzo, { url: server.url, apiKeys: ['localhost', 'TEST-KEY'], signIn: true });
    [browser] = await Promise.all([launchBrowser(), fixture.restartSite()]);
  });
  afterAll(async () => {
    await browser?.close();
    await application?.close();
    await fixture?.close();
    await server?.close();
  });

  async function startApplication(): Promise<FakeApplication> {
    application = await startFakeApplication(PORT);
    const file = await keyOf(authority, { owner: { ...NATURAL, pinfl: pinfl(811) } });
    const token = await keyOf(authority, { owner: LEGAL });
    application.keys.push(
      { ...file, password: PASSWORD, place: 'file' },
      { ...token, password: PASSWORD, place: 'token' },
    );
    application.typed = PASSWORD;
    return application;
  }
  async function open(language: 'uz' | 'ru', options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext(options);
    await context.addCookies([{ name: 'savdo_lang', value: language, url: fixture.app.url }]);
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${fixture.app.url}/api/shop/auth/login?return=/home`);
    await page.getByRole('link', { name: 'E-IMZO' }).click();
    return page;
  }
  const says = (page: Page, sentence: string) =>
    page.getByRole('alert').filter({ hasText: sentence }).waitFor();

  it('says what is wrong until a certificate signs, and leads its owner to the account', async () => {
    const who = await makeAccount(fixture, { pinfl: pinfl(811), name: 'Right Owner' });
    const page = await open('uz', { viewport: { width: 390, height: 844 } });
    await says(page, trouble('not-installed', 'uz'));
    await looksRight(page, 'e-imzo-absent-uz-390');
    // Started meanwhile; the page is not loaded again.
    const app = await startApplication();
    app.admits = ['another.uz'];
    const search = page.getByRole('button', { name: 'Kalitlarni qayta izlash' });
    await search.click();
    await says(page, trouble('not-licensed', 'uz'));
    app.admits = ['localhost,TEST-KEY'];
    app.version = { major: '3', minor: '36' };
    await search.click();
    await says(page, trouble('too-old', 'uz'));
    app.version = { major: '4', minor: '86' };
    app.heard.length = 0;
    await search.press('Enter');
    const key = page.getByRole('radio', { name: new RegExp(pinfl(811)) });
    await key.waitFor();
    expect(await page.getByRole('radio').count()).toBe(2);
    expect(app.heard.map(({ name }) => name)).toEqual([
      'version',
      'apikey',
      'list_all_certificates',
      'list_all_keys',
    ]);
    await key.check();
    await looksRight(page, 'e-imzo-keys-uz-390');

    const sign = page.locator('#e-imzo button.primary');
    app.typed = 'another-password';
    await sign.click();
    await says(page, trouble('wrong-password', 'uz'));
    await looksRight(page, 'e-imzo-wrong-password-uz-390');
    app.typed = PASSWORD;
    // Closing the window is no failure: it is said quietly, and the button is there again.
    for (const at of ['load_key', 'create_pkcs7'] as const) {
      app.closesWindowAt = at;
      app.numbersReasons = at === 'load_key';
      await sign.click();
      await page
        .getByRole('status')
        .filter({ hasText: trouble('cancelled', 'uz') })
        .waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await sign.isEnabled()).toBe(true);
      if (at === 'load_key') await looksRight(page, 'e-imzo-cancelled-uz-390');
    }
    app.closesWindowAt = null;
    app.dead = true;
    await sign.click();
    await says(page, trouble('not-installed', 'uz'));
    app.dead = false;

    app.heard.length = 0;
    await sign.click();
    await page.waitForURL(/\/sign-in\?/);
    expect(app.heard.map(({ name }) => name)).toEqual(['load_key', 'create_pkcs7']);
    // The number is stated by an account: its owner links it once.
    await page.locator('input[name="login"]').fill(who.phone);
    await page.locator('input[name="password"]').fill(who.password);
    await page.locator('input[name="password"]').press('Enter');
    await page.waitForURL((url) => url.pathname === '/home');
    expect(errors).toEqual([]);
  });

  it('signs in at once whom a token belongs to, in Russian on a wide screen', async () => {
    const entity = await makeAccount(fixture, { kind: 'legal', stir: LEGAL.tin, name: 'Namuna MChJ' });
    const chooseToken = async () => {
      const page = await open('ru', { viewport: { width: 1440, height: 900 } });
      await page.getByRole('radio', { name: new RegExp(LEGAL.tin!) }).check();
      await page.locator('#e-imzo button.primary').click();
      return page;
    };
    const first = await chooseToken();
    await first.waitForURL(/\/sign-in\?/);
    await first.locator('input[name="login"]').fill(entity.phone);
    await first.locator('input[name="password"]').fill(entity.password);
    await first.locator('input[name="password"]').press('Enter');
    await first.waitForURL((url) => url.pathname === '/home');

    const again = await chooseToken();
    await again.waitForURL((url) => url.pathname === '/home');
    const me = await again.request.get(`${fixture.app.url}/api/shop/auth/me`);
    expect(((await me.json()) as { name: string }).name).toBe('Namuna MChJ');

    // The service cannot be reached: the page says so and the key is still chosen.
    const page = await open('ru', { viewport: { width: 1440, height: 900 } });
    await page.getByRole('radio').first().waitFor();
    server.forced.push({ path: '/frontend/challenge', status: 503, body: '' });
    await page.locator('#e-imzo button.primary').click();
    await says(page, texts.text('ru', 'e-signature:refusal.service-away'));
    await looksRight(page, 'e-imzo-away-ru-1440');
    expect(errors).toEqual([]);
  });
});
