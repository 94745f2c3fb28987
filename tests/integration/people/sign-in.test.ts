import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSignIn } from '#server/domains/people/accounts/create-accounts.ts';
import { runningRoomsOf } from '#server/domains/people/conflicts-of-interest/running-rooms.repository.ts';
import { HttpSignInRefused } from '#server/identity/http-sign-in.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { openSignIn, signInOverHttp } from '#server/identity/index.ts';
import {
  Browser,
  isCallback,
  makeAccount,
  openSignInPage,
  reachCallback,
  startSignInApp,
  type SignInApp,
} from '../../fixtures/sign-in-app.ts';
import { testNumbers } from '../../fixtures/person-numbers.ts';
import { eventually } from '../../fixtures/services.ts';
import { shutAccount } from '../../fixtures/shut-account.ts';

let fixture: SignInApp;
beforeAll(async () => {
  fixture = await startSignInApp({ rateLimitFactor: 1_000 });
});
afterAll(() => fixture?.close());

const sessionOf = (browser: Browser) =>
  /savdo_session=([^;]+)/.exec(browser.cookieHeader(fixture.app.url))?.[1];

const me = (cookie: string) => fixture.app.call('GET', '/api/shop/auth/me', { cookie });

describe('signing in', () => {
  test('goes to the identity site and comes back to the own path with a session', async () => {
    const { phone, password } = await makeAccount(fixture, { name: 'Ali Valiyev', pinfl: '30101000000005' });
    const browser = new Browser();
    const callback = await reachCallback(
      fixture,
      browser,
      { login: phone, password },
      'return=/game-view/7?a=1',
    );
    const back = await browser.send(callback);
    expect([back.status, back.location?.href]).toEqual([302, `${fixture.app.url}/game-view/7?a=1`]);
    const answer = await me(browser.cookieHeader(fixture.app.url));
    expect(answer.body).toMatchObject({
      name: 'Ali Valiyev',
      userName: phone,
      kind: 'natural',
      roles: ['buyer'],
      percentage: 28,
    });
  });

  test('keeps the session secret from scripts and shows only name, user_name and percentage', async () => {
    const { email, password } = await makeAccount(fixture);
    const browser = new Browser();
    await browser.send(await reachCallback(fixture, browser, { login: email.toUpperCase(), password }));
    const secret = browser.setCookieLine(fixture.app.url, 'savdo_session');
    expect(secret).toMatch(/; HttpOnly/);
    expect(secret).toMatch(/; SameSite=Lax/);
    expect(secret).toMatch(/Path=\//);
    expect(Buffer.from(sessionOf(browser) ?? '', 'base64url').length).toBeGreaterThanOrEqual(16);
    const readable = browser.setCookieLine(fixture.app.url, 'savdo_user') ?? '';
    expect(readable).not.toMatch(/HttpOnly/);
    const value = JSON.parse(decodeURIComponent(/savdo_user=([^;]+)/.exec(readable)?.[1] ?? '')) as object;
    expect(Object.keys(value).sort()).toEqual(['name', 'percentage', 'user_name']);
  });

  test('opens a new session whatever the browser brought, and ends the one it had', async () => {
    const { phone, password } = await makeAccount(fixture);
    const browser = new Browser();
    browser.put(fixture.app.url, 'savdo_session', 'chosen-by-somebody-else');
    await browser.send(await reachCallback(fixture, browser, { login: phone, password }));
    const first = sessionOf(browser);
    expect(first).not.toBe('chosen-by-somebody-else');
    await browser.send(await browser.follow(`${fixture.app.url}/api/shop/auth/login`, isCallback));
    expect(sessionOf(browser)).not.toBe(first);
    expect((await me(`savdo_session=${first}`)).status).toBe(401);
    expect((await me('savdo_session=chosen-by-somebody-else')).status).toBe(401);
  });

  test('knows the person again by issuer and subject, and never by e-mail', async () => {
    const { id, phone, email, password } = await makeAccount(fixture);
    const stranger = await fixture.accounts.prepare({
      issuer: 'https://another.example',
      subject: id,
      kind: 'natural',
      name: 'Somebody else',
      phone,
      email,
      pinfl: null,
      stir: null,
      language: 'uz',
    });
    const cookies = [
      await signInOverHttp({
        publicUrl: fixture.app.url,
        identityUrl: fixture.identityUrl,
        login: phone,
        password,
      }),
      await signInOverHttp({
        publicUrl: fixture.app.url,
        identityUrl: fixture.identityUrl,
        login: email,
        password,
      }),
    ];
    const ids = await Promise.all(cookies.map(async (cookie) => (await me(cookie)).body.id as string));
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).not.toBe(stranger.id);
  });

  test('goes back where it came from when the person cancels', async () => {
    const browser = new Browser();
    const page = await openSignInPage(fixture, browser, 'return=/lot-view/5');
    const answer = await browser.send(`${page.origin}${page.pathname}/cancel`, {});
    const back = await browser.send(await browser.follow(answer.location ?? '', isCallback));
    expect(back.location?.pathname).toBe('/lot-view/5');
    expect(sessionOf(browser)).toBeUndefined();
  });

  test('is refused for a disabled person, whose sessions end at once', async () => {
    const { phone, password } = await makeAccount(fixture);
    const options = { publicUrl: fixture.app.url, identityUrl: fixture.identityUrl, login: phone, password };
    const cookie = await signInOverHttp(options);
    const { id } = (await me(cookie)).body as { id: string };
    const heard: string[] = [];
    const stop = fixture.app.sessions.onChange((change) => {
      if (change.personId === id) heard.push(change.kind);
    });
    const half = new Browser();
    const callback = await reachCallback(fixture, half, { login: phone, password });
    await shutAccount(fixture.database, fixture.app.sessions, id);
    const refused = await me(cookie);
    expect([refused.status, refused.body.ERROR.code]).toEqual([401, 'account-disabled']);
    await eventually(() => heard.includes('ended'), 'the end of the session to be announced');
    stop();
    await expect(signInOverHttp(options)).rejects.toMatchObject({ reason: 'wrong-credentials' });
    // A code that the site gave before is worth nothing by now.
    await half.send(callback);
    expect(sessionOf(half)).toBeUndefined();
    const [last] = await fixture.actions.ofPerson(id, {}, { limit: 1, offset: 0 });
    expect(last).toMatchObject({ action: 'disabled', result: 'done' });
  });

  test('opens no session for a person who is disabled while it is being made', async () => {
    const { phone, password } = await makeAccount(fixture);
    const first = new Browser();
    await first.send(await reachCallback(fixture, first, { login: phone, password }));
    const { id } = (await me(first.cookieHeader(fixture.app.url))).body as { id: string };
    const { database, app, actions, config } = fixture;
    const { sessions } = app;
    const signIn = createSignIn({
      db: database.db,
      actions,
      publicUrl: app.url,
      site: openSignIn(config),
      redis: app.jobs.redis,
      namespace: app.jobs.namespace,
      logger: createLogger({ level: 'silent' }),
      numbers: testNumbers,
      runningRoomsOf,
      sessions: {
        ...sessions,
        create: async (...given) => {
          await shutAccount(database, sessions, id);
          return sessions.create(...given);
        },
      },
    });
    const browser = new Browser();
    const callback = await reachCallback(fixture, browser, { login: phone, password });
    const answer = await signIn.finish({
      query: Object.fromEntries(callback.searchParams),
      browser: /savdo_sign_in=([^;]+)/.exec(browser.cookieHeader(app.url))?.[1],
      previous: null,
      address: '203.0.113.1',
    });
    expect(answer).toMatchObject({ refused: 'disabled' });
    expect(await sessions.list(id)).toEqual([]);
  });

  test('takes less than 300 ms by plain HTTP', async () => {
    const { phone, password } = await makeAccount(fixture);
    const times: number[] = [];
    for (let turn = 0; turn < 20 && (turn < 3 || Math.min(...times) >= 300); turn += 1) {
      const from = performance.now();
      await signInOverHttp({
        publicUrl: fixture.app.url,
        identityUrl: fixture.identityUrl,
        login: phone,
        password,
      });
      times.push(performance.now() - from);
    }
    // The best: the others may have waited for neighbours on the same cores.
    expect(Math.min(...times)).toBeLessThan(300);
  });

  test('says which password was wrong to no one', async () => {
    const { phone } = await makeAccount(fixture);
    const options = { publicUrl: fixture.app.url, identityUrl: fixture.identityUrl, login: phone };
    const refused = await signInOverHttp({ ...options, password: 'not-the-one' }).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(HttpSignInRefused);
    expect((refused as HttpSignInRefused).reason).toBe('wrong-credentials');
  });
});

