import type { Challenge } from 'altcha-lib/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSignInLimits } from '#server/identity/site/sign-in-limits.ts';
import { networkOf } from '#server/platform/http/client-address.ts';
import { asking } from '../../fixtures/asking.ts';
import { eventually } from '../../fixtures/services.ts';
import { Browser, makeAccount, openSignInPage, startSignInApp } from '../../fixtures/sign-in-app.ts';
import type { SignInApp } from '../../fixtures/sign-in-app.ts';
import { solvedProof } from '../../fixtures/solved-proof.ts';

/** What somebody can do to an account of which they know the phone only. */
let fixture: SignInApp;
beforeAll(async () => {
  fixture = await startSignInApp();
});
afterAll(() => fixture?.close());

type Account = Awaited<ReturnType<typeof makeAccount>>;
const confirmed = async (): Promise<Account> => {
  const account = await makeAccount(fixture);
  await fixture.directory.change(account.id, { phoneConfirmed: true, emailConfirmed: true });
  return account;
};
const challengeIn = (page: string): Challenge | null => {
  const [, text] = /data-challenge="([^"]+)"/.exec(page) ?? [];
  return text === undefined ? null : (JSON.parse(text.replaceAll('&quot;', '"')) as Challenge);
};
const solved = (page: string) => solvedProof(challengeIn(page)!);

/** A sign-in begun in a browser, and how its forms are sent. */
async function open(browser = new Browser()) {
  const page = await openSignInPage(fixture, browser);
  const base = `${page.origin}${page.pathname}`;
  return {
    base,
    browser,
    enter: (form: { login: string; password: string; proof?: string }) =>
      browser.send(`${base}/sign-in`, form),
    async askForCode(login: string) {
      let answer = await browser.send(`${base}/reset`);
      // Once more where the login costs work of its own.
      for (let turn = 0; turn < 2 && challengeIn(answer.text); turn += 1)
        answer = await browser.send(`${base}/reset`, { login, proof: await solved(answer.text) });
      return answer;
    },
    code: (login: string, code: string) => browser.send(`${base}/reset/code`, { login, code }),
  };
}

/** Signs in, so that the browser is known; signed out by forgetting the site's session. */
async function knownBrowser({ phone: login, password }: Account): Promise<Browser> {
  const browser = new Browser();
  const first = await open(browser);
  const answer = await first.enter({ login, password });
  expect(answer.status).toBe(303);
  browser.forget(fixture.identityUrl, 'savdo_id');
  return browser;
}
const limits = () => createSignInLimits(fixture.app.jobs.redis, fixture.app.jobs.namespace);
/** Guesses that each did the work, from networks all over the world. */
async function guess(login: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1)
    await limits().signIn(asking(login, `2001:db8:${n.toString(16)}::/56`, 'of-login'));
}

describe('wrong passwords of strangers', () => {
  test('lock the owner out of no browser used before, however many there are', async () => {
    const account = await confirmed();
    const { phone: login, password } = account;
    const browser = await knownBrowser(account);
    await guess(login, 110);
    const stranger = await open();
    expect((await stranger.enter({ login, password })).status).toBe(429);
    const owner = await open(browser);
    expect((await owner.enter({ login, password: 'mistyped-river-42' })).status).toBe(401);
    expect((await owner.enter({ login, password })).status).toBe(303);
  });

  test('cost the owner a short work in a new browser, for this login alone', async () => {
    const { phone: login, password } = await confirmed();
    const other = await confirmed();
    for (const phone of [login, other.phone]) await guess(phone, 3);
    const elsewhere = await open();
    const forOther = await elsewhere.enter({ login: other.phone, password: other.password });
    const owner = await open();
    const asked = await owner.enter({ login, password });
    expect([asked.status, asked.text]).toEqual([422, expect.stringContaining('id="proof"')]);
    const wrong = await owner.enter({ login, password, proof: await solved(forOther.text) });
    expect(wrong.status).toBe(422);
    const done = await solved(wrong.text);
    expect((await owner.enter({ login, password, proof: done })).status).toBe(303);
    const again = await open();
    expect((await again.enter({ login, password, proof: done })).status).toBe(422);
  });

  test('that were wrong come back with the next work to do, which the device begins at once', async () => {
    const { phone: login } = await confirmed();
    await guess(login, 3);
    const { enter } = await open();
    const asked = await enter({ login, password: 'wrong-password-1' });
    const wrong = await enter({ login, password: 'wrong-password-1', proof: await solved(asked.text) });
    expect(wrong.status).toBe(401);
    const next = await enter({ login, password: 'wrong-password-2', proof: await solved(wrong.text) });
    expect(next.status).toBe(401);
  });

  test('that end in a refusal show the ways in that are left', async () => {
    const { phone: login, password } = await confirmed();
    await guess(login, 110);
    const { enter, askForCode } = await open();
    const refused = await enter({ login, password });
    expect(refused.status).toBe(429);
    expect(refused.text).toMatch(/href="[^"]+\/reset\?lang=uz">Kod olish/);
    expect((await askForCode(login)).status).toBe(200);
  });

  test('are guessed no more freely with the mark of another account, nor with one of an own making', async () => {
    const { phone: login } = await confirmed();
    const browser = await knownBrowser(await confirmed());
    await guess(login, 3);
    expect((await (await open(browser)).enter({ login, password: 'wrong-password-1' })).status).toBe(422);
    const forger = new Browser();
    forger.put(fixture.identityUrl, 'savdo_id_device', `${'a'.repeat(43)}.${'b'.repeat(43)}`);
    expect((await (await open(forger)).enter({ login, password: 'wrong-password-1' })).status).toBe(422);
  });

  test('end the mark of no household: five accounts sign in at one browser', async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, () => confirmed()));
    const browser = new Browser();
    for (const { phone: login, password } of accounts) {
      expect((await (await open(browser)).enter({ login, password })).status).toBe(303);
      browser.forget(fixture.identityUrl, 'savdo_id');
    }
    for (const { phone } of accounts) await guess(phone, 3);
    const statuses: number[] = [];
    for (const { phone: login } of accounts)
      statuses.push((await (await open(browser)).enter({ login, password: 'wrong-password-1' })).status);
    expect(statuses).toEqual([422, 401, 401, 401, 401, 401]);
    const line = browser.setCookieLine(fixture.identityUrl, 'savdo_id_device');
    expect(line).toMatch(/HttpOnly/);
    expect(line).toMatch(/SameSite=Lax/);
    for (const { phone, id } of accounts) expect(line).not.toMatch(new RegExp(`${phone.slice(1)}|${id}`));
  });
});

