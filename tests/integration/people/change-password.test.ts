import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInOverHttp } from '#server/identity/index.ts';
import {
  Browser,
  isCallback,
  makeAccount,
  openSignInPage,
  reachCallback,
  startSignInApp,
  type SignInApp,
} from '../../fixtures/sign-in-app.ts';
import { eventually } from '../../fixtures/services.ts';

const PATH = '/api/shop/user/change-password';
const RETURN = '/profile?dialog=change-password';
const NEW = 'quiet-garden-7';

let fixture: SignInApp;
beforeAll(async () => {
  fixture = await startSignInApp({ rateLimitFactor: 1_000 });
});
afterAll(() => fixture?.close());

const hex = (password: string) => createHash('sha256').update(password).digest('hex');
const change = (cookie: string, password = NEW, headers: Record<string, string> = {}) =>
  fixture.app.call('POST', PATH, { cookie, body: { new_password: hex(password) }, headers });
const me = (cookie: string) => fixture.app.call('GET', '/api/shop/auth/me', { cookie });
const cookieOf = (browser: Browser) => browser.cookieHeader(fixture.app.url);

type Account = Awaited<ReturnType<typeof makeAccount>>;
const elsewhere = ({ phone }: Account, password: string) =>
  signInOverHttp({ publicUrl: fixture.app.url, identityUrl: fixture.identityUrl, login: phone, password });

/** Somebody who typed the password in this browser just now. */
async function signedIn() {
  const account = await makeAccount(fixture);
  const browser = new Browser();
  const { phone: login, password } = account;
  await browser.send(await reachCallback(fixture, browser, { login, password }));
  return { account, browser };
}

/** As if the password had been typed at the site so long ago; the product opens a session without asking for it. */
async function signInWithOldPassword(account: Account, browser: Browser, minutes: number): Promise<string> {
  const typedAt = Math.floor(Date.now() / 1_000) - minutes * 60;
  await sql`update identity_record set payload = jsonb_set(payload, '{loginTs}', to_jsonb(${typedAt}::int))
    where model = 'Session' and payload->>'accountId' = ${account.id}`.execute(fixture.database.db);
  await browser.send(await browser.follow(`${fixture.app.url}/api/shop/auth/login`, isCallback));
  return cookieOf(browser);
}

