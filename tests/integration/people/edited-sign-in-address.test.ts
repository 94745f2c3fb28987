import { afterAll, beforeAll, expect, test } from 'vitest';
import { pinfl } from '../../fixtures/registrations.ts';
import { Browser, makeAccount, startSignInApp, type SignInApp } from '../../fixtures/sign-in-app.ts';

/** The browser carries the address of a sign-in to the site: its person may edit what the product asks for. */
let fixture: SignInApp;
beforeAll(async () => {
  fixture = await startSignInApp({ rateLimitFactor: 1_000 });
});
afterAll(() => fixture?.close());

/** Signs in with these scopes in place of those that the product asks for; null: those. */
async function signedIn(who: { phone: string; password: string }, scope: string | null): Promise<string> {
  const browser = new Browser();
  const { location } = await browser.send(`${fixture.app.url}/api/shop/auth/login?return=/home`);
  if (scope !== null) location!.searchParams.set('scope', scope);
  const page = await browser.follow(location!);
  const form = { login: who.phone, password: who.password };
  const answer = await browser.send(`${page.origin}${page.pathname}/sign-in`, form);
  await browser.follow(answer.location!, (url) => url.pathname === '/home');
  return browser.cookieHeader(fixture.app.url);
}
const nameOf = async (cookie: string): Promise<string> =>
  (await fixture.app.call('GET', '/api/shop/auth/me', { cookie })).body.name as string;

test.each(['openid', 'openid phone email national_id'])(
  'a name is not replaced by its person, who signs in with the scopes %s',
  async (scope) => {
    const name = 'Karimov Karim';
    const who = await makeAccount(fixture, { name, pinfl: pinfl(scope.length + 2_000) });
    expect(await nameOf(await signedIn(who, null))).toBe(name);
    expect(await nameOf(await signedIn(who, scope))).toBe(name);
  },
);

test('a number that an account was registered with is not replaced by its person, who leaves it out at the first sign-in', async () => {
  const who = await makeAccount(fixture, { name: 'Karimov Salim', pinfl: pinfl(2_101) });
  const cookie = await signedIn(who, 'openid profile');
  await fixture.app.call('PUT', '/api/shop/profile/national-id', { cookie, body: { number: pinfl(2_102) } });
  expect(await fixture.directory.byId(who.id)).toMatchObject({ pinfl: pinfl(2_101) });
});
