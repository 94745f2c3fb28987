import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import { signInOverHttp } from '#server/identity/index.ts';
import { createSignInLimits } from '#server/identity/site/sign-in-limits.ts';
import { eventually } from '../../fixtures/services.ts';
import {
  Browser,
  isCallback,
  makeAccount,
  openSignInPage,
  reachCallback,
  startSignInApp,
  type SignInApp,
} from '../../fixtures/sign-in-app.ts';
import { asking } from '../../fixtures/asking.ts';
import { shutAccount } from '../../fixtures/shut-account.ts';
import { solvedProof } from '../../fixtures/solved-proof.ts';

const NEW = 'quiet-garden-77';

let fixture: SignInApp;
beforeAll(async () => {
  fixture = await startSignInApp({ rateLimitFactor: 1_000 });
});
afterAll(() => fixture?.close());

type Account = Awaited<ReturnType<typeof makeAccount>>;
const confirmed = async (given: Parameters<typeof makeAccount>[1] = {}): Promise<Account> => {
  const account = await makeAccount(fixture, given);
  await fixture.directory.change(account.id, { phoneConfirmed: true, emailConfirmed: true });
  return account;
};
const cookieOf = (browser: Browser) => browser.cookieHeader(fixture.app.url);
const me = (cookie: string) => fixture.app.call('GET', '/api/shop/auth/me', { cookie });

/** From the sign-in page to the form for the code; its address and what was shown. */
async function ask(login: string, browser = new Browser()) {
  const page = await openSignInPage(fixture, browser);
  const base = `${page.origin}${page.pathname}`;
  const form = await browser.send(`${base}/reset`);
  const [, challenge = ''] = /data-challenge="([^"]+)"/.exec(form.text) ?? [];
  const proof = await solvedProof(JSON.parse(challenge.replaceAll('&quot;', '"')));
  const answer = await browser.send(`${base}/reset`, { login, proof });
  return { base, browser, answer, proof };
}
const codeOf = (account: Account) =>
  eventually(
    () => fixture.codesSent.findLast(({ personId }) => personId === account.id) ?? null,
    'the code to be sent',
  );
const enter = (base: string, browser: Browser, login: string, code: string) =>
  browser.send(`${base}/reset/code`, { login, code });
const choose = (base: string, browser: Browser, password: string, repeat = password) =>
  browser.send(`${base}/new-password`, { password, repeat });

/** Pages without what differs in any case. */
const essence = ({ status, text }: { status: number; text: string }, login: string) =>
  `${status} ${text.replaceAll(login, 'LOGIN').replace(/interaction\/[\w-]+/g, '')}`;

