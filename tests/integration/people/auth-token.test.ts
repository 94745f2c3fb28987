import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPerson } from '../../fixtures/profile-app.ts';
import { CLIENT_SECRET, startSignInApp, type SignInApp } from '../../fixtures/sign-in-app.ts';

const PATH = '/api/shop/auth/auth-token';
const EXCHANGE = `${PATH}/exchange`;

let fixture: SignInApp;
beforeAll(async () => {
  fixture = await startSignInApp({ rateLimitFactor: 1_000 });
});
afterAll(() => fixture?.close());

const tokenOf = async (cookie: string): Promise<string> => {
  const answer = await fixture.app.call('GET', PATH, { cookie });
  expect(answer.status).toBe(200);
  return answer.body.token as string;
};
const secretOf = (secret: string) => `Basic ${Buffer.from(`savdo:${secret}`).toString('base64')}`;
const exchange = (token: string, authorization = secretOf(fixture.config.signIn.clientSecret)) =>
  fixture.app.call('POST', EXCHANGE, { body: { token }, headers: { authorization } });
/** Opened as a link of the product's page would be. */
const open = (target: string, query: Record<string, string>) =>
  fetch(`${fixture.identityUrl}/cabinet/${target}?${new URLSearchParams(query).toString()}`, {
    redirect: 'manual',
  });

describe('a code for the external cabinet', () => {
  test('names the person to the cabinet’s server, once', async () => {
    const { cookie, id } = await newPerson(fixture);
    const answer = await fixture.app.call('GET', PATH, { cookie });
    expect(answer.body).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      cabinetUrl: `${fixture.identityUrl}/cabinet`,
      expiresInSeconds: 60,
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const first = await exchange(answer.body.token);
    expect(first.body).toMatchObject({ personId: id, kind: 'natural', language: 'uz' });
    const again = await exchange(answer.body.token);
    expect([again.status, again.body.ERROR.code]).toEqual([403, 'auth.token-spent']);
  });

  test('is won by one of many who exchange it at once', async () => {
    const { cookie } = await newPerson(fixture);
    const token = await tokenOf(cookie);
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('lives for a minute', async () => {
    const { cookie } = await newPerson(fixture);
    const token = await tokenOf(cookie);
    const { redis, namespace } = fixture.app.jobs;
    const [key = ''] = await redis.keys(`${namespace}auth-token:*`);
    expect(key).not.toContain(token);
    const left = await redis.pttl(key);
    expect(left).toBeGreaterThan(50_000);
    expect(left).toBeLessThanOrEqual(60_000);
    await redis.pexpire(key, 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await exchange(token)).status).toBe(403);
  });

  test('ends with the session it was made in', async () => {
    const { cookie, id } = await newPerson(fixture);
    const token = await tokenOf(cookie);
    await fixture.app.sessions.endAll(id);
    expect((await exchange(token)).body.ERROR.code).toBe('auth.token-spent');
  });

  test('is given to no one without a session', async () => {
    expect((await fixture.app.call('GET', PATH)).status).toBe(401);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another site’s script', { origin: 'https://evil.example' }],
    ['another of our hosts', { 'sec-fetch-site': 'same-site' }],
    ['an address typed by hand', { 'sec-fetch-site': 'none' }],
  ])('is not given to %s', async (_who, headers) => {
    const { cookie } = await newPerson(fixture);
    const answer = await fixture.app.call('GET', PATH, { cookie, headers });
    expect([answer.status, answer.body.ERROR.code]).toEqual([403, 'foreign-origin']);
  });

  test('is not given to a link, which brings no header of ours', async () => {
    const { cookie } = await newPerson(fixture);
    for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }]) {
      const answer = await fixture.app.call('GET', PATH, { cookie, headers, withoutOwnHeader: true });
      expect([answer.status, answer.body.ERROR.code]).toEqual([403, 'foreign-origin']);
    }
  });

  test.each([
    ['no secret', ''],
    ['another secret', secretOf('a-secret-somebody-guessed')],
    ['another scheme', `Bearer ${CLIENT_SECRET}`],
  ])('is not exchanged with %s, and stays good', async (_what, authorization) => {
    const { cookie } = await newPerson(fixture);
    const token = await tokenOf(cookie);
    const answer = await exchange(token, authorization);
    expect([answer.status, answer.body.ERROR.code]).toEqual([401, 'auth.cabinet-unknown']);
    expect((await exchange(token)).status).toBe(200);
  });

  test.each(['', 'x', 'x'.repeat(43), '../../session', '*'])('that is "%s" names no one', async (token) => {
    expect((await exchange(token)).status).toBe(403);
  });
});

describe('the shipped site as the external cabinet', () => {
  test.each([
    ['refund-application', 'ru', '/profile/refunding?lang=ru'],
    ['refill-balance', 'uz', '/profile/top-up?lang=uz'],
    ['profile', 'uz-cyrl', '/profile?lang=uz-cyrl'],
  ])('opens the product’s screen for %s in %s', async (target, lang, screen) => {
    const { cookie } = await newPerson(fixture);
    const answer = await open(target, { token: await tokenOf(cookie), lang });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${fixture.app.url}${screen}`]);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('takes the language of the session where none is named', async () => {
    const { id } = await newPerson(fixture);
    const [known] = await fixture.app.sessions.list(id);
    const { secret } = await fixture.app.sessions.create({ ...known!.person, language: 'en' });
    const token = await tokenOf(`savdo_session=${secret}`);
    const answer = await open('profile', { token });
    expect(answer.headers.get('location')).toBe(`${fixture.app.url}/profile?lang=en`);
  });

  test('says that a used code is used, and offers the way on', async () => {
    const { cookie } = await newPerson(fixture);
    const token = await tokenOf(cookie);
    await open('profile', { token, lang: 'ru' });
    const again = await open('profile', { token, lang: 'ru' });
    expect(again.status).toBe(403);
    const page = await again.text();
    expect(page).toContain('Ссылка устарела');
    expect(page).not.toContain(token);
    expect(page).toContain(`${fixture.app.url}/profile?lang=ru`);
  });

  test.each(['somewhere', '..%2Fauth', 'profile%2Fx'])('has no page for %s', async (target) => {
    expect((await open(target, { token: 'x', lang: 'uz' })).status).toBe(404);
  });
});
