import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSignIn } from '#server/domains/people/accounts/create-accounts.ts';
import { runningRoomsOf } from '#server/domains/people/conflicts-of-interest/running-rooms.repository.ts';
import { openFactors, openSignIn } from '#server/identity/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import {
  Browser,
  isCallback,
  makeAccount,
  reachCallback,
  startSignInApp,
  type SignInApp,
} from '../../fixtures/sign-in-app.ts';
import { testNumbers } from '../../fixtures/person-numbers.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

let fixture: SignInApp;
beforeAll(async () => {
  fixture = await startSignInApp();
});
afterAll(() => fixture?.close());

type Account = Awaited<ReturnType<typeof makeAccount>>;
const withoutQuery = (url: URL) => `${url.origin}${url.pathname}`;
const codeOf = (page: string) => {
  const secret = /setup-key">([^<]+)</.exec(page)![1]!.replaceAll(' ', '');
  return new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate();
};

async function typePassword(browser: Browser, who: Account, query = 'return=/home') {
  const page = await browser.follow(`${fixture.app.url}/api/shop/auth/login?${query}`);
  return browser.send(`${withoutQuery(page)}/sign-in`, { login: who.phone, password: who.password });
}

describe('somebody who knew the password', () => {
  test('changes no factor on a page that was left open when another one was set', async () => {
    const who = await makeAccount(fixture);
    const thief = new Browser();
    const { location } = await typePassword(thief, who, 'factors=1&return=/home');
    const page = await thief.follow(location!, (url) => url.pathname.endsWith('/factors'));
    await fixture.directory.setPassword(who.id, 'another-river-43');
    expect((await thief.send(page)).status).toBe(410);
  });

  test('finishes nothing that was left open when the factor they had set up was reset', async () => {
    const who = await makeAccount(fixture);
    const thief = new Browser();
    const { location } = await typePassword(thief, who, 'factor=1&return=/home');
    const app = withoutQuery(await thief.follow(location!)).replace(/enrol$/, 'enrol/app');
    await thief.send(app, { code: codeOf((await thief.send(app)).text) });
    expect(await openFactors(fixture.database).has(who.id)).toBe(true);
    await openFactors(fixture.database).reset(who.id);
    // Neither a sign-in with a factor that is gone, nor another one in place of what the owner sets up now.
    const begins = app.replace(/\/enrol\/app$/, '');
    for (const left of [await thief.send(app.replace(/app$/, 'done'), {}), await thief.send(app)])
      expect(left.location && withoutQuery(left.location)).toBe(begins);
  });

  test('is not signed in by one that is being checked when another one is set', async () => {
    const who = await makeAccount(fixture);
    const thief = new Browser();
    const page = await thief.follow(`${fixture.app.url}/api/shop/auth/login?return=/home`);
    // Read after the password was found right: the sign-in stops there.
    const stopped = await fixture.database.pool.connect();
    await stopped.query('begin; lock table identity_totp in access exclusive mode');
    const signingIn = thief.send(`${withoutQuery(page)}/sign-in`, {
      login: who.phone,
      password: who.password,
    });
    await waitsForLock(fixture.database);
    await fixture.directory.setPassword(who.id, 'another-river-43');
    await stopped.query('commit');
    stopped.release();
    const { location } = await signingIn;
    expect(isCallback(await thief.follow(location!, isCallback))).toBe(false);
  });

  test('gets no session from a sign-in that the site believed before all sessions were ended', async () => {
    const who = await makeAccount(fixture);
    const { app, database, actions, config } = fixture;
    const createWith = (create: typeof app.sessions.create) =>
      createSignIn({
        db: database.db,
        actions,
        publicUrl: app.url,
        site: openSignIn(config),
        redis: app.jobs.redis,
        namespace: app.jobs.namespace,
        sessions: { ...app.sessions, create },
        logger: createLogger({ level: 'silent' }),
        numbers: testNumbers,
        runningRoomsOf,
      });
    const finish = async (signIn: ReturnType<typeof createWith>) => {
      const browser = new Browser();
      const callback = await reachCallback(fixture, browser, { login: who.phone, password: who.password });
      return signIn.finish({
        query: Object.fromEntries(callback.searchParams),
        browser: /savdo_sign_in=([^;]+)/.exec(browser.cookieHeader(app.url))?.[1],
        previous: null,
        address: '203.0.113.1',
      });
    };
    const late = await finish(
      createWith(async (person, ...given) => {
        await app.sessions.endAll(person.personId);
        return app.sessions.create(person, ...given);
      }),
    );
    expect(late).toMatchObject({ refused: 'unknown-state' });
    const next = await finish(createWith(app.sessions.create));
    const { signedIn } = next as Extract<typeof next, { signedIn: unknown }>;
    expect(await app.sessions.list(signedIn.person.personId)).toHaveLength(1);
  });

  test('sets no factor up in place of one that its owner sets up at the same moment', async () => {
    const who = await makeAccount(fixture);
    const opened = async () => {
      const browser = new Browser();
      const { location } = await typePassword(browser, who, 'factor=1&return=/home');
      const app = withoutQuery(await browser.follow(location!)).replace(/enrol$/, 'enrol/app');
      const code = codeOf((await browser.send(app)).text);
      return () => browser.send(app, { code });
    };
    const [owner, thief] = [await opened(), await opened()];
    const held = await fixture.database.pool.connect();
    await held.query('begin');
    await held.query('select from identity_account where id = $1 for update', [who.id]);
    const answers = [owner()];
    await waitsForLock(fixture.database);
    answers.push(thief());
    await waitsForLock(fixture.database, 2);
    await held.query('commit');
    held.release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 422]);
  });
});
