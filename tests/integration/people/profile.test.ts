import { NUMBER_TRIES_PER_DAY } from '#server/api/cabinet/profile.routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Profile } from '#shared/api/cabinet/profile.ts';
import { TO_EVERY_CHANNEL } from '#shared/notifications/templates.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { sessionCookieName } from '#server/platform/sessions/index.ts';
import { newPerson, startProfileApp, type ProfileApp } from '../../fixtures/profile-app.ts';

let fixture: ProfileApp;
beforeAll(async () => {
  fixture = await startProfileApp();
});
afterAll(() => fixture?.close());

const BASE = '/api/shop/profile';
const ADDRESS = { regionId: 1726, areaId: 1726266, text: 'Amir Temur koʻchasi, 1-uy' };
const REQUISITES = { bankName: 'Namuna bank', account: '20208000900123456001', mfo: '00999' };

const pinfl = (n: number): string => {
  const first = `3010190${String(n).padStart(6, '0')}`;
  return `${first}${pinflCheckDigit(first)}`;
};
const call = (cookie: string, method: string, path: string, body?: unknown) =>
  fixture.app.call(method, `${BASE}${path}`, { cookie, ...(body === undefined ? {} : { body }) });
const read = async (cookie: string): Promise<Profile> => (await call(cookie, 'GET', '')).body as Profile;
const sendCode = (cookie: string, channel: string, value: string) =>
  call(cookie, 'POST', '/send-code', { channel, value });
const confirm = (cookie: string, channel: string, value: string, code: string) =>
  call(cookie, 'POST', '/confirm', { channel, value, code });
const lastCode = async () => (await fixture.lastSent()).code;
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function confirmed(cookie: string, channel: 'phone' | 'email', value: string) {
  const sent = await sendCode(cookie, channel, value);
  expect(sent.body).toMatchObject({ outcome: 'sent' });
  return confirm(cookie, channel, value, await lastCode());
}

/** As if the last codes had been sent two minutes ago. */
const aMinuteLater = () =>
  sql`update one_time_code_send set sent_at = sent_at - interval '2 minutes'`.execute(fixture.database.db);

/** The cookie of a session of this person whose password was typed six minutes ago. */
async function staleCookie(id: string): Promise<string> {
  const known = (await fixture.app.sessions.list(id))[0]!.person;
  const { secret } = await fixture.app.sessions.create(known, {
    authenticatedAtMs: String(Date.now() - 6 * 60_000),
  });
  return `${sessionCookieName(false)}=${secret}`;
}

/** The readable cookie an answer sets. */
const shownPercentage = (headers: Headers): unknown => {
  const line = headers.getSetCookie().find((each) => each.startsWith('savdo_user='));
  const value = decodeURIComponent(line?.split(';')[0]?.slice('savdo_user='.length) ?? '');
  return value === '' ? null : (JSON.parse(value) as { percentage: number }).percentage;
};

