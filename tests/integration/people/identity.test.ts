import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#shared/i18n/languages.ts';
import { purgeRecords } from '#server/identity/site/site-sessions.repository.ts';
import { localeTexts } from '../../fixtures/locale-files.ts';
import { openRegistration, pinfl, registered } from '../../fixtures/registrations.ts';
import {
  Browser,
  makeAccount,
  openSignInPage,
  reachCallback,
  startSignInApp,
  type SignInApp,
} from '../../fixtures/sign-in-app.ts';

let fixture: SignInApp;
beforeAll(async () => {
  fixture = await startSignInApp({ rateLimitFactor: 1_000 });
});
afterAll(() => fixture?.close());

const NATURAL = {
  kind: 'natural',
  name: 'Zulfiya Oʻktamova',
  pinfl: '',
  organisation: '',
  stir: '',
  phone: '+998 91 000-00-01',
  email: 'zulfiya@example.uz',
  password: 'tulip-river-42',
  repeat: 'tulip-river-42',
};

const registrationPage = (browser?: Browser) => openRegistration(fixture, browser);

test('a name with marks that are not seen is stored without them at sign-in, and the log of actions says so', async () => {
  const { phone, password } = await makeAccount(fixture, { name: 'Anvar\u202E\u200B Namuna\u2066' });
  const browser = new Browser();
  await browser.send(await reachCallback(fixture, browser, { login: phone, password }));
  const cookie = browser.cookieHeader(fixture.app.url);
  const me = await fixture.app.call('GET', '/api/shop/auth/me', { cookie });
  expect(me.body).toMatchObject({ name: 'Anvar Namuna' });
  const { rows } = await fixture.database.pool.query(
    `select result, reason from person_action where person_id = $1 and action = 'name-cleaned'`,
    [me.body.id],
  );
  expect(rows).toEqual([{ result: 'done', reason: 'hidden-marks' }]);
});

