import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFactors, SHIPPED_ISSUER } from '#server/identity/index.ts';
import { totpStep } from '#server/identity/site/factors/totp.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { registerContract } from '#server/platform/http/index.ts';
import { authenticationExtra } from '#server/platform/sessions/index.ts';
import { roomActionLog } from '#shared/api/console/console-rooms.ts';
import type { Role } from '#shared/api/contract.ts';
import { attestStaff } from '../../fixtures/attested-staff.ts';
import { accountChangesIn } from '../../fixtures/shut-account.ts';
import {
  Browser,
  isCallback,
  makeAccount,
  startSignInApp,
  type SignInApp,
} from '../../fixtures/sign-in-app.ts';

let fixture: SignInApp;
beforeAll(async () => {
  fixture = await startSignInApp({ staffSecondFactor: 'required' });
  // What reaches a handler is not found: 404 is the answer to callers who may.
  registerContract(fixture.app.app, { ...roomActionLog, refusals: { 404: ['not-found'] } }, () => {
    throw notFound();
  });
});
afterAll(() => fixture?.close());

type Account = Awaited<ReturnType<typeof makeAccount>> & { personId: string };

/** A member of staff with an account of the site. */
async function staff(roles: Role[] = ['operator']): Promise<Account> {
  const account = await makeAccount(fixture);
  const { id: subject, phone, email } = account;
  const person = await fixture.accounts.prepare({
    issuer: SHIPPED_ISSUER,
    subject,
    kind: 'natural',
    name: 'Xodim Namunayev',
    language: 'uz',
    phone,
    email,
    pinfl: null,
    stir: null,
  });
  await fixture.accounts.setRoles(person.id, roles);
  await attestStaff(fixture.database, person.id);
  return { ...account, personId: person.id };
}

const codeAt = (secret: string, atMs: number) =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({ timestamp: atMs });

const withoutQuery = (url: URL) => `${url.origin}${url.pathname}`;
const isHome = (url: URL) => url.pathname === '/home';

/** Types the password; returns the page that follows it. */
async function typePassword(browser: Browser, who: Account, query = 'return=/home'): Promise<URL> {
  const page = await browser.follow(`${fixture.app.url}/api/shop/auth/login?${query}`);
  const answer = await browser.send(`${withoutQuery(page)}/sign-in`, {
    login: who.phone,
    password: who.password,
  });
  return browser.follow(answer.location!, isHome);
}

const setupKeyOf = (page: string) => /setup-key">([^<]+)</.exec(page)![1]!;

/** Sets an application up on the page that a sign-in led to; what its owner then has. */
interface Enrolled {
  secret: string;
  codes: string[];
  /** The code that the application was set up with. */
  used: string;
  done: URL;
}

async function enrol(browser: Browser, page: URL): Promise<Enrolled> {
  const app = withoutQuery(page).replace(/enrol$/, 'enrol/app');
  const shown = (await browser.send(app)).text;
  const secret = setupKeyOf(shown).replaceAll(' ', '');
  const used = codeAt(secret, Date.now());
  const answer = await browser.send(app, { code: used });
  const codes = [...answer.text.matchAll(/<code>([A-Z0-9-]{19})<\/code>/g)].map(([, code]) => code!);
  const finished = await browser.send(app.replace(/app$/, 'done'), {});
  return { secret, codes, used, done: await browser.follow(finished.location!, isHome) };
}

/** A member of staff who has set an application up. */
async function enrolled(roles?: Role[]) {
  const who = await staff(roles);
  const browser = new Browser();
  const page = await typePassword(browser, who);
  return { who, browser, page, ...(await enrol(browser, page)) };
}

/** As if time had passed: the code of this step was not used yet. */
const forgetSteps = ({ id }: Account) =>
  fixture.database.pool.query('update identity_totp set last_step = 0 where account_id = $1', [id]);

async function called(browser: Browser, method: 'GET' | 'POST', path: string) {
  const { status, body } = await fixture.app.call(method, path, {
    cookie: browser.cookieHeader(fixture.app.url),
    ...(method === 'POST' ? { body: {} } : {}),
  });
  return [status, body.ERROR?.code];
}
const READ = '/api/console/rooms/1/actions';
const DECIDE = '/api/console/refunds/1/approve';
const me = async (browser: Browser) =>
  (await fixture.app.call('GET', '/api/shop/auth/me', { cookie: browser.cookieHeader(fixture.app.url) }))
    .body;

