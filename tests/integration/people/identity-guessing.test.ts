import type { Challenge } from 'altcha-lib/types';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSignInLimits } from '#server/identity/site/sign-in-limits.ts';
import { createProofOfWork } from '#server/platform/proof-of-work/index.ts';
import { chromiumPath, launchBrowser } from '../../e2e/fixtures/browser.ts';
import { testJobsRedis } from '../../fixtures/services.ts';
import { Browser, makeAccount, openSignInPage, startSignInApp } from '../../fixtures/sign-in-app.ts';
import type { SignInApp } from '../../fixtures/sign-in-app.ts';
import { asking } from '../../fixtures/asking.ts';
import { solvedProof } from '../../fixtures/solved-proof.ts';

describe('wrong passwords all over the site', () => {
  /** So many wrong sign-ins, each of another account from another network. */
  async function fail(
    attempts: ReturnType<typeof createSignInLimits>,
    times: number,
    from = 0,
  ): Promise<void> {
    for (let n = from; n < from + times; n += 1)
      expect(
        await attempts.signIn(asking(`+99890${n}`, `2001:db8:${n.toString(16)}::/56`, 'of-site')),
      ).toMatchObject({ allowed: true });
  }

  test('refuse no one, and make signing in dearer with each doubling beyond three hundred', async () => {
    const jobs = testJobsRedis();
    const attempts = createSignInLimits(jobs.redis, jobs.namespace);
    expect(await attempts.effort()).toBe(0);
    const efforts: number[] = [];
    let done = 0;
    for (const count of [299, 300, 599, 600, 1_200, 2_400, 4_800]) {
      await fail(attempts, count - done, done);
      done = count;
      efforts.push(await attempts.effort());
    }
    expect(efforts).toEqual([0, 2, 2, 4, 8, 16, 16]);
    jobs.close();
  });

  test('do not count sign-ins that succeed, nor those a limit refuses', async () => {
    const jobs = testJobsRedis();
    const attempts = createSignInLimits(jobs.redis, jobs.namespace);
    await fail(attempts, 299);
    for (let turn = 0; turn < 20; turn += 1) {
      const attempt = await attempts.signIn(asking('+998900000000', '203.0.113.7'));
      if (attempt.allowed === true) await attempt.release();
    }
    expect(await attempts.effort()).toBe(0);
    for (let turn = 0; turn < 30; turn += 1) await attempts.signIn(asking('+998900000001', '203.0.113.8'));
    // Of the thirty the site let one pass without work.
    expect(await attempts.effort()).toBe(2);
    await fail(attempts, 600 - 301, 1_000);
    expect(await attempts.effort()).toBe(2);
    jobs.close();
  });

  test('are forgotten after ten minutes', async () => {
    const jobs = testJobsRedis();
    await fail(createSignInLimits(jobs.redis, jobs.namespace), 1);
    const keys = await jobs.redis.keys(`${jobs.namespace}identity:site:*`);
    expect(keys).toHaveLength(1);
    const left = await jobs.redis.pttl(keys[0]!);
    expect(left).toBeGreaterThan(9 * 60_000);
    expect(left).toBeLessThanOrEqual(10 * 60_000);
    jobs.close();
  });
});