describe('a callback that is not the one we wait for', () => {
  const cases: [string, (url: URL, browser: Browser) => void][] = [
    ['has no state', (url) => url.searchParams.delete('state')],
    ['has another state', (url) => url.searchParams.set('state', 'A'.repeat(43))],
    ['has no code', (url) => url.searchParams.delete('code')],
    ['has another code', (url) => url.searchParams.set('code', 'x'.repeat(43))],
    ['names another issuer', (url) => url.searchParams.set('iss', 'https://evil.example')],
    ['names no issuer', (url) => url.searchParams.delete('iss')],
    ['comes to another browser', (_url, browser) => browser.forget(fixture.app.url, 'savdo_sign_in')],
    [
      'comes to a browser that waits for another one',
      (_url, browser) => browser.put(fixture.app.url, 'savdo_sign_in', 'B'.repeat(43)),
    ],
  ];
  test.each(cases)('opens no session when it %s', async (_what, spoil) => {
    const { phone, password } = await makeAccount(fixture);
    const browser = new Browser();
    const callback = await reachCallback(fixture, browser, { login: phone, password });
    spoil(callback, browser);
    const lines = fixture.logged.length;
    const back = await browser.send(callback);
    expect(back.location?.pathname).toBe('/redirecting');
    expect(sessionOf(browser)).toBeUndefined();
    expect(browser.setCookieLine(fixture.app.url, 'savdo_user')).toBeUndefined();
    expect(fixture.logged.slice(lines).join('')).toContain('sign-in refused');
  });

  test('opens no session when the code was used before', async () => {
    const { phone, password } = await makeAccount(fixture);
    const browser = new Browser();
    const callback = await reachCallback(fixture, browser, { login: phone, password });
    await browser.send(callback);
    expect(sessionOf(browser)).toBeDefined();
    browser.forget(fixture.app.url, 'savdo_session');
    // The same callback again, and the same code brought to a sign-in of its own.
    expect((await browser.send(callback)).location?.searchParams.get('sign-in')).toBe('unknown-state');
    const other = new Browser();
    const own = await reachCallback(fixture, other, { login: phone, password });
    callback.searchParams.set('state', own.searchParams.get('state') ?? '');
    expect((await other.send(callback)).location?.search).toContain('provider-refused');
    expect(sessionOf(other)).toBeUndefined();
    expect(sessionOf(browser)).toBeUndefined();
  });

  test.each([
    ['nonce', (stored: Record<string, string>) => ({ ...stored, nonce: 'another' }), 'invalid-answer'],
    [
      'code verifier',
      (stored: Record<string, string>) => ({ ...stored, codeVerifier: 'v'.repeat(43) }),
      'provider-refused',
    ],
  ])('opens no session when the %s does not fit', async (_what, change, reason) => {
    const { phone, password } = await makeAccount(fixture);
    const browser = new Browser();
    const callback = await reachCallback(fixture, browser, { login: phone, password });
    const key = `${fixture.app.jobs.namespace}sign-in:${callback.searchParams.get('state')}`;
    const stored = JSON.parse((await fixture.app.jobs.redis.get(key)) ?? '') as Record<string, string>;
    await fixture.app.jobs.redis.set(key, JSON.stringify(change(stored)), 'KEEPTTL');
    const back = await browser.send(callback);
    expect(back.location?.searchParams.get('sign-in')).toBe(reason);
    expect(sessionOf(browser)).toBeUndefined();
  });
});