describe('staff', () => {
  test('who typed a password only are led to set a second factor up, and have no rights before', async () => {
    const who = await staff();
    const browser = new Browser();
    const page = await typePassword(browser, who);
    expect(page.pathname).toMatch(/\/enrol$/);
    // Signed in already, as somebody without rights.
    expect(await me(browser)).toMatchObject({ roles: [], withheldRoles: ['operator'] });
    expect(await called(browser, 'GET', READ)).toEqual([403, 'second-factor']);

    // The secret stays the same after a mistake: the application has read it already.
    const app = withoutQuery(page).replace(/enrol$/, 'enrol/app');
    const before = (await browser.send(app)).text;
    const mistaken = await browser.send(app, { code: '000000' });
    expect([mistaken.status, mistaken.text]).toEqual([422, expect.stringContaining(setupKeyOf(before))]);
    const { secret, codes, done } = await enrol(browser, page);
    expect([done.pathname, new Set(codes).size]).toEqual(['/home', 10]);
    expect(await me(browser)).toMatchObject({ roles: ['operator'], factorPage: true });
    expect(await called(browser, 'GET', READ)).toEqual([404, 'not-found']);

    // Neither the secret nor a code is in the database as it is.
    const { rows } = await fixture.database.pool.query(
      `select encode(t.secret, 'hex') as secret, string_agg(c.hash, ' ') as hashes from identity_totp t
       join identity_recovery_code c using (account_id) where account_id = $1 group by 1`,
      [who.id],
    );
    expect(rows[0].secret).not.toContain(Buffer.from(Secret.fromBase32(secret).bytes).toString('hex'));
    for (const code of codes) expect(rows[0].hashes).not.toContain(code);
  });

  test('show the factor at each sign-in; a used, wrong or unknown code gets one answer', async () => {
    const { who, secret, codes, used } = await enrolled();
    const browser = new Browser();
    const page = await typePassword(browser, who);
    expect(page.pathname).toMatch(/\/factor$/);
    const show = (code: string) => browser.send(withoutQuery(page), { code });
    const refused = [];
    for (const code of [used, '000000', 'ABCD-EFGH-JKMN-PQRS']) refused.push(await show(code));
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(new Set(refused.map(({ text }) => text)).size).toBe(1);
    const next = codeAt(secret, Date.now() + 30_000);
    const right = await show(next);
    expect((await browser.follow(right.location!, isHome)).pathname).toBe('/home');
    expect(await called(browser, 'GET', READ)).toEqual([404, 'not-found']);

    const other = new Browser();
    const again = await typePassword(other, who);
    expect((await other.send(withoutQuery(again), { code: next })).status).toBe(401);
    const spelled = codes[0]!.toLowerCase().replaceAll('-', ' ');
    const recovered = await other.send(withoutQuery(again), { code: spelled });
    expect((await other.follow(recovered.location!, isHome)).pathname).toBe('/home');
    expect((await openFactors(fixture.database).of(who.id)).codesLeft).toBe(9);
    const third = new Browser();
    const last = await typePassword(third, who);
    expect((await third.send(withoutQuery(last), { code: codes[0]! })).status).toBe(401);
  });

  test('are stopped after five wrong codes, with the right one too', async () => {
    const { who, secret } = await enrolled();
    await forgetSteps(who);
    const browser = new Browser();
    const page = await typePassword(browser, who);
    for (let i = 0; i < 5; i += 1)
      expect((await browser.send(withoutQuery(page), { code: `00000${i}` })).status).toBe(401);
    const stopped = await browser.send(withoutQuery(page), { code: codeAt(secret, Date.now()) });
    expect([stopped.status, Number(stopped.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  test('whose password is replaced between the password and the factor begin again', async () => {
    const { who, secret } = await enrolled();
    await forgetSteps(who);
    const browser = new Browser();
    const page = await typePassword(browser, who);
    await fixture.directory.setPassword(who.id, 'another-river-43');
    const answer = await browser.send(withoutQuery(page), { code: codeAt(secret, Date.now()) });
    expect([answer.status, answer.location?.pathname]).toEqual([303, page.pathname.replace(/\/factor$/, '')]);
    // Nothing of it opens a page behind the password.
    expect((await browser.send(withoutQuery(page).replace(/factor$/, 'enrol'))).status).toBe(303);
  });

  test('decide about money with a password and a factor shown just now, and read without', async () => {
    const { who, browser, secret } = await enrolled();
    expect(await called(browser, 'POST', DECIDE)).toEqual([404, 'not-found']);
    const stale = await fixture.app.signIn(
      { personId: who.personId, roles: ['operator'] },
      authenticationExtra({ atMs: Date.now() - 301_000, secondFactor: true }),
    );
    const asStale = (method: 'GET' | 'POST', path: string) =>
      fixture.app.call(method, path, { cookie: stale.cookie, ...(method === 'POST' ? { body: {} } : {}) });
    expect((await asStale('POST', DECIDE)).body.ERROR.code).toBe('sign-in-again');
    expect((await asStale('GET', READ)).status).toBe(404);
    // Renewed with both; the password alone does not finish it.
    await forgetSteps(who);
    const page = await typePassword(browser, who, 'renew=1&return=/home');
    expect(page.pathname).toMatch(/\/factor$/);
    const shown = await browser.send(withoutQuery(page), { code: codeAt(secret, Date.now()) });
    await browser.follow(shown.location!, isHome);
    expect(await called(browser, 'POST', DECIDE)).toEqual([404, 'not-found']);
    // Without a factor no age of the password helps.
    const plain = await fixture.app.signIn({ personId: who.personId, roles: ['operator'] });
    const refused = await fixture.app.call('POST', DECIDE, { cookie: plain.cookie, body: {} });
    expect(refused.body.ERROR.code).toBe('second-factor');
    expect((await fixture.app.sessions.read(plain.cookie.split('=')[1]))?.person.roles).toEqual([]);
  });
});

test('codes of the time step before and after are taken, and none further away', () => {
  const secret = Secret.fromBase32('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
  const bytes = new Uint8Array(secret.bytes);
  const nowMs = 1_800_000_000_000;
  const steps = [-2, -1, 0, 1, 2].map((step) =>
    totpStep(bytes, codeAt(secret.base32, nowMs + step * 30_000), nowMs),
  );
  expect(steps).toEqual([null, 59_999_999, 60_000_000, 60_000_001, null]);
});

test('people change their factors after a new sign-in, and by the session of the site alone not', async () => {
  const { who, browser, secret, codes } = await enrolled();
  await forgetSteps(who);
  const page = await typePassword(browser, who, 'factors=1&return=/home');
  const shown = await browser.send(withoutQuery(page), { code: codeAt(secret, Date.now()) });
  const managed = await browser.follow(shown.location!);
  expect(managed.pathname).toMatch(/\/factors$/);
  const renewed = await browser.send(`${withoutQuery(managed)}/codes`, {});
  expect([...renewed.text.matchAll(/<code>[A-Z0-9-]{19}<\/code>/g)]).toHaveLength(10);
  for (const code of codes) expect(renewed.text).not.toContain(code);
  const done = await browser.send(`${withoutQuery(managed)}/done`, {});
  expect((await browser.follow(done.location!, isHome)).pathname).toBe('/home');
  expect(await called(browser, 'GET', READ)).toEqual([404, 'not-found']);

  // The request without its sign-in, in the same browser, whose session at the site is good.
  const asked = await browser.send(`${fixture.app.url}/api/shop/auth/login?factors=1&return=/home`);
  const edited = asked.location!;
  edited.searchParams.set('prompt', 'factors');
  const again = await browser.follow(edited, isCallback);
  expect((await browser.send(again)).text).toContain('type="password"');
  // … and as one that nothing at the product belongs to.
  const forged = new URL('/auth', fixture.identityUrl);
  const made = {
    client_id: 'savdo',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${fixture.app.url}/api/shop/auth/callback`,
    prompt: 'factors',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(made)) forged.searchParams.set(name, value);
  const back = await browser.follow(forged, isCallback);
  expect([isCallback(back), back.searchParams.get('error')]).toEqual([true, 'access_denied']);
});

test('a lost factor is reset by two administrators, which ends all sessions and informs its owner', async () => {
  const { who, browser } = await enrolled(['moderator']);
  const [one, two] = [await staff(['administrator']), await staff(['administrator'])];
  const changes = accountChangesIn(fixture.database, fixture.app.sessions);
  const by = ({ personId }: Account) => ({
    personId,
    name: 'Admin',
    roles: ['administrator'] as const,
    address: '192.0.2.1',
  });
  const wish = {
    kind: 'reset-factor',
    role: null,
    reason: 'Telefon yoʻqolgan',
    evidence: 'Letter 5',
  } as const;
  await changes.decide(who.personId, wish, by(one));
  expect(await openFactors(fixture.database).has(who.id)).toBe(true);
  const { items } = await changes.list('waiting', { page: 1, size: 5 }, by(two));
  const id = items.find(({ person }) => person.id === who.personId)!.id;
  await expect(changes.approve(id, by(one))).rejects.toMatchObject({ code: 'accounts.second-person' });
  await changes.approve(id, by(two));
  expect(await openFactors(fixture.database).of(who.id)).toEqual({
    appSince: null,
    passkeys: [],
    codesLeft: 0,
  });
  expect(await called(browser, 'GET', READ)).toEqual([401, 'session-over.factor-reset']);
  const { rows } = await fixture.database.pool.query(
    'select template from inbox_message where person_id = $1',
    [who.personId],
  );
  expect(rows).toContainEqual({ template: 'second-factor-reset' });
  await expect(changes.decide(who.personId, wish, by(one))).rejects.toMatchObject({
    code: 'accounts.already',
  });
  // The next sign-in sets another one up.
  expect((await typePassword(browser, who)).pathname).toMatch(/\/enrol$/);
});
