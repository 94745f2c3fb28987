import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeAuthority,
  type Authority,
  type Owner,
} from '#server/integrations/e-signature/development/certificates.ts';
import { signCms } from '#server/integrations/e-signature/development/cms.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { startFakeServer, type FakeServer } from '../../fixtures/e-imzo-fake.ts';
import { pinfl } from '../../fixtures/registrations.ts';
import { LEGAL, NATURAL, keyOf } from '../../fixtures/signing-adapters.ts';
import {
  Browser,
  isCallback,
  makeAccount,
  openSignInPage,
  startSignInApp,
  type SignInApp,
} from '../../fixtures/sign-in-app.ts';

/** E-IMZO-SERVER after its reference, and signatures as the application makes them. */
let fixture: SignInApp;
let server: FakeServer;
let authority: Authority;
beforeAll(async () => {
  authority = await makeAuthority();
  server = await startFakeServer(authority);
  fixture = await startSignInApp({ rateLimitFactor: 1_000 });
  Object.assign(fixture.eImzo, { url: server.url, apiKeys: ['localhost', 'TEST-KEY'], signIn: true });
  await fixture.restartSite();
});
afterAll(async () => {
  await fixture?.close();
  await server?.close();
});

const withoutQuery = (url: URL) => `${url.origin}${url.pathname}`;
const texts = loadTexts();
const sentence = (reason: string, language: 'uz' | 'ru' = 'uz') =>
  texts.text(language, `e-signature:refusal.${reason}`);

/** A sign-in in a fresh browser. */
async function opened(language = 'uz') {
  const browser = new Browser();
  const base = withoutQuery(await openSignInPage(fixture, browser));
  const query = `?lang=${language}`;
  return {
    browser,
    base,
    challenge: async (): Promise<string> =>
      (JSON.parse((await browser.send(`${base}/e-imzo/challenge${query}`, {})).text) as { challenge: string })
        .challenge,
    send: (pkcs7: Buffer | string) =>
      browser.send(`${base}/e-imzo${query}`, {
        pkcs7: typeof pkcs7 === 'string' ? pkcs7 : pkcs7.toString('base64'),
      }),
  };
}
async function signed(challenge: string, owner: Owner = NATURAL): Promise<Buffer> {
  return signCms({ document: Buffer.from(challenge) }, await keyOf(authority, { owner }));
}
/** Signs the challenge of a fresh sign-in; what the site answers. */
async function signIn(owner: Owner, language?: string) {
  const step = await opened(language);
  return { ...step, answer: await step.send(await signed(await step.challenge(), owner)) };
}
const isIn = async ({ browser, answer }: Awaited<ReturnType<typeof signIn>>) =>
  isCallback(await browser.follow(answer.location!, isCallback));

const own = (serial: number): Owner => ({ ...NATURAL, pinfl: pinfl(serial) });

test('signs in to the account that its owner has linked, and the service is asked for this visitor', async () => {
  const who = await makeAccount(fixture, { pinfl: pinfl(801) });
  const first = await signIn(own(801));
  expect(first.answer.location?.pathname).toMatch(/\/sign-in$/);
  server.heard.length = 0;
  const linked = await first.browser.send(`${first.base}/sign-in`, {
    login: who.phone,
    password: who.password,
  });
  expect(isCallback(await first.browser.follow(linked.location!, isCallback))).toBe(true);
  expect(await isIn(await signIn(own(801)))).toBe(true);
  expect(server.heard.map(({ path, ip, host }) => [path, ip, host])).toEqual([
    ['/frontend/challenge', '127.0.0.1', 'localhost'],
    ['/backend/auth', '127.0.0.1', 'localhost'],
  ]);
  // Another person's key leads to another account, here to none yet.
  const other = await signIn(own(802));
  expect(other.answer.location?.pathname).toMatch(/\/register$/);
  expect((await other.browser.send(other.answer.location!)).text).toContain(pinfl(802));
});

test('a key issued for an entity signs in to the account of its STIR, never to that of the person', async () => {
  const person = await makeAccount(fixture, { pinfl: LEGAL.pinfl });
  const entity = await makeAccount(fixture, { kind: 'legal', stir: LEGAL.tin });
  const first = await signIn(LEGAL);
  const wrong = await first.browser.send(`${first.base}/sign-in`, {
    login: person.phone,
    password: person.password,
  });
  expect(wrong.status).toBe(303);
  const second = await signIn(LEGAL);
  expect(second.answer.location?.pathname).toMatch(/\/sign-in$/);
  await second.browser.send(`${second.base}/sign-in`, { login: entity.phone, password: entity.password });
  expect(await isIn(await signIn(LEGAL))).toBe(true);
  const fresh = await signIn({ ...LEGAL, tin: '301234567' });
  const { text } = await fresh.browser.send(fresh.answer.location!);
  expect([
    text.includes('301234567'),
    text.includes('name="organisation"'),
    text.includes('name="stir"'),
  ]).toEqual([true, true, false]);
});

