import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createFactorChanges } from '#server/domains/people/accounts/factor-changes.ts';
import { createNotifications } from '#server/domains/content/notifications/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { SHIPPED_ISSUER } from '#server/identity/index.ts';
import { networkOf } from '#server/platform/http/client-address.ts';
import { createOneId } from '#server/identity/site/outside/one-id/one-id.ts';
import { challengeIn, formOf, messageTo, pinfl } from '../../fixtures/registrations.ts';
import {
  Browser,
  isCallback,
  makeAccount,
  openSignInPage,
  reachCallback,
  startSignInApp,
  type SignInApp,
} from '../../fixtures/sign-in-app.ts';
import { solvedProof } from '../../fixtures/solved-proof.ts';

const isHome = (url: URL) => url.pathname === '/home';
const withoutQuery = (url: URL) => `${url.origin}${url.pathname}`;

describe('OneID, as running integrations describe it', () => {
  /** What it answers to each grant; the two of a sign-in are those of its documents. */
  const DOCUMENTED: Record<string, [status: number, body: string]> = {
    one_authorization_code: [200, '{"access_token":"tok-1","expires_in":3600}'],
    one_access_token_identify: [
      200,
      `{"pin":"30101000000005","full_name":"ALIYEV ALI VALIYEVICH","first_name":"ALI","mob_phone_no":"998901234567",
        "pport_no":"AA1234567","birth_date":"1990-01-15","valid":"true","user_id":"aliyev_ali",
        "auth_method":"LEPKCSMETHOD","pkcs_legal_tin":"300000001","legal_info":[{"is_basic":true,"le_tin":"300000001"}]}`,
    ],
    one_log_out: [200, '{}'],
  };
  const RETURN = 'https://example.uz/auth/oneid';
  let answers = DOCUMENTED;
  const heard: Record<string, string>[] = [];
  const logged: string[] = [];
  let server: Server;
  let url = '';
  const logger = { warn: (about: object) => logged.push(JSON.stringify(about)), info: () => undefined };
  const oneIdAt = (address: string) =>
    createOneId(
      { url: address, clientId: 'shop_uz', clientSecret: 'the-secret', scope: 'shop_uz' },
      logger as never,
    );
  const identify = (change: typeof DOCUMENTED = {}) => {
    answers = { ...DOCUMENTED, ...change };
    heard.length = 0;
    return oneIdAt(url).identify('0b5f', RETURN);
  };
  beforeAll(async () => {
    server = createServer((req, res) => {
      let body = '';
      req.on('data', (part) => (body += part));
      req.on('end', () => {
        const fields = Object.fromEntries(new URLSearchParams(body));
        heard.push(fields);
        const [status, text] = answers[fields.grant_type!]!;
        res.writeHead(status, { 'content-type': 'application/json' }).end(text);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sso/oauth/Authorization.do`;
  });
  afterAll(() => void server.close());

  test('is asked for a code, a token and a profile, and its session is ended', async () => {
    const wish = { state: 'r4nd', redirectUri: RETURN };
    expect(oneIdAt('https://sso.egov.uz/sso/oauth/Authorization.do').authorizeUrl(wish)).toBe(
      'https://sso.egov.uz/sso/oauth/Authorization.do?response_type=one_code&client_id=shop_uz&redirect_uri=https%3A%2F%2Fexample.uz%2Fauth%2Foneid&scope=shop_uz&state=r4nd',
    );
    expect(await identify()).toEqual({
      profile: { pinfl: '30101000000005', name: 'ALIYEV ALI VALIYEVICH', phone: '+998901234567' },
    });
    await vi.waitFor(() => expect(heard).toHaveLength(3));
    const us = { client_id: 'shop_uz', client_secret: 'the-secret' };
    const token = { access_token: 'tok-1', scope: 'shop_uz' };
    expect(heard).toEqual([
      { grant_type: 'one_authorization_code', ...us, redirect_uri: RETURN, code: '0b5f' },
      { grant_type: 'one_access_token_identify', ...us, ...token },
      { grant_type: 'one_log_out', ...us, ...token },
    ]);
  });

  test.each([
    ['a profile without pin', { one_access_token_identify: [200, '{"full_name":"A"}'] }, 'no-pinfl'],
    ['a pin that is none', { one_access_token_identify: [200, '{"pin":"123"}'] }, 'no-pinfl'],
    [
      'a person not confirmed',
      { one_access_token_identify: [200, '{"pin":"30101000000005","valid":"false"}'] },
      'no-pinfl',
    ],
    [
      'a refusal',
      {
        one_authorization_code: [
          400,
          '{"status":400,"message":"ClientSecretException","error":"CLIENT_SECRET_NOT_FOUND"}',
        ],
      },
      'refused',
    ],
    ['a page in place of JSON', { one_authorization_code: [200, '<html></html>'] }, 'away'],
    ['a list in place of a profile', { one_access_token_identify: [200, '[]'] }, 'away'],
    ['a token that is missing', { one_authorization_code: [200, '{}'] }, 'away'],
    ['a fault of its own', { one_access_token_identify: [500, '{}'] }, 'away'],
  ] as [string, typeof DOCUMENTED, string][])('%s vouches for no one', async (_what, change, refused) => {
    expect(await identify(change)).toEqual({ refused });
  });

  test('states a name with marks that are not seen: they are taken out, and logged without the name', async () => {
    const answer = '{"pin":"30101000000005","full_name":"ALI\u202E YEV\u2800 ALI"}';
    expect(await identify({ one_access_token_identify: [200, answer] })).toMatchObject({
      profile: { name: 'ALI YEV ALI' },
    });
    expect(logged.at(-1)).toBe('{"way":"one-id"}');
  });

  test('that does not end its session has vouched all the same, and one that is away has not', async () => {
    expect(await identify({ one_log_out: [500, 'no'] })).toHaveProperty('profile');
    expect(await identify({ one_access_token_identify: [200, '{"pin":"30101000000005"}'] })).toEqual({
      profile: { pinfl: '30101000000005', name: '', phone: null },
    });
    expect(await oneIdAt('http://127.0.0.1:9/').identify('x', RETURN)).toEqual({ refused: 'away' });
    expect(logged.join()).toContain('CLIENT_SECRET_NOT_FOUND');
    expect(logged.join()).not.toMatch(/the-secret|tok-1|30101000000005/);
  });
});

describe('the sign-in site with OneID', () => {
  let fixture: SignInApp;
  beforeAll(async () => {
    fixture = await startSignInApp({ rateLimitFactor: 1_000, twins: true, staffSecondFactor: 'required' });
  });
  afterAll(() => fixture?.close());

  /** To OneID and back; the address it sends the browser to, which is not opened yet. */
  async function vouched(browser: Browser, pin: string, query?: string, name = 'ALIYEV ALI'): Promise<URL> {
    const page = await openSignInPage(fixture, browser, query);
    const there = (await browser.send(`${withoutQuery(page)}/oneid`)).location!;
    const state = there.searchParams.get('state')!;
    return (await browser.send(`${fixture.identityUrl}/pretend/oneid/choose`, { state, pinfl: pin, name }))
      .location!;
  }
  const isStop = (url: URL) =>
    /\/(register|sign-in|enrol|factor|home)$/.test(url.pathname) || isCallback(url);
  /** Signs in by OneID, until a page asks for something or the product is reached. */
  const arrive = async (browser: Browser, pin: string, query?: string) =>
    browser.follow(await vouched(browser, pin, query), isStop);
  const accountOf = async (browser: Browser, at: URL): Promise<string> => {
    await browser.follow(at, isHome);
    const { body } = await fixture.app.call('GET', '/api/shop/auth/me', {
      cookie: browser.cookieHeader(fixture.app.url),
    });
    return body.name as string;
  };

  test('registers somebody new with the number filled in, and signs them in by it from then on', async () => {
    const browser = new Browser();
    const phone = '+998935551001';
    const at = await arrive(browser, pinfl(901));
    expect(at.pathname).toMatch(/\/register$/);
    const { text } = await browser.send(at);
    expect(text).toContain(pinfl(901));
    const proof = await solvedProof(challengeIn(text));
    // What is typed in place of the proven number and name counts for nothing.
    await browser.send(withoutQuery(at), { ...formOf(phone, 902, { name: 'Somebody Else' }), proof });
    const { code } = await messageTo(fixture, phone);
    const answer = await browser.send(`${withoutQuery(at)}/code`, { code });
    expect(await accountOf(browser, answer.location!)).toBe('ALIYEV ALI');
    expect(await fixture.directory.byLogin(phone)).toMatchObject({ pinfl: pinfl(901), name: 'ALIYEV ALI' });

    const later = new Browser();
    const back = await arrive(later, pinfl(901));
    expect(isCallback(back)).toBe(true);
    expect(await accountOf(later, back)).toBe('ALIYEV ALI');
  });

  test('begun by strangers at the same address keep no one from it in a browser used before', async () => {
    const owner = await makeAccount(fixture);
    const known = new Browser();
    const there = async (browser: Browser) => {
      const page = await openSignInPage(fixture, browser);
      return browser.send(`${withoutQuery(page)}/oneid`);
    };
    const page = await openSignInPage(fixture, known);
    await known.send(`${withoutQuery(page)}/sign-in`, { login: owner.phone, password: owner.password });
    known.forget(fixture.identityUrl, 'savdo_id');
    const { redis, namespace } = fixture.app.jobs;
    const of = createHash('sha256').update(networkOf('127.0.0.1')).digest('base64url');
    const key = `${namespace}identity:outside:${of}`;
    await redis.set(key, 60_000, 'PX', 60_000);
    try {
      expect((await there(new Browser())).status).toBe(429);
      expect((await there(known)).location?.pathname).toMatch(/^\/pretend\/oneid/);
    } finally {
      await redis.del(key);
    }
  });

  test('takes over no account that only states the number: its own password links it, once', async () => {
    const owner = await makeAccount(fixture, { pinfl: pinfl(911), name: 'Right Owner' });
    const other = await makeAccount(fixture, { pinfl: pinfl(912) });
    const browser = new Browser();
    const at = await arrive(browser, pinfl(911));
    expect(at.pathname).toMatch(/\/sign-in$/);
    expect((await browser.send(at)).text).toContain('OneID shaxsingizni tasdiqladi');
    // A sign-in to another account links nothing.
    const wrong = await browser.send(withoutQuery(at), { login: other.phone, password: other.password });
    await accountOf(browser, wrong.location!);
    expect((await arrive(new Browser(), pinfl(911))).pathname).toMatch(/\/sign-in$/);

    const mine = new Browser();
    const page = await arrive(mine, pinfl(911));
    const right = await mine.send(withoutQuery(page), { login: owner.phone, password: owner.password });
    expect(await accountOf(mine, right.location!)).toBe('Right Owner');
    const later = new Browser();
    expect(await accountOf(later, await arrive(later, pinfl(911)))).toBe('Right Owner');
  });

  test('links after a code to the phone too, and no longer signs in once staff gave the account another number', async () => {
    const owner = await makeAccount(fixture, { pinfl: pinfl(921), name: 'Right Owner' });
    await fixture.directory.change(owner.id, { phoneConfirmed: true });
    const browser = new Browser();
    const page = withoutQuery(await arrive(browser, pinfl(921))).replace(/sign-in$/, 'reset');
    const proof = await solvedProof(challengeIn((await browser.send(page)).text));
    await browser.send(page, { login: owner.phone, proof });
    const { code } = await messageTo(fixture, owner.phone, 'reset-password');
    const next = await browser.send(`${page}/code`, { login: owner.phone, code });
    const password = 'quiet-garden-77';
    const done = await browser.send(next.location!, { password, repeat: password });
    expect(await accountOf(browser, done.location!)).toBe('Right Owner');
    expect(isCallback(await arrive(new Browser(), pinfl(921)))).toBe(true);

    await fixture.directory.change(owner.id, { pinfl: pinfl(922) });
    expect((await arrive(new Browser(), pinfl(921))).pathname).toMatch(/\/register$/);
    expect((await arrive(new Browser(), pinfl(922))).pathname).toMatch(/\/sign-in$/);
  });

  /** The page of what signs in to an account, after a new sign-in by its password. */
  async function managed(browser: Browser, who: { phone: string; password: string }): Promise<URL> {
    const page = await browser.follow(`${fixture.app.url}/api/shop/auth/login?factors=1&return=/home`);
    const { phone: login, password } = who;
    const typed = await browser.send(`${withoutQuery(page)}/sign-in`, { login, password });
    return browser.follow(typed.location!, (url) => url.pathname.endsWith('/factors'));
  }

  test('is unlinked by its owner after a new sign-in, with a message; the number stays theirs', async () => {
    const owner = await makeAccount(fixture, { pinfl: pinfl(961), name: 'Right Owner' });
    const person = await fixture.accounts.prepare({
      issuer: SHIPPED_ISSUER,
      subject: owner.id,
      kind: 'natural',
      name: 'Right Owner',
      language: 'uz',
      phone: owner.phone,
      email: null,
      pinfl: null,
      stir: null,
    });
    const browser = new Browser();
    expect((await browser.send(await managed(browser, owner))).text).toContain('Ulanmagan');
    const first = new Browser();
    const page = await arrive(first, pinfl(961));
    await first.send(withoutQuery(page), { login: owner.phone, password: owner.password });
    expect(isCallback(await arrive(new Browser(), pinfl(961)))).toBe(true);

    const at = await managed(browser, owner);
    const { text } = await browser.send(at);
    expect(text).toContain(`••••${pinfl(961).slice(-4)}`);
    expect(text).toMatch(/OneID tasdiqlagan · \d{2}\.\d{2}\.\d{4} \d{2}:\d{2} dan beri/);
    expect(text).not.toContain(pinfl(961));
    // Another one's number, a number that is none, and the browser of somebody who signed in to no such page.
    const unlink = (with_: Browser, number: string) => with_.send(`${withoutQuery(at)}/unlink`, { number });
    await unlink(browser, 'stir');
    await unlink(browser, 'id');
    expect((await unlink(new Browser(), 'pinfl')).status).toBe(410);
    expect(isCallback(await arrive(new Browser(), pinfl(961)))).toBe(true);
    // Twice, as by two tabs: one message.
    expect((await unlink(browser, 'pinfl')).location?.pathname).toBe(at.pathname);
    expect((await unlink(browser, 'pinfl')).location?.pathname).toBe(at.pathname);
    expect((await browser.send(at)).text).toContain('Ulanmagan');

    const { rows } = await fixture.database.pool.query(
      `select payload from outbox where topic = 'sign-in.factor-changed' and payload ->> 'accountId' = $1`,
      [owner.id],
    );
    expect(rows.map(({ payload }) => payload.change)).toEqual(['outside-unlinked']);
    const { db } = fixture.database;
    const changes = createFactorChanges({
      actions: fixture.actions,
      notify: createNotifications(db).notify,
    });
    await inTransaction(db, (tx) => changes.noticed(tx, rows[0].payload));
    // From the inbox it goes to the channels of everything about the account.
    const { rows: sent } = await fixture.database.pool.query(
      'select template, params from inbox_message where person_id = $1',
      [person.id],
    );
    expect(sent).toEqual([
      { template: 'second-factor-changed', params: { factorChange: 'outside-unlinked' } },
    ]);

    // OneID vouches for the number still: it leads to its owner's password, and never to another account.
    const later = new Browser();
    const asked = await arrive(later, pinfl(961));
    expect(asked.pathname).toMatch(/\/sign-in$/);
    await fixture.database.pool.query(
      'update identity_account set phone_confirmed_at = null, email_confirmed_at = null, vouched = false where id = $1',
      [owner.id],
    );
    expect((await arrive(new Browser(), pinfl(961))).pathname).toMatch(/\/sign-in$/);
    const again = await later.send(withoutQuery(asked), { login: owner.phone, password: owner.password });
    expect(await accountOf(later, again.location!)).toBe('Right Owner');
    expect(isCallback(await arrive(new Browser(), pinfl(961)))).toBe(true);
  });

  test('is not unlinked by somebody who came in by it: only a password shows that there is another way in', async () => {
    const owner = await makeAccount(fixture, { pinfl: pinfl(971) });
    const first = new Browser();
    const page = await arrive(first, pinfl(971));
    await first.send(withoutQuery(page), { login: owner.phone, password: owner.password });
    const browser = new Browser();
    const back = await vouched(browser, pinfl(971), 'factors=1&return=/home');
    const at = await browser.follow(back, (url) => url.pathname.endsWith('/factors'));
    const { text } = await browser.send(at);
    expect(text).toContain('avval telefon va parol bilan kiring');
    expect(text).not.toContain('/factors/unlink');
    const refused = await browser.send(`${withoutQuery(at)}/unlink`, { number: 'pinfl' });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('parol bilan kiring')]);
    expect(isCallback(await arrive(new Browser(), pinfl(971)))).toBe(true);
  });

  test('accepts the answer in the browser that asked, with its own state, once', async () => {
    const browser = new Browser();
    const back = await vouched(browser, pinfl(931));
    const onward = (await browser.send(back)).location!;
    // Somebody else's browser has no such sign-in, whatever address it was sent.
    expect((await new Browser().send(onward)).status).toBe(410);
    const tampered = new URL(onward);
    tampered.searchParams.set('state', `${back.searchParams.get('state')}x`);
    expect((await browser.send(tampered)).status).toBe(400);
    // The wrong state has used the right one up.
    expect((await browser.send(onward)).status).toBe(400);

    const [mine, theirs] = [new Browser(), new Browser()];
    const [own, foreign] = [await vouched(mine, pinfl(932)), await vouched(theirs, pinfl(933))];
    const swapped = (await mine.send(own)).location!;
    swapped.searchParams.set('code', foreign.searchParams.get('code')!);
    swapped.searchParams.set('state', foreign.searchParams.get('state')!);
    expect((await mine.send(swapped)).status).toBe(400);
    expect((await mine.send(`${fixture.identityUrl}/oneid/return?state=nothing&code=1`)).status).toBe(404);
  });

  test('reads why somebody is not signed in: no number, no code, a shut account', async () => {
    const browser = new Browser();
    const none = await browser.follow(await vouched(browser, ''));
    expect((await browser.send(none)).status).toBe(400);
    const cancelled = await vouched(browser, pinfl(941));
    cancelled.searchParams.delete('code');
    const page = await browser.send((await browser.send(cancelled)).location!);
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('rad etdi')]);
    const owner = await makeAccount(fixture, { pinfl: pinfl(942) });
    await fixture.directory.setDisabled(owner.id, true);
    const shut = await browser.send((await browser.send(await vouched(browser, pinfl(942)))).location!);
    expect([shut.status, shut.text]).toEqual([403, expect.stringContaining('yopilgan')]);
  });

  test('still asks staff for the second factor, and never replaces a password that is asked for again', async () => {
    const who = await makeAccount(fixture, { pinfl: pinfl(951) });
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
    const first = new Browser();
    const page = await arrive(first, pinfl(951));
    const typed = await first.send(withoutQuery(page), { login: who.phone, password: who.password });
    await first.follow(typed.location!, (url) => url.pathname.endsWith('/enrol'));
    const browser = new Browser();
    const at = await browser.follow(await vouched(browser, pinfl(951)), (url) =>
      /\/enrol$|\/home$/.test(url.pathname),
    );
    expect(at.pathname).toMatch(/\/enrol$/);
    const { body } = await fixture.app.call('GET', '/api/shop/auth/me', {
      cookie: browser.cookieHeader(fixture.app.url),
    });
    expect(body).toMatchObject({ roles: [], withheldRoles: ['operator'] });

    const again = await browser.follow(`${fixture.app.url}/api/shop/auth/login?renew=1&return=/home`);
    expect((await browser.send(again)).text).not.toContain('/oneid');
    expect((await browser.send(`${withoutQuery(again)}/oneid`)).location?.pathname).toBe(again.pathname);
  });

  test('is not offered where it is not configured, and while it is away passwords sign in', async () => {
    const who = await makeAccount(fixture);
    const dead = { url: 'http://127.0.0.1:9/', clientId: 'x', clientSecret: 'x', scope: 'x' };
    fixture.config.oneId = dead;
    await fixture.restartSite();
    const browser = new Browser();
    const page = await openSignInPage(fixture, browser);
    const there = (await browser.send(`${withoutQuery(page)}/oneid`)).location!;
    const query = new URLSearchParams({ code: 'x', state: there.searchParams.get('state')! });
    const away = await browser.send(`${withoutQuery(page)}/oneid/return?${query}`);
    expect([away.status, away.text]).toEqual([503, expect.stringContaining('javob bermayapti')]);
    expect((await fetch(`${fixture.identityUrl}/pretend/oneid`)).status).toBe(404);
    expect(
      isCallback(await reachCallback(fixture, browser, { login: who.phone, password: who.password })),
    ).toBe(true);

    fixture.config.oneId = null;
    fixture.config.sandboxesAllowed = false;
    await fixture.restartSite();
    const bare = await openSignInPage(fixture, new Browser());
    expect((await fetch(bare)).status).toBe(410);
    const visitor = new Browser();
    const plain = await openSignInPage(fixture, visitor);
    expect((await visitor.send(plain)).text).not.toContain('/oneid');
    expect((await visitor.send(`${withoutQuery(plain)}/oneid`)).status).toBe(404);
  });
});