describe('changing the password', () => {
  test('lets the new one in, the old one no longer, and is written down', async () => {
    const { account, browser } = await signedIn();
    const cookie = cookieOf(browser);
    const answer = await change(cookie);
    expect([answer.status, answer.body]).toEqual([200, { changed: true }]);
    await expect(elsewhere(account, account.password)).rejects.toMatchObject({ reason: 'wrong-credentials' });
    const again = await elsewhere(account, NEW);
    const { id } = (await me(again)).body as { id: string };
    const written = await fixture.actions.ofPerson(id, {}, { limit: 5, offset: 0 });
    expect(written).toContainEqual(
      expect.objectContaining({ type: 'account', action: 'password-changed', result: 'done' }),
    );
  });

  test('revokes the tokens of programs, and ends what they have open', async () => {
    const { browser } = await signedIn();
    const cookie = cookieOf(browser);
    const { id } = (await me(cookie)).body as { id: string };
    const secret = `savdo_${'t'.repeat(43)}`;
    const { rows } = await fixture.database.pool.query(
      `insert into api_token (person_id, name, scope, token_hash, ending, session_began_at, expires_at)
       values ($1, 'bot', 'bid', $2, 'tttt', now(), now() + interval '7 days') returning id`,
      [id, createHash('sha256').update(secret).digest('hex')],
    );
    const { sessions } = fixture.app;
    const person = (await sessions.list(id))[0]!.person;
    const token = { id: rows[0].id as number, scope: 'bid' as const };
    const open = await sessions.openForToken(secret, person, { token, endsAtMs: Date.now() + 60_000 });
    expect((await sessions.list(id)).map(({ handle }) => handle)).not.toContain(open.handle);
    expect((await change(cookie)).status).toBe(200);
    expect(await sessions.findForRooms(open.handle)).toBeNull();
    const after = await fixture.database.pool.query('select revoked_at from api_token where person_id = $1', [
      id,
    ]);
    expect(after.rows[0].revoked_at).not.toBeNull();
  });

  test('announces that it was replaced, also with a code, for what is connected to the account', async () => {
    const { account, browser } = await signedIn();
    const cookie = cookieOf(browser);
    const { id } = (await me(cookie)).body as { id: string };
    const announced = async () =>
      (
        await fixture.database.pool.query(
          `select payload from outbox where topic = 'accounts.password-replaced' and payload->>'personId' = $1 order by id`,
          [id],
        )
      ).rows.map(({ payload }) => payload as { atMs: number });
    const before = Date.now();
    expect((await change(cookie)).status).toBe(200);
    expect((await announced())[0]?.atMs).toBeGreaterThanOrEqual(before);
    await fixture.passwords.wasReset(fixture.database.db, { accountId: account.id, atMs: before + 5 });
    expect((await announced())[1]).toEqual({ personId: id, atMs: before + 5 });
  });

  test.each([
    ['before', -1, true],
    ['after', 1, false],
  ])(
    'with a code revokes tokens of sessions begun %s it, however often it is heard of',
    async (_when, afterMs, revoked) => {
      const { account, browser } = await signedIn();
      const { id } = (await me(cookieOf(browser))).body as { id: string };
      const resetMs = Date.now();
      await fixture.database.pool.query(
        `insert into api_token (person_id, name, scope, token_hash, ending, session_began_at, expires_at)
         values ($1, 'bot', 'bid', $2, 'tttt', $3, now() + interval '7 days')`,
        [id, createHash('sha256').update(id).digest('hex'), new Date(resetMs + afterMs)],
      );
      await fixture.passwords.wasReset(fixture.database.db, { accountId: account.id, atMs: resetMs });
      const { rows } = await fixture.database.pool.query(
        'select revoked_at is not null as revoked from api_token where person_id = $1',
        [id],
      );
      expect(rows).toEqual([{ revoked }]);
    },
  );

  test('ends every other session at once, here and at the site, and this one goes on', async () => {
    const { account, browser } = await signedIn();
    const cookie = cookieOf(browser);
    const other = new Browser();
    const { phone: login, password } = account;
    await other.send(await reachCallback(fixture, other, { login, password }));
    const { id } = (await me(cookie)).body as { id: string };
    const ended: string[] = [];
    const stop = fixture.app.sessions.onChange(({ personId, kind }) => {
      if (personId === id) ended.push(kind);
    });
    expect((await change(cookie)).status).toBe(200);
    expect((await me(cookieOf(other))).status).toBe(401);
    expect((await me(cookie)).status).toBe(200);
    await eventually(() => ended.length > 0, 'the end of the other session to be announced');
    stop();
    expect(ended).toEqual(['ended']);
    // Its browser is asked for the password again.
    expect((await openSignInPage(fixture, other)).pathname).toMatch(/^\/interaction\//);
  });

  test('ends a sign-in that has shown the old password and not come back yet', async () => {
    const { account, browser } = await signedIn();
    const slow = new Browser();
    const page = await openSignInPage(fixture, slow);
    const { phone: login, password } = account;
    const shown = await slow.send(`${page.origin}${page.pathname}/sign-in`, { login, password });
    expect(shown.status).toBe(303);
    expect((await change(cookieOf(browser))).status).toBe(200);
    const reached = await slow.follow(shown.location ?? '', isCallback);
    expect(isCallback(reached)).toBe(false);
  });

  test('is refused when the password was typed longer ago, however new the session is', async () => {
    const { account, browser } = await signedIn();
    const fresh = await signInWithOldPassword(account, browser, 4);
    expect((await change(fresh)).status).toBe(200);
    const { account: late, browser: idle } = await signedIn();
    const cookie = await signInWithOldPassword(late, idle, 6);
    expect((await me(cookie)).status).toBe(200);
    const answer = await change(cookie);
    expect([answer.status, answer.body.ERROR.code]).toEqual([403, 'sign-in-again']);
    expect(await fixture.directory.authenticate(late.phone, late.password)).not.toBeNull();
  });

  test('is refused in a session of which no one said when the password was typed', async () => {
    const { account } = await signedIn();
    const person = (await fixture.accounts.byPhone(account.phone))[0]!;
    const { cookie } = await fixture.app.signIn({ personId: person.id });
    expect((await change(cookie)).body.ERROR.code).toBe('sign-in-again');
  });

  test('is left to the provider that keeps the password', async () => {
    const person = await fixture.accounts.prepare({
      issuer: 'https://id.example',
      subject: 'somebody',
      kind: 'natural',
      name: 'Somebody',
      phone: null,
      email: null,
      pinfl: null,
      stir: null,
      language: 'uz',
    });
    const { cookie } = await fixture.app.signIn({ personId: person.id });
    const answer = await change(cookie);
    expect([answer.status, answer.body.ERROR.code]).toEqual([409, 'password-elsewhere']);
    expect(answer.body.ERROR.details).toEqual({ url: 'https://id.example' });
  });

  test.each([
    ['a password as it was typed', NEW],
    ['capital letters', hex(NEW).toUpperCase()],
    ['a hash too short', hex(NEW).slice(1)],
    ['a hash too long', `${hex(NEW)}0`],
    ['something else than hex', `g${hex(NEW).slice(1)}`],
    ['the hash of nothing', hex('')],
    ['no text', 5],
  ])('is refused with %s', async (_what, sent) => {
    const { account, browser } = await signedIn();
    const cookie = cookieOf(browser);
    const answer = await fixture.app.call('POST', PATH, { cookie, body: { new_password: sent } });
    expect([answer.status, answer.body.ERROR.code]).toEqual([400, 'malformed']);
    expect(await fixture.directory.authenticate(account.phone, account.password)).not.toBeNull();
  });

  test('is not done for a page of another site', async () => {
    const { account, browser } = await signedIn();
    const cookie = cookieOf(browser);
    const foreign = { origin: 'https://evil.example' };
    expect((await change(cookie, NEW, foreign)).body.ERROR.code).toBe('foreign-origin');
    const form = await fixture.app.call('POST', PATH, {
      cookie,
      rawBody: `new_password=${hex(NEW)}`,
      headers: { ...foreign, 'content-type': 'application/x-www-form-urlencoded' },
      withoutOwnHeader: true,
    });
    expect(form.status).toBe(403);
    expect(await fixture.directory.authenticate(account.phone, account.password)).not.toBeNull();
  });
});

describe('renewing the sign-in', () => {
  const renewal = () => new URLSearchParams({ renew: '1', return: RETURN }).toString();

  test('asks for the password of the known person and comes back with a fresh time', async () => {
    const { account, browser } = await signedIn();
    const old = await signInWithOldPassword(account, browser, 60);
    const page = await openSignInPage(fixture, browser, renewal());
    const shown = (await browser.send(page)).text;
    expect(shown).toContain(`value="${account.phone}"`);
    expect(shown).not.toContain(`${page.pathname}/register`);
    const typed = { login: account.phone, password: account.password };
    const answer = await browser.send(`${page.origin}${page.pathname}/sign-in`, typed);
    const back = await browser.send(await browser.follow(answer.location ?? '', isCallback));
    expect(back.location?.href).toBe(`${fixture.app.url}${RETURN}`);
    expect((await me(old)).status).toBe(401);
    expect((await change(cookieOf(browser))).status).toBe(200);
  });

  test('does not take a wrong password, nor somebody else’s', async () => {
    const { account, browser } = await signedIn();
    const stranger = await makeAccount(fixture);
    const page = await openSignInPage(fixture, browser, renewal());
    const send = (login: string, password: string) =>
      browser.send(`${page.origin}${page.pathname}/sign-in`, { login, password });
    expect((await send(account.phone, 'not-the-one')).status).toBe(401);
    expect((await send(stranger.phone, stranger.password)).status).toBe(409);
  });

  test('is asked for whatever its person writes into the address of the sign-in', async () => {
    const { account, browser } = await signedIn();
    await signInWithOldPassword(account, browser, 60);
    const renewed = await browser.send(`${fixture.app.url}/api/shop/auth/login?${renewal()}`);
    const site = new URL(renewed.location ?? '');
    expect([...site.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri', 'ui_locales']);
    site.searchParams.set('prompt', 'none');
    site.searchParams.set('max_age', '86400');
    const page = await browser.follow(site, isCallback);
    expect((await browser.send(page)).text).toContain('type="password"');
  });

  test('leads back to an own path only', async () => {
    const query = new URLSearchParams({ renew: '1', return: 'https://evil.example/' }).toString();
    const answer = await fixture.app.call('GET', `/api/shop/auth/login?${query}`);
    expect([answer.status, answer.body.ERROR.code]).toEqual([400, 'auth.foreign-return']);
  });

  test('keeps the session when the person thinks better of it', async () => {
    const { browser } = await signedIn();
    const cookie = cookieOf(browser);
    const page = await openSignInPage(fixture, browser, renewal());
    const cancelled = await browser.send(`${page.origin}${page.pathname}/cancel`, {});
    const back = await browser.send(await browser.follow(cancelled.location ?? '', isCallback));
    expect(back.location?.href).toBe(`${fixture.app.url}${RETURN}`);
    expect((await me(cookie)).status).toBe(200);
  });
});

test('anyone who proved a printed password cannot choose over the one chosen meanwhile', async () => {
  const { phone, password } = await makeAccount(fixture, {
    password: 'ABCD-EFGH-JKLM-NPQR',
    passwordOnce: true,
  });
  const prove = async () => {
    const browser = new Browser();
    const page = await openSignInPage(fixture, browser);
    const base = `${page.origin}${page.pathname}`;
    await browser.send(`${base}/sign-in`, { login: phone, password });
    return (chosen: string) => browser.send(`${base}/new-password`, { password: chosen, repeat: chosen });
  };
  const [owner, other] = [await prove(), await prove()];
  await owner(NEW);
  await other('river-of-glass-9');
  expect(await fixture.directory.authenticate(phone, NEW)).not.toBeNull();
  expect(await fixture.directory.authenticate(phone, 'river-of-glass-9')).toBeNull();
});

describe('a form-encoded change', () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
  const send = (
    cookie: string,
    rawBody: string,
    headers: Record<string, string> = {},
    withoutOwnHeader = false,
  ) =>
    fixture.app.call('POST', PATH, { cookie, rawBody, withoutOwnHeader, headers: { ...FORM, ...headers } });

  test('is taken as the JSON one is', async () => {
    const { account, browser } = await signedIn();
    const answer = await send(cookieOf(browser), `new_password=${hex(NEW)}`);
    expect([answer.status, answer.body]).toEqual([200, { changed: true }]);
    expect(await fixture.directory.authenticate(account.phone, NEW)).not.toBeNull();
  });

  test.each([
    ['another site’s form', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a form that hides its origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a form of a neighbouring host', { 'sec-fetch-site': 'same-site' }],
    ['something that tells nothing of itself', {}],
  ])('is not taken from %s', async (_who, headers) => {
    const { account, browser } = await signedIn();
    const answer = await send(cookieOf(browser), `new_password=${hex(NEW)}`, headers, true);
    expect([answer.status, answer.body.ERROR.code]).toEqual([403, 'foreign-origin']);
    expect(await fixture.directory.authenticate(account.phone, account.password)).not.toBeNull();
  });

  test.each([
    'new_password=short',
    `new_password=${'ab'.repeat(32)}&new_password=${'cd'.repeat(32)}`,
    `new_password=${'ab'.repeat(32)}&role=administrator`,
    `new_password[a]=${'ab'.repeat(32)}`,
    `__proto__[x]=1&new_password=${'ab'.repeat(32)}`,
    Array.from({ length: 60 }, (_, at) => `f${at}=1`).join('&'),
    '',
  ])('is refused as "%s"', async (rawBody) => {
    const { account, browser } = await signedIn();
    expect((await send(cookieOf(browser), rawBody)).status).toBe(400);
    expect(await fixture.directory.authenticate(account.phone, account.password)).not.toBeNull();
  });

  test('is no way into calls that take JSON alone', async () => {
    const { browser } = await signedIn();
    const answer = await fixture.app.call('PUT', '/api/shop/auth/roles', {
      cookie: cookieOf(browser),
      rawBody: 'roles=buyer',
      headers: FORM,
    });
    expect(answer.status).toBe(415);
    const text = await send(cookieOf(browser), `new_password=${hex(NEW)}`, { 'content-type': 'text/plain' });
    expect(text.status).toBe(415);
  });
});