describe('registration', () => {
  test('of a natural person signs in with the code, with the claims the product needs', async () => {
    const { cookie } = await registered(fixture, { ...NATURAL, pinfl: pinfl(1) });
    const me = await fixture.app.call('GET', '/api/shop/auth/me', { cookie });
    expect(me.body).toMatchObject({ name: NATURAL.name, userName: '+998910000001', kind: 'natural' });
    const person = await fixture.accounts.byId(me.body.id as string);
    expect(person).toMatchObject({
      pinfl: pinfl(1),
      stir: null,
      phoneConfirmed: true,
      email: NATURAL.email,
      emailConfirmed: false,
    });
  });

  test('of a legal entity keeps its STIR and its name', async () => {
    const form = { ...NATURAL, kind: 'legal', organisation: '«Test» MCHJ', stir: '300 000 001' };
    const { cookie } = await registered(fixture, { ...form, phone: '910000002', email: 'mchj@example.uz' });
    const me = await fixture.app.call('GET', '/api/shop/auth/me', { cookie });
    expect(me.body).toMatchObject({ name: '«Test» MCHJ', kind: 'legal' });
    expect(await fixture.accounts.byId(me.body.id as string)).toMatchObject({
      stir: '300000001',
      pinfl: null,
    });
  });

  const wrong: [string, Record<string, string>, string][] = [
    ['no name', { name: ' ' }, 'name'],
    ['a name with digits', { name: 'R2D2' }, 'name'],
    ['a name with markup', { name: '<b>Ali</b>' }, 'name'],
    ['a PINFL of 13 digits', { pinfl: '3010100000000' }, 'pinfl'],
    ['a PINFL with a wrong check digit', { pinfl: '30101000000006' }, 'pinfl'],
    ['no PINFL', { pinfl: '' }, 'pinfl'],
    ['a foreign phone', { phone: '+7 901 123 45 67' }, 'phone'],
    ['no phone', { phone: '' }, 'phone'],
    ['no e-mail', { email: '' }, 'email'],
    ['a broken e-mail', { email: 'ali@example' }, 'email'],
    ['a short password', { password: 'q!7', repeat: 'q!7' }, 'password'],
    ['a common password', { password: 'password1', repeat: 'password1' }, 'password'],
    ['its own phone as password', { password: 'a919990000', repeat: 'a919990000' }, 'password'],
    ['another repeated password', { repeat: 'tulip-river-43' }, 'repeat'],
    [
      'a person’s STIR as a legal entity',
      { kind: 'legal', organisation: 'X MCHJ', stir: '412345678' },
      'stir',
    ],
    ['no organisation', { kind: 'legal', stir: '300000002' }, 'organisation'],
  ];
  test.each(wrong)('with %s says so beside the field and loses nothing', async (_what, change, field) => {
    const { post } = await registrationPage();
    const form = { ...NATURAL, pinfl: pinfl(99), phone: '+998919990000', email: 'w@example.uz', ...change };
    const answer = await post(form);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(`id="${field}-problem"`);
    expect(answer.text.match(/class="problem"/g)).toHaveLength(1);
    for (const stored of [form.email, form.phone || '+998 '])
      expect(answer.text).toContain(`value="${stored}"`);
    expect(answer.text).not.toContain(form.password);
    expect(answer.text).not.toContain('<b>Ali');
  });

  test('keeps what was typed when the language is switched', async () => {
    const { post } = await registrationPage();
    const answer = await post({ ...NATURAL, switch: 'ru' });
    expect([answer.status, answer.text.includes('lang="ru"')]).toEqual([200, true]);
    expect(answer.text).toContain('Регистрация');
    expect(answer.text).toContain(`value="${NATURAL.email}"`);
    expect(answer.text).not.toContain('class="problem"');
  });

  test('is not taken from a foreign page', async () => {
    const { post } = await registrationPage();
    expect((await post(NATURAL, '', { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(NATURAL, '', { origin: 'null' })).status).toBe(403);
  });
});

describe('the pages', () => {
  test.each(LANGUAGES)('speak %s when the product asks for it', async (language) => {
    const browser = new Browser();
    browser.put(fixture.app.url, 'savdo_lang', language);
    const page = await browser.send(await openSignInPage(fixture, browser));
    expect(page.text).toContain(`<html lang="${language}">`);
  });

  test('have the same texts in every language', () => {
    const files = LANGUAGES.map((language) => localeTexts(language, 'sign-in') as Record<string, string>);
    const places = (text: string | undefined) => (text?.match(/\{\w+\}/g) ?? []).sort().join();
    for (const texts of files) {
      expect(Object.keys(texts)).toEqual(Object.keys(files[0]!));
      for (const [key, text] of Object.entries(texts)) expect(places(text)).toBe(places(files[0]![key]));
      expect(Object.values(texts).every((text) => text.trim() !== '')).toBe(true);
    }
  });

  test('carry a policy without inline scripts and are not stored by caches', async () => {
    const browser = new Browser();
    const { headers, text } = await browser.send(await openSignInPage(fixture, browser));
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain(`form-action 'self' ${fixture.app.url}`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).not.toMatch(/<script(?![^>]*src=)/);
  });

  test('have their own cookies, hidden from scripts', async () => {
    const browser = new Browser();
    const page = await openSignInPage(fixture, browser);
    const cookies = browser.cookieHeader(page);
    expect(cookies).toContain('savdo_id_step=');
    expect(browser.setCookieLine(page, 'savdo_id_step')?.toLowerCase()).toMatch(
      /httponly.*samesite=lax|samesite=lax.*httponly/,
    );
    expect(cookies).not.toContain('savdo_session');
  });

  test('offer the way back when the sign-in is over or unknown', async () => {
    const answer = await new Browser().send(`${fixture.identityUrl}/interaction/unknown`);
    expect(answer.status).toBe(410);
    expect(answer.text).toContain(`${fixture.app.url}/api/shop/auth/login?return=/home`);
    expect((await new Browser().send(`${fixture.identityUrl}/no-such-page`)).status).toBe(404);
    expect((await new Browser().send(`${fixture.identityUrl}/assets/site.css`)).status).toBe(200);
  });
});

test('what has expired is removed, what lives is not', async () => {
  const { db, pool } = fixture.database;
  await pool.query(
    `insert into identity_record (model, id, payload, expires_at) values
       ('Session', 'gone', '{}', now() - interval '1 second'),
       ('Session', 'alive', '{}', now() + interval '1 hour'),
       ('Session', 'endless', '{}', null)`,
  );
  expect(await purgeRecords(db)).toBeGreaterThanOrEqual(1);
  const { rows } = await pool.query(
    "select id from identity_record where id in ('gone', 'alive', 'endless')",
  );
  expect(rows.map((row: { id: string }) => row.id).sort()).toEqual(['alive', 'endless']);
});

describe('a session of the site', () => {
  async function signedInBrowser() {
    const account = await makeAccount(fixture);
    const browser = new Browser();
    await browser.send(
      await reachCallback(fixture, browser, { login: account.phone, password: account.password }),
    );
    const arrives = async () => (await openSignInPage(fixture, browser)).pathname;
    expect(await arrives()).toBe('/home');
    return { account, arrives };
  }

  test('ends with a new password, so that the old one opens nothing silently', async () => {
    const { account, arrives } = await signedInBrowser();
    await fixture.directory.setPassword(account.id, 'quiet-garden-7');
    expect(await arrives()).toMatch(/^\/interaction\//);
  });

  test('ends when the account is disabled', async () => {
    const { account, arrives } = await signedInBrowser();
    await fixture.directory.setDisabled(account.id, true);
    expect(await arrives()).toMatch(/^\/interaction\//);
  });
});

describe('the provider', () => {
  const authorization = (change: Record<string, string | null>) => {
    const parameters: Record<string, string | null> = {
      client_id: 'savdo',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: `${fixture.app.url}/api/shop/auth/callback`,
      state: 'some-state',
      code_challenge: createHash('sha256').update('verifier').digest('base64url'),
      code_challenge_method: 'S256',
      ...change,
    };
    const given = Object.entries(parameters).flatMap(([name, value]) =>
      value === null ? [] : [[name, value]],
    );
    return new Browser().send(`${fixture.identityUrl}/auth?${new URLSearchParams(given).toString()}`);
  };

  test('starts a sign-in for the product', async () => {
    expect((await authorization({})).location?.pathname).toMatch(/^\/interaction\//);
  });

  test.each([
    ['PKCE', { code_challenge: null, code_challenge_method: null }],
    [
      'the S256 method',
      { code_challenge: 'plain-text-of-the-verifier-of-forty-three-1', code_challenge_method: 'plain' },
    ],
  ])('insists on %s', async (_what, change) => {
    const answer = await authorization(change);
    expect(answer.location?.searchParams.get('error')).toBe('invalid_request');
  });

  test.each([
    ['another address', { redirect_uri: 'https://evil.example/callback' }],
    ['a longer address', { redirect_uri: 'PLUS/extra' }],
    ['an unknown client', { client_id: 'somebody' }],
  ])('sends no one to %s', async (_what, change) => {
    const redirect = change as Record<string, string>;
    const fixed =
      redirect.redirect_uri === 'PLUS/extra'
        ? { redirect_uri: `${fixture.app.url}/api/shop/auth/callback/extra` }
        : redirect;
    const answer = await authorization(fixed);
    expect([answer.status, answer.location]).toEqual([400, null]);
    expect(answer.text).not.toContain('evil.example');
  });

  test('gives tokens only to the client with its secret', async () => {
    const answer = await fetch(`${fixture.identityUrl}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('savdo:wrong').toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: randomBytes(16).toString('hex'),
        redirect_uri: `${fixture.app.url}/api/shop/auth/callback`,
        code_verifier: 'v'.repeat(43),
      }),
    });
    expect(answer.status).toBe(401);
  });

  test('gives tokens for a code once, however many ask at the same moment', async () => {
    const { phone, password } = await makeAccount(fixture);
    const callback = await reachCallback(fixture, new Browser(), { login: phone, password });
    const key = `${fixture.app.jobs.namespace}sign-in:${callback.searchParams.get('state')}`;
    const stored = JSON.parse((await fixture.app.jobs.redis.get(key)) ?? '') as { codeVerifier: string };
    const { clientId, clientSecret } = fixture.config.signIn;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        fetch(`${fixture.identityUrl}/token`, {
          method: 'POST',
          headers: {
            authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
          },
          body: new URLSearchParams({
            grant_type: 'authorization_code',
            code: callback.searchParams.get('code') ?? '',
            redirect_uri: `${fixture.app.url}/api/shop/auth/callback`,
            code_verifier: stored.codeVerifier,
          }),
        }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
  });

  test('keeps its keys over a restart and shows the public halves only', async () => {
    const read = async () =>
      (await (await fetch(`${fixture.identityUrl}/jwks`)).json()) as { keys: Record<string, string>[] };
    const before = await read();
    await fixture.restartSite();
    expect(await read()).toEqual(before);
    expect(before.keys).toHaveLength(1);
    expect(before.keys[0]).not.toHaveProperty('d');
  });
});