describe('while the site is being guessed at', () => {
  let fixture: SignInApp;
  let key: string;
  beforeAll(async () => {
    fixture = await startSignInApp();
    const { redis, namespace } = fixture.app.jobs;
    await createSignInLimits(redis, namespace).signIn(asking('+998900009999', '203.0.113.99'));
    [key = ''] = await redis.keys(`${namespace}identity:site:*`);
  });
  afterAll(() => fixture?.close());
  beforeEach(() => fixture.app.jobs.redis.set(key, 300, 'PX', 600_000));

  const challengeIn = (page: string): Challenge | null => {
    const [, text] = /data-challenge="([^"]+)"/.exec(page) ?? [];
    return text === undefined ? null : (JSON.parse(text.replaceAll('&quot;', '"')) as Challenge);
  };
  /** The page of a fresh browser, and how it sends its form. */
  async function open() {
    const browser = new Browser();
    const page = await openSignInPage(fixture, browser);
    const challenge = challengeIn((await browser.send(page)).text);
    const send = (form: Record<string, string>) =>
      browser.send(`${page.origin}${page.pathname}/sign-in`, form);
    return { challenge, send, proof: async () => solvedProof(challenge!) };
  }

  test('who is not guessing signs in with the work done, once for each time', async () => {
    const { phone: login, password } = await makeAccount(fixture);
    const { send, proof } = await open();
    const solved = await proof();
    expect((await send({ login, password, proof: solved })).status).toBe(303);
    const other = await open();
    expect((await other.send({ login, password, proof: solved })).status).toBe(422);
    expect((await other.send({ login, password, proof: await other.proof() })).status).toBe(303);
  });

  test('no password is looked at without it, and the page asks for it', async () => {
    const { phone: login, password } = await makeAccount(fixture);
    const { send } = await open();
    const counted = Number(await fixture.app.jobs.redis.get(key));
    const asked = await send({ login, password: 'wrong-password-1' });
    const right = await send({ login, password });
    expect([asked.status, right.status]).toEqual([422, 422]);
    const without = (text: string) => text.replace(/data-challenge="[^"]+"/, '');
    expect(without(asked.text)).toBe(without(right.text));
    expect(challengeIn(right.text)).not.toBeNull();
    expect(Number(await fixture.app.jobs.redis.get(key))).toBe(counted);
  });

  test('each guess pays again, and more when there are more of them', async () => {
    const { phone: login } = await makeAccount(fixture);
    const { challenge, send, proof } = await open();
    const solved = await proof();
    expect((await send({ login, password: 'wrong-password-1', proof: solved })).status).toBe(401);
    expect((await send({ login, password: 'wrong-password-2', proof: solved })).status).toBe(422);
    await fixture.app.jobs.redis.set(key, 2_500, 'PX', 600_000);
    const dearer = await open();
    expect(dearer.challenge!.parameters.cost).toBe(8 * challenge!.parameters.cost);
  });

  test('neither a proof for the calls of the API nor one of an own making is taken', async () => {
    const { phone: login, password } = await makeAccount(fixture);
    const { redis, namespace } = fixture.app.jobs;
    const { send } = await open();
    for (const secret of [fixture.config.signIn.clientSecret, 'a secret of somebody else']) {
      const theirs = createProofOfWork({ redis, namespace, secret });
      const proof = await solvedProof(await theirs.challenge());
      expect((await send({ login, password, proof })).status).toBe(422);
    }
    expect((await send({ login, password, proof: 'no proof at all' })).status).toBe(422);
  });

  test('operators read of it in the log, once, and of its end', async () => {
    fixture.logged.length = 0;
    await open();
    await open();
    await fixture.app.jobs.redis.set(key, 3, 'PX', 600_000);
    expect((await open()).challenge).toBeNull();
    const lines = fixture.logged.filter((line) => line.includes('signing in costs'));
    expect(lines.length).toBeLessThanOrEqual(2);
    expect(lines.at(-1)).toContain('signing in costs no work any more');
  });

  test.skipIf(!chromiumPath)('a browser does the work by itself while the person types', async () => {
    const { phone, password } = await makeAccount(fixture);
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(String(error)));
      await page.goto(`${fixture.app.url}/api/shop/auth/login?return=/home`);
      await page.locator('#login').fill(phone);
      await page.locator('#password').fill(password);
      // At once: the form waits for what is not solved yet.
      await page.locator('#sign-in button.primary').click();
      await page.waitForURL(`${fixture.app.url}/**`);
      const cookies = await page.context().cookies(fixture.app.url);
      expect(cookies.map(({ name }) => name)).toContain('savdo_session');
      // The stand serves no pages of the product.
      expect(problems.filter((text) => !text.includes('404'))).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
