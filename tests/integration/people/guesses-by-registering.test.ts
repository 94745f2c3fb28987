import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, messageTo, openRegistration, PASSWORD } from '../../fixtures/registrations.ts';
import {
  Browser,
  isCallback,
  makeAccount,
  openSignInPage,
  startSignInApp,
  type SignInApp,
} from '../../fixtures/sign-in-app.ts';

/** What a registration that nothing was made of, or whose account is there by now, may open. */
let fixture: SignInApp;
beforeAll(async () => {
  fixture = await startSignInApp();
});
afterAll(() => fixture?.close());

/** Begins a sign-in in a browser and enters a password. */
async function enter(login: string, password: string, browser = new Browser()) {
  const page = await openSignInPage(fixture, browser);
  const base = `${page.origin}${page.pathname}`;
  const answer = await browser.send(`${base}/sign-in`, { login, password });
  return { browser, base, status: answer.status, to: answer.location };
}

describe('a stranger who registers the phone of an account', () => {
  test('does not guess its password for nothing, by registering with each guess before it is entered', async () => {
    const { id, phone: login } = await makeAccount(fixture);
    await fixture.directory.change(id, { phoneConfirmed: true });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const guess = `wrong-river-4${n}`;
      const pages = await openRegistration(fixture);
      const begun = await pages.register(formOf(login, 7_000 + n, { password: guess, repeat: guess }));
      expect(begun.status).toBe(303);
      statuses.push((await enter(login, guess)).status);
    }
    // Three are free; from then on each costs work of its own.
    expect(statuses.slice(3)).toEqual([422, 422, 422]);
  });
});

describe('the page of the code of a registration', () => {
  test('that another browser has open signs in to the account no more once its password was replaced', async () => {
    const phone = '+998935557101';
    const pages = await openRegistration(fixture);
    await pages.register(formOf(phone, 7_101));
    const { code } = await messageTo(fixture, phone);
    const other = await enter(phone, PASSWORD);
    expect(other.to?.pathname).toMatch(/register\/code$/);

    expect((await pages.enter(code)).status).toBe(303);
    const account = await fixture.directory.byLogin(phone);
    await fixture.directory.setPassword(account!.id, 'another-lake-57');

    const answer = await other.browser.send(`${other.base}/register/code`, { code: '000000' });
    const at = answer.location ? await other.browser.follow(answer.location, isCallback) : null;
    expect(at && isCallback(at)).not.toBe(true);
  });
});

describe('a browser in which somebody signed in who knew the password', () => {
  test('is that of a stranger once the password was replaced: more than three guesses cost work there, too', async () => {
    const { id, phone: login, password } = await makeAccount(fixture);
    await fixture.directory.change(id, { phoneConfirmed: true });
    const left = await enter(login, password);
    expect(left.status).toBe(303);
    left.browser.forget(fixture.identityUrl, 'savdo_id');
    await fixture.directory.setPassword(id, 'another-lake-58');

    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1)
      statuses.push((await enter(login, `wrong-river-5${n}`, left.browser)).status);
    expect(statuses).toEqual([401, 401, 401, 422, 422, 422]);
  });
});