describe('the path to come back to', () => {
  test.each([
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'https://evil.example/',
    '/%09/evil',
    '',
  ])('is refused when it is %j', async (path) => {
    const query = new URLSearchParams({ return: path });
    const raw = path.includes('%') ? `return=${path}` : query.toString();
    const answer = await fixture.app.call('GET', `/api/shop/auth/login?${raw}`);
    expect([answer.status, answer.body.ERROR.code]).toEqual([400, 'auth.foreign-return']);
  });

  test.each([
    ['the default of the pages, whatever the browser wishes', {}, 'uz'],
    ['the one chosen on the site', { cookie: 'savdo_lang=ru' }, 'ru'],
  ])('speaks the language of the pages left: %s', async (_which, headers, language) => {
    const answer = await fixture.app.call('GET', '/api/shop/auth/login?return=/home', {
      headers: { 'accept-language': 'en', ...headers },
    });
    const left = new URL(answer.headers.get('location') ?? '');
    expect(left.searchParams.get('ui_locales')).toBe(language);
  });

  test('opens the registration page when asked to', async () => {
    for (const path of [
      '/api/shop/auth/register?return=/home',
      '/api/shop/auth/login?return=/home&register=1',
    ]) {
      const browser = new Browser();
      const page = await browser.follow(`${fixture.app.url}${path}`);
      expect((await browser.send(page)).text).toContain('name="pinfl"');
    }
  });

  test('is asked for under the name PUBLIC_URL has', async () => {
    const { port } = new URL(fixture.app.url);
    const location = await new Promise((resolve, reject) => {
      const headers = { host: `localhost:${port}` };
      get({ host: '127.0.0.1', port, headers, path: '/api/shop/auth/login?return=/home' }, (answer) => {
        answer.resume();
        resolve(answer.headers.location);
      }).once('error', reject);
    });
    expect(location).toBe(`${fixture.app.url}/api/shop/auth/login?return=/home`);
  });
});

