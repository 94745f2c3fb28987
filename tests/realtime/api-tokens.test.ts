import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticationExtra, sessionCookieName } from '#server/platform/sessions/index.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { callServer, JUST_NOW_MS } from '../fixtures/app.ts';
import { applicantsOf } from '../fixtures/applicants.ts';
import { Bidder } from '../fixtures/bidder.ts';
import { publishTestLot } from '../fixtures/lots.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { startPlatform, type PlatformProcess } from '../fixtures/platform-process.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';

const PATH = '/api/shop/api-tokens';
const START = 100_000_00;
const STEP = 5_000_00;
const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;

beforeAll(async () => {
  database = await testDatabase();
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '1000' });
  people = peopleOf(redis, () => database);
});
afterAll(async () => {
  await people?.close();
  await platform?.stop();
  await database?.close();
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
/** As a program calls: without a cookie, and without the header of our pages. */
const byProgram = (token: string, method: string, path: string, body?: unknown) =>
  callServer(platform.url, method, path, {
    headers: bearer(token),
    withoutOwnHeader: true,
    ...(body === undefined ? {} : { body }),
  });
const connect = (token: string) => Bidder.connect(platform.url, { headers: bearer(token), origin: null });

/** Somebody who has typed the password just now. */
async function owner() {
  const { personId, phone } = await applicantsOf(
    () => platform,
    () => database,
    () => people,
  )(0);
  const typed = authenticationExtra({ atMs: JUST_NOW_MS, secondFactor: false });
  const { person } = await people.signIn({ personId, roles: ['buyer'] });
  const { secret } = await people.sessions.create(person, typed);
  const cookie = `${sessionCookieName(false)}=${secret}`;
  return {
    personId,
    phone,
    call: (method: string, path: string, body?: unknown) =>
      callServer(platform.url, method, path, { cookie, ...(body === undefined ? {} : { body }) }),
  };
}
type Owner = Awaited<ReturnType<typeof owner>>;

async function tokenOf(who: Owner, scope: 'read' | 'bid' = 'bid') {
  const { status, body } = await who.call('POST', PATH, { name: `bot ${scope}`, scope, days: 7 });
  expect(status).toBe(200);
  return body as { token: string; shown: { id: number } };
}

describe('a token of a person', () => {
  test('is shown once, stored as a hash, and announced to its owner on every channel', async () => {
    const who = await owner();
    const { token, shown } = await tokenOf(who);
    expect(token).toMatch(/^savdo_[A-Za-z0-9_-]{43}$/);
    const list = await who.call('GET', PATH);
    expect(list.body).toMatchObject([{ id: shown.id, ending: token.slice(-4), usedAtMs: null }]);
    expect(JSON.stringify(list.body)).not.toContain(token);
    const { rows } = await database.pool.query('select * from api_token where id = $1', [shown.id]);
    expect(JSON.stringify(rows)).not.toContain(token);
    await eventually(async () => {
      const found = await database.pool.query(
        `select body from twin_message where channel = 'sms' and recipient = $1 and body like '%bot bid%'`,
        [who.phone],
      );
      return found.rows[0];
    }, 'the SMS about it');
  });

  test('asks for a password typed just now, and there are ten at most', async () => {
    const who = await owner();
    const { cookie } = await people.signIn({ personId: who.personId, roles: ['buyer'] });
    const wish = { name: 'bot', scope: 'bid', days: 7 };
    const old = await callServer(platform.url, 'POST', PATH, { cookie, body: wish });
    expect(old).toMatchObject({ status: 403, body: { ERROR: { code: 'sign-in-again' } } });
    const made = await Promise.all(Array.from({ length: 12 }, () => who.call('POST', PATH, wish)));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(made.find(({ status }) => status !== 200)).toMatchObject({
      status: 422,
      body: { ERROR: { code: 'api-tokens.too-many' } },
    });
  });

  test('makes no other token, reads no data and moves no money', async () => {
    const { token } = await tokenOf(await owner());
    for (const [method, path, body] of [
      ['GET', PATH],
      ['POST', PATH, { name: 'another', scope: 'bid', days: 365 }],
      ['GET', '/api/shop/profile'],
      ['POST', '/api/shop/user/change-password', { new_password: 'a'.repeat(64) }],
      ['POST', '/api/shop/winlot/pay-win-lot', { lotId: 1, requestId: randomUUID() }],
    ] as const) {
      const answer = await byProgram(token, method, path, body);
      expect([path, answer.status, answer.body.ERROR?.code]).toEqual([path, 403, 'token-scope']);
    }
    expect((await byProgram(token, 'GET', '/api/shop/user/money')).status).toBe(200);
  });

  test('that is wrong, or accompanied by a cookie of somebody else, speaks for itself alone', async () => {
    const { token } = await tokenOf(await owner(), 'read');
    const other = await people.signIn();
    const wrong = await callServer(platform.url, 'GET', '/api/shop/user/money', {
      cookie: other.cookie,
      headers: bearer(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`),
    });
    expect(wrong).toMatchObject({ status: 401, body: { ERROR: { code: 'token-invalid' } } });
    const me = await callServer(platform.url, 'GET', '/api/shop/user/money', {
      cookie: other.cookie,
      headers: bearer('savdo_of-no-one'),
    });
    expect(me.status).toBe(401);
    await expect(connect('savdo_of-no-one')).rejects.toThrow('token-invalid');
    // Without a token a socket still needs our origin.
    await expect(Bidder.connect(platform.url, { origin: null })).rejects.toThrow();
  });
});

describe('programs in a room', () => {
  test('bid over sockets and over HTTP with a token that bids, and only watch with one that reads', async () => {
    const lotId = await publishTestLot(database);
    const who = await owner();
    const { token } = await tokenOf(who);
    const reading = await tokenOf(who, 'read');
    const admitted = () => byProgram(token, 'POST', '/api/shop/user-order/join-practice', { lotId });
    expect(
      (await byProgram(reading.token, 'POST', '/api/shop/user-order/join-practice', { lotId })).status,
    ).toBe(403);
    await eventually(async () => (await admitted()).body.verdict === 'admitted', 'the admission');
    const bot = await connect(token);
    await bot.enter(lotId);
    expect(bot.view(lotId).me).toMatchObject({ role: 'bidder' });
    expect(await bot.place(lotId, START)).toMatchObject({ verdict: 'accepted' });
    const watcher = await connect(reading.token);
    await watcher.enter(lotId);
    const refused = { ok: false, error: { code: 'token-scope' } };
    const bidId = randomUUID();
    expect(
      await watcher.request(ROOM_EVENTS.place, { lotId, bidId, amountTiyin: START + STEP }),
    ).toMatchObject(refused);
    expect(
      await watcher.request(ROOM_EVENTS.setAuto, { lotId, bidId, maximumTiyin: START + STEP }),
    ).toMatchObject(refused);
    const offer = { lotId, bidId, amountTiyin: START + STEP };
    const overHttp = await byProgram(reading.token, 'POST', '/api/shop/game-view/place', offer);
    expect(overHttp).toMatchObject({ status: 403, body: { ERROR: { code: 'token-scope' } } });
    const find = `/api/shop/game-view/bid?lotId=${lotId}&bidId=${bidId}`;
    expect((await byProgram(reading.token, 'GET', find)).body).toMatchObject({ verdict: 'never-seen' });
    const answer = await byProgram(token, 'POST', '/api/shop/game-view/place', offer);
    expect(answer).toMatchObject({ status: 200, body: { bidId } });
    bot.close();
    watcher.close();
  });

  test('are out at once when the token is revoked, and a repeat of that changes nothing', async () => {
    const who = await owner();
    const { token, shown } = await tokenOf(who);
    const bot = await connect(token);
    const stranger = await owner();
    expect((await stranger.call('DELETE', `${PATH}/${shown.id}`)).status).toBe(404);
    expect((await byProgram(token, 'GET', '/api/shop/user/money')).status).toBe(200);
    for (const _ of [1, 2]) expect((await who.call('DELETE', `${PATH}/${shown.id}`)).status).toBe(200);
    await eventually(() => !bot.socket.connected, 'the end of the connection', 2_000);
    expect((await byProgram(token, 'GET', '/api/shop/user/money')).status).toBe(401);
    await expect(connect(token)).rejects.toThrow('token-invalid');
    expect((await who.call('GET', PATH)).body).toEqual([]);
    const { rows } = await database.pool.query(
      `select action from person_action where person_id = $1 and action like 'api-token-%' order by id`,
      [who.personId],
    );
    expect(rows.map(({ action }) => action)).toEqual(['api-token-created', 'api-token-revoked']);
  });

  test('are out when it expires, and while the account is shut', async () => {
    const who = await owner();
    const { token, shown } = await tokenOf(who);
    expect((await byProgram(token, 'GET', '/api/shop/user/money')).status).toBe(200);
    await database.pool.query('update person set disabled_at = now() where id = $1', [who.personId]);
    await people.sessions.endAll(who.personId, { because: 'disabled' });
    expect((await byProgram(token, 'GET', '/api/shop/user/money')).status).toBe(401);
    await database.pool.query('update person set disabled_at = null where id = $1', [who.personId]);
    expect((await byProgram(token, 'GET', '/api/shop/user/money')).status).toBe(200);
    await people.sessions.endAll(who.personId);
    await database.pool.query(
      `update api_token set created_at = now() - interval '2 days', expires_at = now() - interval '1 s' where id = $1`,
      [shown.id],
    );
    expect((await byProgram(token, 'GET', '/api/shop/user/money')).status).toBe(401);
  });

  test('go on in running rooms alone while one person of staff has shut the account', async () => {
    const lotId = await publishTestLot(database);
    const who = await owner();
    const { token } = await tokenOf(who);
    await eventually(
      async () =>
        (await byProgram(token, 'POST', '/api/shop/user-order/join-practice', { lotId })).body.verdict ===
        'admitted',
      'the admission',
    );
    await database.pool.query('update person set disabled_at = now() where id = $1', [who.personId]);
    await people.sessions.endAll(who.personId, {
      because: 'disabled',
      butBidding: { by: randomUUID(), lots: [lotId] },
    });
    expect((await byProgram(token, 'GET', '/api/shop/user/money')).status).toBe(401);
    const bot = await connect(token);
    await bot.enter(lotId);
    expect(await bot.place(lotId, START)).toMatchObject({ verdict: 'accepted' });
    await people.sessions.endAll(who.personId, { because: 'disabled' });
    await eventually(() => !bot.socket.connected, 'the end of the connection', 2_000);
  });
});
