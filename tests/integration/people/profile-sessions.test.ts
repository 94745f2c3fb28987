import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SessionView } from '#shared/api/cabinet/profile.ts';
import { deviceOf } from '#server/domains/people/accounts/user-agent.ts';
import { eventually } from '../../fixtures/services.ts';
import { newPerson, startProfileApp, type ProfileApp } from '../../fixtures/profile-app.ts';
import { Browser, reachCallback } from '../../fixtures/sign-in-app.ts';

let fixture: ProfileApp;
beforeAll(async () => {
  fixture = await startProfileApp();
});
afterAll(() => fixture?.close());

const PATH = '/api/shop/profile/sessions';
const list = async (cookie: string): Promise<SessionView[]> =>
  (await fixture.app.call('GET', PATH, { cookie })).body as SessionView[];
const end = (cookie: string, id: string) => fixture.app.call('POST', `${PATH}/${id}/end`, { cookie });
const endAll = (cookie: string, keepThis: boolean) =>
  fixture.app.call('POST', `${PATH}/end`, { cookie, body: { keepThis } });
const alive = async (cookie: string) =>
  (await fixture.app.call('GET', '/api/shop/auth/me', { cookie })).status === 200;

const CHROME =
  'Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36';

describe('the list of sessions', () => {
  test('shows where somebody is signed in, and which one this is, without any secret', async () => {
    const person = await newPerson(fixture);
    const phone = new Browser();
    const { phone: login, password } = person;
    await phone.send(await reachCallback(fixture, phone, { login, password }), undefined, {
      'user-agent': CHROME,
    });
    const seen = await list(person.cookie);
    expect(seen).toHaveLength(2);
    expect(seen.filter(({ current }) => current)).toHaveLength(1);
    expect(seen.find(({ current }) => !current)).toMatchObject({
      browser: 'Chrome',
      system: 'Android',
      address: expect.stringContaining('127.0.0.1'),
    });
    for (const { startedAtMs, seenAtMs } of seen) {
      expect(Date.now() - startedAtMs).toBeLessThan(60_000);
      expect(seenAtMs).toBeGreaterThanOrEqual(startedAtMs);
    }
    const secret = person.cookie.split('savdo_session=')[1]?.split(';')[0] ?? '';
    expect(JSON.stringify(seen)).not.toContain(secret);
    expect(await alive(`savdo_session=${seen[0]!.id}`)).toBe(false);
  });

  test('ends one session there, at once and with its sockets', async () => {
    const person = await newPerson(fixture);
    const other = await person.again();
    const heard: string[] = [];
    const stop = fixture.app.sessions.onChange(({ handle, kind }) => void heard.push(`${kind} ${handle}`));
    const there = (await list(person.cookie)).find(({ current }) => !current)!;
    expect((await end(person.cookie, there.id)).body).toEqual({ ended: 1 });
    await eventually(() => heard.includes(`ended ${there.id}`), 'the end to be announced');
    stop();
    expect([await alive(other), await alive(person.cookie)]).toEqual([false, true]);
    expect((await end(person.cookie, there.id)).status).toBe(404);
  });

  test('ends the oldest at the eleventh sign-in, and the action log says why', async () => {
    const person = await newPerson(fixture);
    const later: string[] = [];
    for (let i = 0; i < 10; i += 1) later.push(await person.again());
    expect(await alive(person.cookie)).toBe(false);
    expect(await list(later[9]!)).toHaveLength(10);
    const log = await fixture.database.pool.query(
      "select type, reason, result from person_action where person_id = $1 and action = 'sign-out-oldest'",
      [person.id],
    );
    expect(log.rows).toEqual([{ type: 'sign-in', reason: 'too-many-sessions', result: 'done' }]);
  });

  test('ends all others, or all with this one', async () => {
    const person = await newPerson(fixture);
    const others = [await person.again(), await person.again()];
    expect((await endAll(person.cookie, true)).body).toEqual({ ended: 2 });
    for (const cookie of others) expect(await alive(cookie)).toBe(false);
    expect(await alive(person.cookie)).toBe(true);
    const answer = await endAll(person.cookie, false);
    expect(answer.body).toEqual({ ended: 1 });
    expect(answer.headers.getSetCookie().join()).toMatch(/savdo_session=;/);
    expect(await alive(person.cookie)).toBe(false);
    const actions = await fixture.actions.ofPerson(person.id, {}, { limit: 2, offset: 0 });
    expect(actions.map(({ action }) => action)).toEqual(['sign-out-everywhere', 'sign-out-everywhere']);
  });

  test('knows nothing of other people’s sessions', async () => {
    const owner = await newPerson(fixture);
    const other = await newPerson(fixture);
    const [session] = await list(owner.cookie);
    expect((await end(other.cookie, session!.id)).status).toBe(404);
    expect((await end('', session!.id)).status).toBe(401);
    expect(await alive(owner.cookie)).toBe(true);
    expect((await list(other.cookie)).some(({ id }) => id === session!.id)).toBe(false);
  });

  test.each(['x', '*', 'A'.repeat(64), '0'.repeat(63)])('refuses the id %s', async (id) => {
    const { cookie } = await newPerson(fixture);
    expect((await end(cookie, encodeURIComponent(id))).status).toBe(400);
  });
});

test.each([
  [CHROME, 'Chrome', 'Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/124.0 YaBrowser/24.6 Safari/537.36',
    'Yandex Browser',
    'Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox', 'Linux'],
  ['curl/8.5', null, null],
  [undefined, null, null],
  ['<script>Chrome/', 'Chrome', null],
])('a browser that calls itself %s is %s on %s', (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system });
});
