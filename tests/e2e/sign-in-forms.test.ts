import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { sql } from 'kysely';
import { formOf, messageTo, openRegistration } from '../fixtures/registrations.ts';
import { makeAccount, startSignInApp, type SignInApp } from '../fixtures/sign-in-app.ts';
import { axeFindings, chromiumPath, launchBrowser } from './fixtures/browser.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** The narrowest with the longer texts. */
const SHAPES: [language: string, widthPx: number][] = [['ru', 320]];
const MORE_SHAPES: typeof SHAPES = [
  ['uz', 1440],
  ['uz', 320],
  ['ru', 390],
];
const REQUIRED = 'Bu maydonni toʻldiring';
const PINFL = `3010190123456${pinflCheckDigit('3010190123456')}`;
const PASSWORD = 'lola-daryo-2026';

describe.skipIf(!chromiumPath)('the forms of the sign-in site', () => {
  let fixture: SignInApp;
  let browser: Browser;
  const opened: Page[] = [];
  let troubles: string[] = [];

  beforeAll(async () => {
    fixture = await startSignInApp({ rateLimitFactor: 1_000, twins: true });
    browser = await launchBrowser();
  });
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.context().close();
    // A refused form is an answer the console names an error; the stand serves no pages of the product.
    const unexpected = troubles.filter((text) => !/status of 4(04|09|22)/.test(text));
    troubles = [];
    if (unexpected.length > 0) throw new Error(`the console said: ${unexpected.join('; ')}`);
  });
  afterAll(async () => {
    await browser?.close();
    await fixture?.close();
  });

  async function open(
    form: 'register' | 'sign-in',
    { language = 'uz', ...options }: { language?: string } & BrowserContextOptions = {},
  ): Promise<Page> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    opened.push(page);
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(error.message));
    await page.goto(
      `${fixture.app.url}/api/shop/auth/${form === 'register' ? 'register' : 'login'}?return=/home`,
    );
    await page.goto(`${page.url().split('?')[0]}/${form}?lang=${language}`);
    return page;
  }

  const focused = (page: Page) => page.locator(':focus').getAttribute('name');
  const problems = (page: Page) => page.locator('.problem:visible').allTextContents();
  const send = (page: Page) => page.locator('button.primary').click();
  const posts = (page: Page) => {
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    return sent;
  };

  it('say in their own words what is missing, begin at the first field, and send nothing', async () => {
    const page = await open('register');
    const sent = posts(page);
    await send(page);
    expect(await problems(page)).toEqual(Array.from({ length: 6 }, () => REQUIRED));
    expect(await focused(page)).toBe('name');
    expect(await page.locator('#name').getAttribute('aria-describedby')).toBe('name-hint name-problem');

    await page.locator('#name').fill('Lola Karimova');
    expect(await page.locator('#name-problem').count()).toBe(0);
    await page.locator('#pinfl').fill('123');
    await send(page);
    expect(await focused(page)).toBe('pinfl');
    expect(await page.locator('#pinfl-problem').textContent()).toContain('14 raqamdan');

    await page.getByText('Yuridik shaxs', { exact: true }).click();
    await send(page);
    expect(await focused(page)).toBe('organisation');
    expect(sent).toEqual([]);
  });

  it('do the same without scripts, by the server', async () => {
    const page = await open('register', { javaScriptEnabled: false });
    await page.locator('#name').fill('Lola Karimova');
    await page.locator('#email').fill('lola@');
    await send(page);
    // Below it another one says that registering takes scripts.
    await page.locator('.notice').first().waitFor();
    expect(await problems(page)).toHaveLength(4);
    expect(await focused(page)).toBe('pinfl');
    expect(await page.locator('#email').inputValue()).toBe('lola@');
    expect(await page.locator('button.reveal:visible').count()).toBe(0);

    const signIn = await open('sign-in', { javaScriptEnabled: false, language: 'ru' });
    await signIn.locator('#login').fill('+998901234567');
    await send(signIn);
    await signIn.locator('#password-problem').waitFor();
    expect(await problems(signIn)).toEqual(['Заполните это поле']);
    expect(await focused(signIn)).toBe('password');
  });

  it('are sent by one press, also where the field left last is wrong', async () => {
    const page = await open('register');
    await page.locator('#email').fill('lola@');
    // The sentence below the e-mail must not move the button from under the pointer.
    await send(page);
    expect(await focused(page)).toBe('name');
    expect(await page.locator('#email-problem').textContent()).toContain('ali@example.uz');
  });

  it('write a phone as it is read, whichever way it comes', async () => {
    const page = await open('register');
    const phone = page.locator('#phone');
    expect(await phone.inputValue()).toBe('+998 ');
    // The caret begins ahead of the code that is there.
    await phone.pressSequentially('901234567');
    expect(await phone.inputValue()).toBe('+998 90 123 45 67');
    // A digit too many is seen and refused: without it the number would be whole, and perhaps another's.
    await phone.pressSequentially('8');
    expect(await phone.inputValue()).toBe('+998 90 123 45 678');
    await page.locator('#email').focus();
    expect(await page.locator('#phone-problem').count()).toBe(1);
    await phone.focus();
    await phone.press('End');
    for (let i = 0; i < 4; i += 1) await phone.press('Backspace');
    expect(await phone.inputValue()).toBe('+998 90 123 4');
    // A digit in the middle leaves the caret behind it.
    await phone.evaluate((input: HTMLInputElement) => input.setSelectionRange(5, 5));
    await phone.pressSequentially('7');
    expect(await phone.inputValue()).toBe('+998 79 012 34');
    expect(await phone.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(6);
    for (const pasted of [
      '+998 (90) 123-45-67',
      '998901234567',
      '901234567',
      '00998901234567',
      '+998 00998901234567',
      '00 998 90 123 45 67',
      '\u202a+998 90\u2011123\u201145\u201167\u202c',
    ]) {
      await phone.fill(pasted);
      expect(await phone.inputValue()).toBe('+998 90 123 45 67');
    }
    for (const [pasted, shown] of [
      ['79161234567', '+998 79 161 23 4567'],
      ['90 123 45 67 ext 8', '+998 90 123 45 678'],
      ['007 916 123 45 67', '+7 916 123 45 67'],
    ] as const) {
      await phone.fill(pasted);
      expect(await phone.inputValue()).toBe(shown);
      await page.locator('#email').focus();
      expect(await page.locator('#phone-problem').count(), pasted).toBe(1);
    }
    await phone.fill('+7 901 123 45 67');
    await page.locator('#email').focus();
    expect(await page.locator('#phone-problem').textContent()).toContain('+998');
  });

  it('show a password to who asks, and send it hidden', async () => {
    const { phone, password } = await makeAccount(fixture);
    const page = await open('sign-in');
    const field = page.locator('#password');
    const reveal = page.getByRole('button', { name: 'Parolni koʻrsatish' });
    await field.fill(password);
    await reveal.click();
    expect([await field.getAttribute('type'), await reveal.getAttribute('aria-pressed')]).toEqual([
      'text',
      'true',
    ]);
    expect(await focused(page)).toBe('password');
    await page.locator('#login').fill(phone);
    const type = page.evaluate(
      () =>
        new Promise((resolve) => {
          const input = document.getElementById('password') as HTMLInputElement;
          document.forms[0]?.addEventListener('submit', () => resolve(input.type));
        }),
    );
    await field.press('Enter');
    expect(await type).toBe('password');
    await page.waitForURL(`${fixture.app.url}/**`);
  });

  it('keep what was typed when the language is switched, and judge nothing', async () => {
    const page = await open('register');
    await page.locator('#email').fill('lola@');
    await page.getByRole('navigation').getByRole('button', { name: 'Русский' }).click();
    await page.getByRole('heading', { name: 'Регистрация' }).waitFor();
    expect(await page.locator('#email').inputValue()).toBe('lola@');
    expect(await problems(page)).toEqual([]);
  });

  it('register a person who makes no mistake', async () => {
    const page = await open('register', { viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.locator('#name').fill('Lola Karimova');
    await page.locator('#pinfl').fill(PINFL);
    await page.locator('#phone').pressSequentially('935557788');
    await page.locator('#email').fill('karimova@example.uz');
    await page.locator('#password').fill(PASSWORD);
    await page.locator('#repeat').fill(PASSWORD);
    await page.locator('#repeat').press('Enter');
    await page.locator('#code').fill((await messageTo(fixture, '+998935557788')).code);
    await page.locator('#code').press('Enter');
    await page.waitForURL(`${fixture.app.url}/home`);
  });

  it('give a number that somebody else typed to the person who reads its messages, and a new password later', async () => {
    const phone = '+998935557799';
    const squatter = await openRegistration(fixture);
    await squatter.register(formOf(phone, 9_901, { name: 'Somebody Else' }));
    await messageTo(fixture, phone);
    await sql`update one_time_code_send set sent_at = sent_at - interval '61 seconds'`.execute(
      fixture.database.db,
    );

    const page = await open('register', { language: 'ru', viewport: { width: 390, height: 844 } });
    for (const [name, value] of Object.entries(formOf(phone, 9_901, { name: 'Lola Karimova' })))
      if (await page.locator(`#${name}:visible`).count()) await page.locator(`#${name}`).fill(value);
    await send(page);
    await page.getByRole('heading', { name: 'Подтвердите телефон' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await axeFindings(page)).toEqual([]);
    const codes = () => fixture.codesSent.filter(({ to }) => to === phone);
    await vi.waitFor(() => expect(codes()).toHaveLength(2), { timeout: 30_000 });
    // The code of the other registration opens nothing here.
    await page.locator('#code').fill(codes()[0]!.code);
    await send(page);
    await page.locator('.notice').waitFor();
    await page.locator('#code').fill(codes()[1]!.code);
    await page.locator('#code').press('Enter');
    await page.waitForURL(`${fixture.app.url}/home`);
    expect(await fixture.directory.byLogin(phone)).toMatchObject({ name: 'Lola Karimova' });

    await sql`update one_time_code_send set sent_at = sent_at - interval '61 seconds'`.execute(
      fixture.database.db,
    );
    const forgotten = await open('sign-in', { language: 'ru' });
    await forgotten.locator('a[href*="/reset"]').click();
    await forgotten.locator('#login').fill(phone);
    // A press before the script has come is answered "press once more": each message costs its asker some work.
    await expect.poll(() => forgotten.locator('#proof').inputValue()).not.toBe('');
    await send(forgotten);
    await forgotten.locator('#code').fill((await messageTo(fixture, phone, 'reset-password')).code);
    await send(forgotten);
    await forgotten.locator('#password').fill('quiet-garden-77');
    await forgotten.locator('#repeat').fill('quiet-garden-77');
    await forgotten.locator('#repeat').press('Enter');
    await forgotten.waitForURL(`${fixture.app.url}/home`);
    expect(await fixture.directory.authenticate(phone, 'quiet-garden-77')).not.toBeNull();
  });

  it.each(COMPLETE ? [...SHAPES, ...MORE_SHAPES] : SHAPES)(
    'are whole, readable and free of faults in %s at %i px',
    async (language, width) => {
      const viewport = { width, height: 844 };
      for (const form of ['register', 'sign-in'] as const) {
        const page = await open(form, { language, viewport });
        const banner = page.getByRole('note');
        expect(await banner.innerText()).toMatch(/sinov rejimi|тестовом режиме|Тестовый режим/i);
        await send(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        expect(await axeFindings(page)).toEqual([]);
      }
    },
  );
});
