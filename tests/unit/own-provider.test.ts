import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOwnProvider } from '../fixtures/own-provider.ts';

const SCOPES = 'openid profile phone email national_id';
const nowS = () => Math.floor(Date.now() / 1_000);

let provider: Awaited<ReturnType<typeof startOwnProvider>>;
beforeAll(async () => {
  provider = await startOwnProvider();
});
afterAll(() => provider?.close());

describe('an identity provider that granted less than was asked for', () => {
  test.each(['openid', 'openid profile phone email', ''])('signs no one in: %j', async (scope) => {
    expect(await provider.signIn({ scope })).toEqual({ refused: 'invalid-answer', because: 'scope' });
  });

  test('signs in where it knows no other scopes, or says nothing of them', async () => {
    const described = { scopes_supported: ['openid', 'profile', 'offline_access'] };
    expect(await provider.signIn({ described, scope: 'openid profile' })).toHaveProperty('identity');
    expect(await provider.signIn({})).toHaveProperty('identity');
    expect(await provider.signIn({ scope: `${SCOPES} address` })).toHaveProperty('identity');
  });
});

test('what a provider leaves out of its answer is not taken for stated', async () => {
  const claims = { email: 'one@example.uz' };
  expect(await provider.signIn({ claims })).toMatchObject({
    identity: { name: 'one@example.uz', kind: 'natural', unstated: ['name', 'kind'] },
  });
  const stated = { ...claims, name: 'Karimov Karim', person_kind: 'natural' };
  expect(await provider.signIn({ claims: stated })).toMatchObject({ identity: { unstated: [] } });
});

describe('a sign-in in which no password was typed', () => {
  const asserted = { amr: ['oneid'], auth_time: nowS() };
  const site = { saysPassword: true } as const;

  test('is none of the last five minutes at a site that says how people sign in', async () => {
    const identity = { authenticatedAtMs: null };
    expect(await provider.signIn({ asserted }, site)).toMatchObject({ identity });
    const withKey = { ...asserted, amr: ['pop', 'mfa', 'otp'] };
    expect(await provider.signIn({ asserted: withKey }, site)).toMatchObject({ identity });
    const typed = { ...asserted, amr: ['pwd', 'mfa', 'otp'] };
    expect(await provider.signIn({ asserted: typed }, site)).toMatchObject({
      identity: { authenticatedAtMs: asserted.auth_time * 1_000 },
    });
  });

  test.each(['renew', 'renew-factor'] as const)('is refused where one is asked for: %s', async (screen) => {
    const refused = { refused: 'invalid-answer', because: 'password' };
    expect(await provider.signIn({ asserted }, { ...site, screen })).toEqual(refused);
    const silent = { auth_time: nowS() };
    expect(await provider.signIn({ asserted: silent }, { ...site, screen })).toEqual(refused);
    const typed = { ...asserted, amr: ['pwd'] };
    expect(await provider.signIn({ asserted: typed }, { ...site, screen })).toHaveProperty('identity');
    // Of a provider of the operator's own the time is believed, whatever it asks people for.
    expect(await provider.signIn({ asserted }, { screen })).toHaveProperty('identity');
  });

  test('is found out by its time where the provider did not ask again', async () => {
    const old = { auth_time: nowS() - 900, amr: ['pwd'] };
    expect(await provider.signIn({ asserted: old }, { screen: 'renew' })).toMatchObject({
      refused: 'invalid-answer',
    });
    expect(await provider.signIn({}, { screen: 'renew' })).toMatchObject({ refused: 'invalid-answer' });
  });
});

describe('a provider that takes no pushed requests', () => {
  const offered = { pushed_authorization_request_endpoint: '' };
  test('is asked in the address, also where it only says that it takes them', async () => {
    offered.pushed_authorization_request_endpoint = `${provider.issuer}/request`;
    for (const given of [{}, { described: offered }]) {
      const address = await provider.address(given, 'renew');
      expect(Object.fromEntries(address.searchParams)).toMatchObject({
        scope: SCOPES,
        prompt: 'login',
        max_age: '300',
        ui_locales: 'uz',
      });
    }
  });

  test('but refuses this one is not asked otherwise', async () => {
    await expect(provider.address({ described: offered, pushed: 400 })).rejects.toThrow();
  });
});
