import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../fixtures/services.ts';
import {
  Browser,
  makeAccount,
  openSignInPage,
  startSignInApp,
  type SignInApp,
} from '../../fixtures/sign-in-app.ts';

let fixture: SignInApp;
beforeAll(async () => {
  fixture = await startSignInApp();
});
afterAll(() => fixture?.close());

const stored = async (): Promise<number> => {
  const { rows } = await fixture.database.pool.query('select count(*)::int as n from identity_record');
  return rows[0].n as number;
};

/** What the product sends a browser to, with other parameters where wanted. */
function authorization(more: Record<string, string> = {}): string {
  const url = new URL('/auth', fixture.identityUrl);
  const query = {
    client_id: 'savdo',
    redirect_uri: `${fixture.app.url}/api/shop/auth/callback`,
    response_type: 'code',
    scope: 'openid',
    state: 'a-state',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    ...more,
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

const ask = (address: string, init: RequestInit = {}) => fetch(address, { redirect: 'manual', ...init });

describe('a sign-in', () => {
  test.each(['form_post', 'fragment', 'jwt', 'web_message'])(
    'answers in the address only: response_mode %s is refused and nothing of it is stored',
    async (mode) => {
      const before = await stored();
      const answer = await ask(authorization({ response_mode: mode }));
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
      const broken = await ask(authorization({ response_mode: mode, code_challenge: '' }));
      expect(await broken.text()).not.toContain('<form');
      expect(await stored()).toBe(before);
    },
  );

  test('is not begun by a form', async () => {
    const form = new URL(authorization()).searchParams;
    const answer = await ask(`${fixture.identityUrl}/auth`, { method: 'POST', body: form });
    expect(answer.status).toBe(405);
  });

  test('may name the mode we use, and the site describes no other', async () => {
    expect((await ask(authorization({ response_mode: 'query' }))).status).toBe(303);
    const described = await (await ask(`${fixture.identityUrl}/.well-known/openid-configuration`)).json();
    expect((described as { response_modes_supported: string[] }).response_modes_supported).toEqual(['query']);
  });
});

test.each(['/me', '/token', '/jwks', '/.well-known/openid-configuration'])(
  'no page of another site may read %s',
  async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const answer = await ask(`${fixture.identityUrl}${path}`, {
        method,
        headers: {
          origin: 'https://evil.example',
          authorization: 'Bearer none',
          'access-control-request-method': 'GET',
        },
      });
      for (const name of ['allow-origin', 'allow-methods', 'allow-headers', 'expose-headers'])
        expect(answer.headers.get(`access-control-${name}`), `${method} ${name}`).toBeNull();
    }
  },
);

describe('a stranger who begins sign-ins as fast as possible', () => {
  const owner = new Browser();
  let account: Awaited<ReturnType<typeof makeAccount>>;
  const enter = async () => {
    const page = await openSignInPage(fixture, owner);
    const { phone: login, password } = account;
    return owner.send(`${page.origin}${page.pathname}/sign-in`, { login, password });
  };
  beforeAll(async () => {
    account = await makeAccount(fixture);
    await enter();
    owner.forget(fixture.identityUrl, 'savdo_id');
  });

  test('has a bounded number of them stored, and is answered when to come again', async () => {
    const before = await stored();
    const answers = await Promise.all(Array.from({ length: 300 }, () => ask(authorization())));
    const begun = answers.filter(({ status }) => status === 303);
    const refused = answers.filter(({ status }) => status === 429);
    expect(begun.length + refused.length).toBe(300);
    expect(begun.length).toBeLessThanOrEqual(120);
    expect(begun.length).toBeGreaterThan(50);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused[0]?.text()).toMatch(/<h1>/);
    expect((await stored()) - before).toBeLessThanOrEqual(2 * 120);
    // Signing out is stored as well, and has no count of its own.
    expect((await ask(`${fixture.identityUrl}/session/end`)).status).toBe(429);
  });

  test('keeps no one at the same address from signing in, in a browser used before', async () => {
    expect((await ask(authorization())).status).toBe(429);
    expect((await enter()).status).toBe(303);
    // A mark that somebody made up is none, and a true one is for no flood either.
    const [, id = ''] =
      /=([\w-]{43})/.exec(owner.setCookieLine(fixture.identityUrl, 'savdo_id_device')!) ?? [];
    const forged = { headers: { cookie: `savdo_id_device=${id}.${'b'.repeat(43)}` } };
    expect((await ask(authorization(), forged)).status).toBe(429);
    const statuses: number[] = [];
    for (let n = 0; n < 25; n += 1) statuses.push((await owner.send(authorization())).status);
    expect([statuses.at(0), statuses.at(-1)]).toEqual([303, 429]);
  });

  test('leaves nothing behind: what has expired is removed by a site that starts', async () => {
    await fixture.database.pool.query("update identity_record set expires_at = now() - interval '1 second'");
    expect(await stored()).toBeGreaterThan(0);
    await fixture.restartSite();
    await eventually(async () => (await stored()) === 0, 'the expired records to be removed');
  });
});