describe('signing out', () => {
  test('ends the session here and at the site, and comes back to /home', async () => {
    const { phone, password } = await makeAccount(fixture);
    const browser = new Browser();
    await browser.send(await reachCallback(fixture, browser, { login: phone, password }));
    const cookie = browser.cookieHeader(fixture.app.url);
    const heard: string[] = [];
    const stop = fixture.app.sessions.onChange((change) => void heard.push(change.kind));
    const answer = await fixture.app.call('POST', '/api/shop/auth/logout', { cookie });
    await eventually(() => heard.includes('ended'), 'the end of the session to be announced');
    stop();
    const cleared = answer.headers.getSetCookie().map((line) => line.split('=')[0]);
    expect(cleared.sort()).toEqual(['savdo_person', 'savdo_session', 'savdo_user']);
    expect((await me(cookie)).status).toBe(401);
    expect(answer.body.goTo).not.toContain(phone.slice(-9));

    const page = await browser.send(answer.body.goTo as string);
    expect(page.text).toContain('/assets/sign-out.js');
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const done = await browser.send(action, { xsrf, logout: 'yes' });
    expect(done.location?.href).toBe(`${fixture.app.url}/home`);
    // The site asks for the password again.
    expect((await openSignInPage(fixture, browser)).pathname).toMatch(/^\/interaction\//);
  });

  test('is harmless without a session', async () => {
    const answer = await fixture.app.call('POST', '/api/shop/auth/logout');
    expect([answer.status, answer.body]).toEqual([200, { goTo: '/home' }]);
  });

  test('is not done for a foreign page', async () => {
    const answer = await fixture.app.call('POST', '/api/shop/auth/logout', {
      headers: { origin: 'https://evil.example' },
    });
    expect(answer.status).toBe(403);
  });

  test('asks first when the product did not send the browser', async () => {
    const browser = new Browser();
    const { phone, password } = await makeAccount(fixture);
    await browser.send(await reachCallback(fixture, browser, { login: phone, password }));
    const page = await browser.send(`${fixture.identityUrl}/session/end`);
    expect(page.text).not.toContain('sign-out.js');
    expect(page.text).toContain('id="sign-out-now"');
  });
});

test('restarting the identity site ends no one’s session there', async () => {
  const { phone, password } = await makeAccount(fixture);
  const browser = new Browser();
  await browser.send(await reachCallback(fixture, browser, { login: phone, password }));
  await fixture.restartSite();
  const callback = await browser.follow(`${fixture.app.url}/api/shop/auth/login`, isCallback);
  expect((await browser.send(callback)).location?.pathname).toBe('/home');
});

test('nothing personal is in the log', () => {
  const all = fixture.logged.join('');
  expect(all).not.toMatch(/\+99890\d{7}/);
  expect(all).not.toContain('tulip-river');
  expect(all).not.toMatch(/code=|state=/);
});