describe('the profile', () => {
  test('grows to a hundred by seven equal shares, in the session and in the readable cookie at once', async () => {
    const { cookie, phone, email, id } = await newPerson(fixture);
    expect(await read(cookie)).toMatchObject({ percentage: 14, facts: { name: true, nationalId: false } });
    const shares: unknown[] = [];
    const note = (answer: { status: number; headers: Headers }) => {
      expect(answer.status).toBe(200);
      shares.push(shownPercentage(answer.headers));
    };
    note(await call(cookie, 'PUT', '/national-id', { number: pinfl(1) }));
    note(await confirmed(cookie, 'phone', phone));
    note(await confirmed(cookie, 'email', email));
    note(await call(cookie, 'PUT', '/address', ADDRESS));
    note(await call(cookie, 'PUT', '/requisites', REQUISITES));
    expect(shares).toEqual([28, 42, 57, 71, 85]);
    await fixture.sign(id);
    await fixture.accounts.refreshSessions(id);
    const [session] = await fixture.app.sessions.list(id);
    expect(session?.person.percentage).toBe(100);
    expect(await read(cookie)).toMatchObject({ percentage: 100, address: ADDRESS, requisites: REQUISITES });
    expect((await fixture.app.call('GET', '/api/shop/auth/me', { cookie })).body.percentage).toBe(100);
  });

  test('counts what is stored at the next sign-in, too', async () => {
    const { cookie, phone, id, again } = await newPerson(fixture);
    await confirmed(cookie, 'phone', phone);
    await again();
    for (const session of await fixture.app.sessions.list(id)) expect(session.person.percentage).toBe(28);
  });

  test.each([
    ['/address', { ...ADDRESS, areaId: 1703202 }, 'profile.place'],
    ['/address', { ...ADDRESS, text: ' x ' }, 'malformed'],
    ['/address', { ...ADDRESS, text: 'x'.repeat(301) }, 'malformed'],
    ['/requisites', { ...REQUISITES, account: '2020800090012345600' }, 'malformed'],
    ['/requisites', { ...REQUISITES, account: '20208840900123456001' }, 'profile.account'],
    ['/requisites', { ...REQUISITES, mfo: '0999' }, 'malformed'],
    ['/requisites', { ...REQUISITES, mfo: 999 }, 'malformed'],
    ['/national-id', { number: '70101900000010' }, 'profile.pinfl'],
    ['/national-id', { number: '301234563' }, 'profile.pinfl'],
    ['/national-id', { number: 30101900000010 }, 'malformed'],
  ])('refuses %s %j', async (path, body, code) => {
    const { cookie } = await newPerson(fixture);
    const before = await read(cookie);
    const answer = await call(cookie, 'PUT', path, body);
    expect([answer.status, answer.body.ERROR.code]).toEqual([400, code]);
    expect(await read(cookie)).toEqual(before);
  });

  test('takes bank requisites only after a fresh sign-in, and their owner reads of each change everywhere', async () => {
    const { cookie, id } = await newPerson(fixture);
    const stale = await staleCookie(id);
    const notices = () => fixture.noticesOf(id);
    const thief = await call(stale, 'PUT', '/requisites', REQUISITES);
    expect([thief.status, thief.body.ERROR?.code]).toEqual([403, 'sign-in-again']);
    expect(await read(cookie)).toMatchObject({ requisites: null });
    for (let press = 0; press < 2; press += 1)
      expect((await call(cookie, 'PUT', '/requisites', REQUISITES)).status).toBe(200);
    expect(await notices()).toMatchObject([{ template: 'requisites-changed' }]);
    const other = { ...REQUISITES, account: '20208000900123456002' };
    expect((await call(stale, 'PUT', '/requisites', other)).status).toBe(403);
    expect((await call(cookie, 'PUT', '/requisites', other)).status).toBe(200);
    expect(await notices()).toHaveLength(2);
    for (const template of ['requisites-changed', 'order-requisites-changed'] as const)
      expect(TO_EVERY_CHANNEL.has(template)).toBe(true);
  });

  test('takes a PINFL with an unusual check digit, as foreigners have', async () => {
    const { cookie } = await newPerson(fixture);
    const number = `${pinfl(9).slice(0, 13)}${(Number(pinfl(9)[13]) + 1) % 10}`;
    expect((await call(cookie, 'PUT', '/national-id', { number })).status).toBe(200);
    expect(await read(cookie)).toMatchObject({ pinfl: number });
  });

  test('takes a PINFL once; another one is a matter for staff', async () => {
    const { cookie } = await newPerson(fixture);
    expect((await call(cookie, 'PUT', '/national-id', { number: pinfl(2) })).status).toBe(200);
    expect((await call(cookie, 'PUT', '/national-id', { number: pinfl(2) })).status).toBe(200);
    const answer = await call(cookie, 'PUT', '/national-id', { number: pinfl(3) });
    expect([answer.status, answer.body.ERROR.code]).toEqual([409, 'profile.id-is-set']);
  });

  test('is tried five times a day', async () => {
    const { cookie } = await newPerson(fixture);
    const statuses: number[] = [];
    const { redis, namespace } = fixture.app.jobs;
    for (let turn = 0; turn < 6; turn += 1) {
      statuses.push((await call(cookie, 'PUT', '/national-id', { number: pinfl(2) })).status);
      if (turn > 0) continue;
      // The limits of tests are a thousand times as large: the others of today have been used.
      for (const key of await redis.keys(`${namespace}daily:national-id:*`))
        await redis.incrby(key, NUMBER_TRIES_PER_DAY * 999);
    }
    expect(statuses).toEqual([409, 409, 409, 409, 409, 429]);
  });

  test('gives a number to one of two people who tell it at once', async () => {
    const two = await Promise.all([newPerson(fixture), newPerson(fixture)]);
    const answers = await Promise.all(
      two.map(({ cookie }) => call(cookie, 'PUT', '/national-id', { number: pinfl(4) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.ERROR.code).toBe('profile.taken');
  });

  test('asks a legal entity for its STIR', async () => {
    const { cookie } = await newPerson(fixture, { kind: 'legal', name: '«Namuna» MChJ' });
    expect((await call(cookie, 'PUT', '/national-id', { number: '201234567' })).body.stir).toBe('201234567');
    const { cookie: next } = await newPerson(fixture, { kind: 'legal', name: '«Namuna» MChJ' });
    const person = await call(next, 'PUT', '/national-id', { number: '401234567' });
    expect(person.body.ERROR.code).toBe('profile.stir');
  });

  test('is no one else’s to read or write', async () => {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '/address', ADDRESS],
      ['POST', '/send-code', { channel: 'phone', value: '+998901234567' }],
      ['GET', '/sessions', undefined],
    ] as const) {
      expect((await call('', method, path, body)).status).toBe(401);
    }
    const { cookie } = await newPerson(fixture);
    const answer = await call(cookie, 'PUT', '/address', { ...ADDRESS, personId: 'another' });
    expect([answer.status, answer.body.ERROR.code]).toEqual([400, 'malformed']);
  });
});