describe('is refused', () => {
  test('a challenge that is used, of another sign-in, or never given out', async () => {
    const step = await opened();
    const pkcs7 = await signed(await step.challenge());
    await step.send(pkcs7);
    const again = await step.send(pkcs7);
    expect([again.status, again.text]).toEqual([403, expect.stringContaining(sentence('challenge-expired'))]);
    // The service forgets a challenge after two minutes, or when somebody has used it.
    const [mine, theirs] = [await opened(), await opened()];
    const challenge = await mine.challenge();
    const foreign = await signed(await theirs.challenge());
    server.heard.length = 0;
    const swapped = await mine.send(foreign);
    expect([swapped.status, swapped.text]).toEqual([
      403,
      expect.stringContaining(sentence('other-document')),
    ]);
    expect(server.heard).toEqual([]);
    // Whatever was sent, the challenge is used up.
    expect((await mine.send(await signed(challenge))).text).toContain(sentence('challenge-expired'));
    const none = await opened();
    expect((await none.send(await signed('guessed'))).text).toContain(sentence('challenge-expired'));
  });

  test('bytes that are no signature, and a certificate without PINFL', async () => {
    for (const bytes of ['', 'not base64!', 'AAAA']) {
      const step = await opened();
      await step.challenge();
      const answer = await step.send(bytes);
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining(sentence('unreadable'))]);
    }
    const nameless = await signIn({ ...NATURAL, pinfl: null });
    expect([nameless.answer.status, nameless.answer.text]).toEqual([
      403,
      expect.stringContaining(sentence('no-personal-id')),
    ]);
  });

  test.each([
    [-1, 'status-check-failed'],
    [-5, 'clock-wrong'],
    [-10, 'signature-invalid'],
    [-11, 'certificate-invalid'],
    [-12, 'certificate-not-valid-then'],
    [-20, 'challenge-expired'],
    [-77, 'service-refused'],
  ])('status %d with a sentence of its own, in Uzbek and Russian', async (status, reason) => {
    for (const language of ['uz', 'ru'] as const) {
      const step = await opened(language);
      const pkcs7 = await signed(await step.challenge());
      server.forced.push({ path: '/backend/auth', body: { status, message: 'no' } });
      const answer = await step.send(pkcs7);
      expect([answer.status, answer.text]).toEqual([
        403,
        expect.stringContaining(sentence(reason, language)),
      ]);
    }
  });

  test('a shut account; and while the service is away one reads so and types the password', async () => {
    const who = await makeAccount(fixture, { pinfl: pinfl(811) });
    await fixture.directory.setDisabled(who.id, true);
    const shut = await signIn(own(811));
    expect([shut.answer.status, shut.answer.text]).toEqual([403, expect.stringContaining('yopilgan')]);
    const step = await opened();
    const pkcs7 = await signed(await step.challenge());
    server.forced.push({ path: '/backend/auth', status: 503, body: 'no' });
    const away = await step.send(pkcs7);
    expect([away.status, away.text]).toEqual([503, expect.stringContaining(sentence('service-away'))]);
    server.forced.push({ path: '/frontend/challenge', status: 503, body: 'no' });
    const none = await step.browser.send(`${step.base}/e-imzo/challenge`, {});
    expect([none.status, JSON.parse(none.text)]).toEqual([503, { problem: sentence('service-away') }]);
    // A page of another site asks for nothing in somebody's name.
    const foreign = await step.browser.send(
      `${step.base}/e-imzo`,
      { pkcs7: 'AAAA' },
      { origin: 'https://evil.example' },
    );
    expect(foreign.status).toBe(403);
  });
});

test('is offered where it is set up: the page may call the application, and only this one has the test key', async () => {
  const { browser, base } = await opened();
  const page = await browser.send(`${base}/e-imzo`);
  expect(page.headers.get('content-security-policy')).toContain("connect-src 'self' ws://127.0.0.1:64646");
  expect(page.text).toContain('TEST-KEY');
  expect((await browser.send(`${base}/e-imzo/test`, { name: 'A', pinfl: pinfl(821), stir: '' })).status).toBe(
    404,
  );
  fixture.eImzo.signIn = false;
  await fixture.restartSite();
  const plain = await opened();
  expect((await plain.browser.send(plain.base)).text).not.toContain('E-IMZO');
  expect((await plain.browser.send(`${plain.base}/e-imzo`)).status).toBe(404);
});
