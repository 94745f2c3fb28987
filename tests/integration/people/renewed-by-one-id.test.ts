import { afterAll, beforeAll, expect, test } from 'vitest';
import { pinfl } from '../../fixtures/registrations.ts';
import {
  Browser,
  makeAccount,
  openSignInPage,
  startSignInApp,
  type SignInApp,
} from '../../fixtures/sign-in-app.ts';

/** The cookie of the sign-in site ends with the browser, the session of the product does not. */
let fixture: SignInApp;
beforeAll(async () => {
  fixture = await startSignInApp({ rateLimitFactor: 1_000, twins: true });
});
afterAll(() => fixture?.close());

const isHome = (url: URL) => url.pathname === '/home';
const withoutQuery = (url: URL) => `${url.origin}${url.pathname}`;

async function vouched(browser: Browser, pin: string, query?: string): Promise<URL> {
  const page = await openSignInPage(fixture, browser, query);
  const there = (await browser.send(`${withoutQuery(page)}/oneid`)).location;
  const state = there?.searchParams.get('state');
  if (!state) throw new Error('OneID is not offered');
  const chosen = { state, pinfl: pin, name: 'ALIYEV ALI' };
  return (await browser.send(`${fixture.identityUrl}/pretend/oneid/choose`, chosen)).location!;
}

test('OneID replaces no password that the product asks for again, also where the sign-in site knows the browser no longer', async () => {
  const who = await makeAccount(fixture, { pinfl: pinfl(971) });
  const browser = new Browser();
  // Linked by its password.
  const page = await browser.follow(await vouched(browser, pinfl(971)), (url) =>
    url.pathname.endsWith('/sign-in'),
  );
  const typed = await browser.send(withoutQuery(page), { login: who.phone, password: who.password });
  await browser.follow(typed.location!, isHome);

  browser.forget(fixture.identityUrl, 'savdo_id');
  const again = await browser.follow(`${fixture.app.url}/api/shop/auth/login?renew=1&return=/home`);
  expect.soft((await browser.send(again)).text).not.toContain('/oneid');
  expect((await browser.send(`${withoutQuery(again)}/oneid`)).location?.pathname).toBe(again.pathname);
});

test('nor where the address of the sign-in was edited to be that of a registration', async () => {
  const who = await makeAccount(fixture, { pinfl: pinfl(972) });
  const browser = new Browser();
  const page = await browser.follow(await vouched(browser, pinfl(972)), (url) =>
    url.pathname.endsWith('/sign-in'),
  );
  const typed = await browser.send(withoutQuery(page), { login: who.phone, password: who.password });
  await browser.follow(typed.location!, isHome);

  const { location } = await browser.send(`${fixture.app.url}/api/shop/auth/login?renew=1&return=/home`);
  location!.searchParams.set('prompt', 'create');
  const again = await browser.follow(location!);
  const there = (await browser.send(`${withoutQuery(again)}/oneid`)).location!;
  const state = there.searchParams.get('state') ?? '';
  const chosen = { state, pinfl: pinfl(972), name: 'ALIYEV ALI' };
  const back = (await browser.send(`${fixture.identityUrl}/pretend/oneid/choose`, chosen)).location;
  const at = back && (await browser.follow(back, (url) => isHome(url) || url.pathname === '/redirecting'));
  expect(at && isHome(at)).not.toBe(true);
});