describe('a phone or an e-mail', () => {
  test('is confirmed by the code sent there, and the person is notified', async () => {
    const { cookie, phone, id } = await newPerson(fixture);
    const sent = await sendCode(cookie, 'phone', phone);
    expect(sent.body).toMatchObject({ outcome: 'sent', to: expect.stringContaining('•••') });
    expect(await fixture.lastSent()).toMatchObject({ channel: 'sms', to: phone, purpose: 'confirm-phone' });
    const answer = await confirm(cookie, 'phone', phone, await lastCode());
    expect(answer.body).toMatchObject({ outcome: 'confirmed', profile: { phone: { confirmed: true } } });
    expect(await fixture.noticesOf(id)).toMatchObject([{ template: 'phone-confirmed' }]);
    expect(await fixture.actions.ofPerson(id, {}, { limit: 1, offset: 0 })).toMatchObject([
      { type: 'profile', action: 'phone-confirmed', result: 'done' },
    ]);
    // The sign-in site says so from now on, to everyone who asks it.
    expect(await fixture.directory.byLogin(phone)).toMatchObject({ phoneConfirmed: true });
  });

  test('stays unconfirmed by a wrong code, five times, and then by the right one', async () => {
    const { cookie, email } = await newPerson(fixture);
    await sendCode(cookie, 'email', email);
    const code = await lastCode();
    const outcomes: string[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      outcomes.push((await confirm(cookie, 'email', email, other(code))).body.outcome as string);
    }
    outcomes.push((await confirm(cookie, 'email', email, code)).body.outcome as string);
    expect(outcomes).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'wrong', 'too-many']);
    expect((await read(cookie)).email.confirmed).toBe(false);
  });

  test('takes the place of another only by a code sent to the new one', async () => {
    const { cookie, phone, id, password } = await newPerson(fixture);
    await confirmed(cookie, 'phone', phone);
    const next = '+998905550001';
    await sendCode(cookie, 'phone', next);
    const code = await lastCode();
    // A code is bound to its number.
    expect((await confirm(cookie, 'phone', '+998905550002', code)).body.outcome).toBe('expired');
    expect((await read(cookie)).phone).toEqual({ value: phone, confirmed: true });
    expect((await confirm(cookie, 'phone', next, code)).body.outcome).toBe('confirmed');
    expect((await read(cookie)).phone).toEqual({ value: next, confirmed: true });
    // It is what the person signs in with, here, in living sessions and at the site.
    const [session] = await fixture.app.sessions.list(id);
    expect(session?.person.userName).toBe(next);
    expect(await fixture.directory.authenticate(next, password)).not.toBeNull();
    expect(await fixture.directory.byLogin(phone)).toBeNull();
    // The number before is informed: it may have been moved by somebody else.
    expect(await fixture.noticesOf(id)).toMatchObject([
      { template: 'phone-confirmed', formerly: {} },
      { template: 'phone-confirmed', formerly: { phone } },
    ]);
  });

  test('that comes first changes only after a fresh sign-in as well: the password is set again by it', async () => {
    const { id } = await newPerson(fixture, { email: null });
    const answer = await sendCode(await staleCookie(id), 'email', 'thief@example.uz');
    expect([answer.status, answer.body.ERROR?.code]).toEqual([403, 'sign-in-again']);
  });

  test('changes only after a fresh sign-in', async () => {
    const { id, phone } = await newPerson(fixture);
    const cookie = await staleCookie(id);
    const answer = await sendCode(cookie, 'phone', '+998905550003');
    expect([answer.status, answer.body.ERROR.code]).toEqual([403, 'sign-in-again']);
    const guessed = await confirm(cookie, 'phone', '+998905550003', '123456');
    expect([guessed.status, guessed.body.ERROR.code]).toEqual([403, 'sign-in-again']);
    // The one that is there may be confirmed at any time: it changes no one's login.
    expect((await sendCode(cookie, 'phone', phone)).body.outcome).toBe('sent');
  });

  test('is confirmed for one person at a time, and only who reads its code learns that it has an account', async () => {
    const first = await newPerson(fixture);
    const second = await newPerson(fixture);
    await confirmed(first.cookie, 'email', first.email);
    await aMinuteLater();
    const answer = await sendCode(second.cookie, 'email', first.email);
    await aMinuteLater();
    const free = await sendCode(second.cookie, 'email', 'no-account@example.uz');
    const shape = ({ body }: typeof answer) => ({ ...body, to: '', expiresAfterMs: 0 });
    expect(shape(answer)).toEqual(shape(free));
    await aMinuteLater();
    await sendCode(second.cookie, 'email', first.email);
    const guessed = await confirm(second.cookie, 'email', first.email, '000000');
    expect(guessed.body).toEqual({ outcome: 'wrong' });
    const read = await confirm(second.cookie, 'email', first.email, await lastCode());
    expect(read.body).toEqual({ outcome: 'taken' });
  });

  test('goes to one of two people who hold codes for it', async () => {
    const two = await Promise.all([newPerson(fixture), newPerson(fixture)]);
    const shared = 'shared@example.uz';
    const codes: string[] = [];
    for (const { cookie } of two) {
      expect((await sendCode(cookie, 'email', shared)).body.outcome).toBe('sent');
      codes.push(await lastCode());
      await aMinuteLater();
    }
    const answers = await Promise.all(
      two.map(({ cookie }, at) => confirm(cookie, 'email', shared, codes[at] ?? '')),
    );
    expect(answers.map(({ body }) => body.outcome as string).sort()).toEqual(['confirmed', 'taken']);
    const loser = two[answers.findIndex(({ body }) => body.outcome === 'taken')]!;
    expect(await read(loser.cookie)).toMatchObject({ email: { value: loser.email, confirmed: false } });
    expect(await fixture.directory.byLogin(loser.email)).not.toBeNull();
  });

  test('is confirmed once by two tabs that press together, and both see it', async () => {
    const { cookie, phone, id } = await newPerson(fixture);
    await sendCode(cookie, 'phone', phone);
    const code = await lastCode();
    const answers = await Promise.all([1, 2, 3, 4].map(() => confirm(cookie, 'phone', phone, code)));
    const outcomes = answers.map(({ body }) => body.outcome as string);
    expect(outcomes).toContain('confirmed');
    for (const outcome of outcomes) expect(['confirmed', 'expired']).toContain(outcome);
    expect((await confirm(cookie, 'phone', phone, code)).body.outcome).toBe('confirmed');
    expect((await sendCode(cookie, 'phone', phone)).body).toEqual({ outcome: 'confirmed' });
    expect(await fixture.noticesOf(id)).toHaveLength(1);
  });

  test('may be asked for again only after a while', async () => {
    const { cookie, phone } = await newPerson(fixture);
    await sendCode(cookie, 'phone', phone);
    expect((await sendCode(cookie, 'phone', phone)).body).toMatchObject({ outcome: 'wait' });
  });

  test('is honestly reported as not reached while the gateway is away', async () => {
    const { cookie, phone } = await newPerson(fixture);
    const answer = await fixture.whileGatewaysAreAway(() => sendCode(cookie, 'phone', phone));
    expect(answer.body).toEqual({ outcome: 'undelivered' });
  });

  test.each([
    ['phone', '12345', 'profile.phone'],
    ['phone', '+1 202 555 0123', 'profile.phone'],
    ['email', 'nobody', 'profile.email'],
    ['email', 'a@b@c.uz', 'profile.email'],
    ['fax', '+998901234567', 'malformed'],
  ])('is refused as %s %s', async (channel, value, code) => {
    const { cookie } = await newPerson(fixture);
    const answer = await sendCode(cookie, channel, value);
    expect([answer.status, answer.body.ERROR.code]).toEqual([400, code]);
  });

  test('once confirmed here is not overwritten by the provider', async () => {
    const { cookie, again, id } = await newPerson(fixture);
    const next = 'own@example.uz';
    await confirmed(cookie, 'email', next);
    const { subject } = (await fixture.accounts.byId(id))!;
    await fixture.directory.change(subject, { email: 'provider@example.uz', emailConfirmed: false });
    await again();
    expect((await fixture.accounts.byId(id))?.email).toBe(next);
  });

  test('that the provider has confirmed counts at once, unless somebody else has it', async () => {
    const known = {
      issuer: 'https://id.example',
      kind: 'natural',
      name: 'Sardor',
      language: 'uz',
      phone: '+998905550009',
      phoneConfirmed: true,
      email: null,
      pinfl: null,
      stir: null,
    } as const;
    const first = await fixture.accounts.prepare({ ...known, subject: 'first' });
    const second = await fixture.accounts.prepare({ ...known, subject: 'second' });
    expect([first.phoneConfirmed, second.phoneConfirmed]).toEqual([true, false]);
  });
});