describe('codes that strangers ask for', () => {
  const codesOf = ({ id }: Account) => fixture.codesSent.filter(({ personId }) => personId === id);
  const codeNumber = (account: Account, count: number) =>
    eventually(() => codesOf(account)[count - 1] ?? null, `code ${count} to be sent`);

  test('neither replace nor use up the code that the owner asked for, and nor do their guesses', async () => {
    const account = await confirmed();
    const { phone: login } = account;
    const owner = await open();
    await owner.askForCode(login);
    const { code } = await codeNumber(account, 1);
    const stranger = await open();
    const statuses = [];
    for (let n = 0; n < 14; n += 1) statuses.push((await stranger.code(login, `00000${n % 10}`)).status);
    expect(new Set(statuses)).toEqual(new Set([422]));
    expect((await owner.code(login, code)).location?.pathname).toMatch(/new-password$/);
  });

  test('are worth nothing in the browser of another, the owner’s code too', async () => {
    const account = await confirmed();
    const owner = await open();
    await owner.askForCode(account.phone);
    const { code } = await codeNumber(account, 1);
    const stranger = await open();
    expect((await stranger.code(account.phone, code)).status).toBe(422);
    expect((await owner.code(account.phone, code)).status).toBe(303);
  });

  test('do not use up the day of the owner in a browser used before', async () => {
    const account = await confirmed();
    const browser = await knownBrowser(account);
    const attempts = limits();
    for (let n = 0; n < 20; n += 1) await attempts.resetOf(account.phone, null);
    for (let n = 0; n < 20; n += 1) await attempts.reset(asking(account.phone, `203.0.113.${n}`, 'of-login'));
    const stranger = await open();
    expect((await stranger.askForCode(account.phone)).status).toBe(200);
    const owner = await open(browser);
    await owner.askForCode(account.phone);
    const { code } = await codeNumber(account, 1);
    expect((await owner.code(account.phone, code)).status).toBe(303);
    expect(codesOf(account)).toHaveLength(1);
  });

  test('do not hold up the owner’s next one by the pause between two messages', async () => {
    const account = await confirmed();
    const browser = await knownBrowser(account);
    await (await open()).askForCode(account.phone);
    await codeNumber(account, 1);
    const owner = await open(browser);
    await owner.askForCode(account.phone);
    const { code } = await codeNumber(account, 2);
    expect((await owner.code(account.phone, code)).status).toBe(303);
  });

  test('and enter wrongly at the address of the owner end no browser used before', async () => {
    const account = await confirmed();
    const browser = await knownBrowser(account);
    for (let n = 0; n < 31; n += 1)
      await limits().code(`a sign-in of a stranger ${n % 3}`, networkOf('127.0.0.1'), null);
    const stranger = await open();
    expect((await stranger.code(account.phone, '000000')).status).toBe(429);
    const owner = await open(browser);
    await owner.askForCode(account.phone);
    const { code } = await codeNumber(account, 1);
    expect((await owner.code(account.phone, code)).status).toBe(303);
  });

  test('leave the mailbox where the number is used up', async () => {
    const account = await confirmed();
    for (let n = 0; n < 20; n += 1) await limits().resetOf(account.phone, null);
    const owner = await open();
    await owner.askForCode(account.email);
    expect(await codeNumber(account, 1)).toMatchObject({ channel: 'email' });
  });

  test('cost more work for one login the more are asked for', async () => {
    const { phone: login } = await confirmed();
    for (let n = 0; n < 4; n += 1) await limits().reset(asking(login, `203.0.113.${n}`, 'of-login'));
    const { browser, base } = await open();
    const page = await browser.send(`${base}/reset`);
    const asked = await browser.send(`${base}/reset`, { login, proof: await solved(page.text) });
    expect(asked.status).toBe(422);
    const cost = (text: string) => challengeIn(text)!.parameters.cost;
    expect(cost(asked.text)).toBe(2 * cost(page.text));
    const sent = await browser.send(`${base}/reset`, { login, proof: await solved(asked.text) });
    expect(sent.status).toBe(200);
  });
});