describe('a password that was forgotten', () => {
  test('is replaced with a code, ends every session, and its owner reads of it on every channel', async () => {
    const account = await confirmed();
    const other = new Browser();
    await other.send(
      await reachCallback(fixture, other, { login: account.phone, password: account.password }),
    );
    const { id } = (await me(cookieOf(other))).body as { id: string };
    const { base, browser } = await ask(account.phone);
    const { code, channel, to } = await codeOf(account);
    expect([channel, to]).toEqual(['phone', account.phone]);
    const next = await enter(base, browser, account.phone, code);
    expect(next.location?.pathname).toMatch(/new-password$/);
    expect((await browser.send(next.location!)).text).toMatch(/Kod toʻgʻri/);
    const weak = await choose(base, browser, 'manchester');
    expect([weak.status, weak.text]).toEqual([422, expect.stringContaining('juda oson')]);
    const set = await choose(base, browser, NEW);
    await browser.send(await browser.follow(set.location!, isCallback));
    expect((await me(cookieOf(browser))).status).toBe(200);
    const ended = await me(cookieOf(other));
    expect([ended.status, ended.body.ERROR.code]).toEqual([401, 'session-over.password-reset']);
    await expect(
      signInOverHttp({
        publicUrl: fixture.app.url,
        identityUrl: fixture.identityUrl,
        login: account.phone,
        password: account.password,
      }),
    ).rejects.toMatchObject({ reason: 'wrong-credentials' });
    // The event of the same transaction: what the worker does of it ends no session begun after the reset.
    const { rows } = await sql<{ payload: { accountId: string; atMs: number } }>`select payload from outbox
      where topic = 'sign-in.password-reset' and payload ->> 'accountId' = ${account.id}`.execute(
      fixture.database.db,
    );
    expect(rows).toHaveLength(1);
    await fixture.passwords.wasReset(fixture.database.db, rows[0]!.payload);
    expect((await me(cookieOf(browser))).status).toBe(200);
    const written = await sql<{
      template: string;
    }>`select template from inbox_message where person_id = ${id}`.execute(fixture.database.db);
    expect(written.rows).toEqual([{ template: 'password-reset' }]);
    expect(await fixture.actions.ofType(id, 'account', 1)).toMatchObject([{ action: 'password-reset' }]);
  });

  test('brings a code by e-mail to who typed the e-mail, and by neither that is not confirmed', async () => {
    const account = await confirmed();
    await ask(account.email);
    expect(await codeOf(account)).toMatchObject({ channel: 'email', to: account.email });
    const never = await makeAccount(fixture);
    const shut = await confirmed();
    const known = await signInOverHttp({
      publicUrl: fixture.app.url,
      identityUrl: fixture.identityUrl,
      login: shut.phone,
      password: shut.password,
    });
    await shutAccount(fixture.database, fixture.app.sessions, ((await me(known)).body as { id: string }).id);
    for (const { phone } of [never, shut]) await ask(phone);
    // Asked for later and sent: the others would have been by now.
    const last = await confirmed();
    await ask(last.phone);
    await codeOf(last);
    const ids = fixture.codesSent.map(({ personId }) => personId);
    expect(ids).not.toContain(never.id);
    expect(ids).not.toContain(shut.id);
  });

  test('looks the same for an account that is not there, when asked for and when a code is entered', async () => {
    const account = await confirmed();
    const shown = new Set<string>();
    const refused = new Set<string>();
    for (const login of [account.phone, '+998930000000', 'nobody@example.uz', 'what is this']) {
      const { base, browser, answer } = await ask(login);
      shown.add(essence(answer, login));
      if (login === account.phone) await codeOf(account);
      refused.add(essence(await enter(base, browser, login, '000000'), login));
    }
    expect(shown.size).toBe(1);
    expect([...shown][0]).toMatch(/^200 /);
    expect(refused.size).toBe(1);
    expect([...refused][0]).toMatch(/^422 /);
  });

  test('is looked up and sent only after a pause, so that no page right after the request is held up by it', async () => {
    const account = await confirmed();
    await ask(account.phone);
    const askedAt = performance.now();
    await codeOf(account);
    expect(performance.now() - askedAt).toBeGreaterThan(150);
  });

  test('asks for work each time, and takes no proof twice', async () => {
    const account = await confirmed();
    const { base, browser, proof } = await ask(account.phone);
    for (const given of ['', proof]) {
      const again = await browser.send(`${base}/reset`, { login: account.phone, proof: given });
      expect(again.status).toBe(422);
    }
  });

  test('is set by no one who did not enter the code, nor after the password has changed', async () => {
    const account = await confirmed();
    const { base, browser } = await ask(account.phone);
    expect((await choose(base, browser, NEW)).location?.pathname).not.toMatch(/auth\//);
    const { code } = await codeOf(account);
    await enter(base, browser, account.phone, code);
    await fixture.directory.setPassword(account.id, 'chosen-elsewhere-1');
    await choose(base, browser, NEW);
    expect(await fixture.directory.authenticate(account.phone, NEW)).toBeNull();
    // The code is used up.
    const later = await ask(account.phone);
    expect((await enter(later.base, later.browser, account.phone, code)).status).toBe(422);
  });

  test('takes few codes of one account and few tries of one sign-in, from any address', async () => {
    const { redis, namespace } = fixture.app.jobs;
    const attempts = createSignInLimits(redis, `${namespace}limits:`);
    const allowed = async (take: () => Promise<{ allowed: boolean | 'with-work' }>, times: number) => {
      const taken = await Promise.all(Array.from({ length: times }, take));
      return taken.filter((attempt) => attempt.allowed === true).length;
    };
    const login = '+998900000001';
    expect(await allowed(() => attempts.resetOf('one', null), 9)).toBe(3);
    expect(await allowed(() => attempts.resetOf('one', 'a browser of its owner'), 9)).toBe(3);
    // Two ask for the work of any page, the third for work for this login.
    expect(await allowed(() => attempts.reset(asking(login, '203.0.113.5', 'of-site')), 9)).toBe(2);
    expect(await allowed(() => attempts.reset(asking(login, '203.0.113.5', 'of-login')), 9)).toBe(1);
    expect(await allowed(() => attempts.reset(asking(login, '203.0.113.6', 'of-login')), 1)).toBe(1);
    expect(await allowed(() => attempts.code('a sign-in', '203.0.113.5', null), 40)).toBe(15);
    expect(await allowed(() => attempts.code('another one', '203.0.113.5', null), 40)).toBe(15);
    expect(await allowed(() => attempts.code('a third one', '203.0.113.5', null), 40)).toBe(0);
  });
});

test('one of the most used passwords is refused by its hash when it is changed at the product', async () => {
  const account = await makeAccount(fixture);
  const browser = new Browser();
  await browser.send(
    await reachCallback(fixture, browser, { login: account.phone, password: account.password }),
  );
  for (const password of ['qwertyuiop', 'Manchester', 'CALIFORNIA']) {
    const answer = await fixture.app.call('POST', '/api/shop/user/change-password', {
      cookie: cookieOf(browser),
      body: { new_password: createHash('sha256').update(password).digest('hex') },
    });
    expect([answer.status, answer.body.ERROR.code]).toEqual([422, 'password-common']);
  }
});
