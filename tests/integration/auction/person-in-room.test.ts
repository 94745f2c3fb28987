import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDirectory, signInOverHttp } from '#server/identity/index.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { callServer } from '../../fixtures/app.ts';
import { Bidder } from '../../fixtures/bidder.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { answers, startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const PASSWORD = 'a long enough password';
const PHONE = '+998901112233';

let database: TestDatabase;
let platform: PlatformProcess;
const redis = testRedis();

beforeAll(async () => {
  database = await testDatabase();
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '100' }, { whole: true });
  await eventually(() => answers(platform.identityUrl), 'the sign-in site', 20_000);
});
afterAll(async () => {
  await platform.stop();
  await database.close();
});

test('a person signs in at the site, bids over the socket, and loses both room and API within 2 s of signing out', async () => {
  const lotId = await publishTestLot(database);
  await openDirectory(database).create({
    kind: 'natural',
    name: 'Aziza Sinov',
    phone: PHONE,
    email: null,
    pinfl: null,
    stir: null,
    language: 'en',
    password: PASSWORD,
  });
  const cookie = await signInOverHttp({
    publicUrl: platform.url,
    identityUrl: platform.identityUrl,
    login: PHONE,
    password: PASSWORD,
  });
  expect(cookie).toMatch(/savdo_session=[A-Za-z0-9_-]{43}/);
  const me = await callServer(platform.url, 'GET', '/api/shop/auth/me', { cookie });
  expect(me.body).toMatchObject({ name: 'Aziza Sinov', roles: ['buyer'] });

  const visitor = await Bidder.connect(platform.url);
  const person = await Bidder.connect(platform.url, { headers: { cookie } });
  try {
    await eventually(async () => {
      const joined = await callServer(platform.url, 'POST', '/api/shop/user-order/join-practice', {
        body: { lotId },
        cookie,
      });
      return joined.body.verdict === 'admitted';
    }, 'the admission');
    expect((await visitor.enter(lotId)).me).toMatchObject({
      role: 'observer',
      notBiddingBecause: 'not-signed-in',
    });
    const room = await person.enter(lotId);
    expect(room.me.role).toBe('bidder');

    const suggested = room.head.suggestedTiyin;
    const refused = await visitor.request(ROOM_EVENTS.place, {
      lotId,
      bidId: 'visitor-bid-1',
      amountTiyin: suggested,
    });
    expect(refused).toMatchObject({ error: { code: 'no-session' } });
    const answer = await eventually(async () => {
      const given = await person.request(ROOM_EVENTS.place, {
        lotId,
        bidId: 'person-bid-1',
        amountTiyin: suggested,
      });
      return given.verdict === 'accepted' || given.answer?.verdict === 'accepted' ? given : null;
    }, 'the accepted bid');
    expect(JSON.stringify(answer)).toContain('accepted');
    await eventually(
      () =>
        visitor.received.some(
          ({ event, payload }) => event === ROOM_EVENTS.update && payload.head.priceTiyin === suggested,
        ),
      'the visitor to see the price',
    );

    const leftAt = performance.now();
    const left = await callServer(platform.url, 'POST', '/api/shop/auth/logout', { cookie });
    expect(left.status).toBe(200);
    await eventually(() => !person.socket.connected, 'the socket to be cut');
    expect(performance.now() - leftAt).toBeLessThan(2_000);
    expect((await callServer(platform.url, 'GET', '/api/shop/auth/me', { cookie })).status).toBe(401);
    expect(visitor.socket.connected).toBe(true);
  } finally {
    visitor.close();
    person.close();
  }
});

test('a person whose account is shut loses room and API within 2 s, reads why, and the site knows them no more', async () => {
  const phone = '+998901112244';
  await openDirectory(database).create({
    kind: 'natural',
    name: 'Bobur Sinov',
    phone,
    email: null,
    pinfl: null,
    stir: null,
    language: 'en',
    password: PASSWORD,
  });
  const who = {
    publicUrl: platform.url,
    identityUrl: platform.identityUrl,
    login: phone,
    password: PASSWORD,
  };
  const cookie = await signInOverHttp(who);
  const { id } = (await callServer(platform.url, 'GET', '/api/shop/auth/me', { cookie })).body;
  const { rows } = await database.pool.query(
    `insert into person (issuer, subject, kind, name, language, roles)
     values ('test', 'staff', 'natural', 'Nodira Sinov', 'uz', '{operator}') returning id`,
  );
  const people = peopleOf(redis, () => database);
  const staff = await people.signIn({ personId: rows[0].id, name: 'Nodira Sinov', roles: ['operator'] });
  const person = await Bidder.connect(platform.url, { headers: { cookie } });
  try {
    const shutAt = performance.now();
    const shut = await callServer(platform.url, 'POST', `/api/console/accounts/${id}/disable`, {
      cookie: staff.cookie,
      body: { reason: 'Documents are not genuine', evidence: 'Letter 5' },
    });
    expect([shut.status, shut.body.disabled]).toEqual([200, true]);
    await eventually(() => !person.socket.connected, 'the socket to be cut');
    expect(performance.now() - shutAt).toBeLessThan(2_000);
    const refused = await callServer(platform.url, 'GET', '/api/shop/auth/me', { cookie });
    expect([refused.status, refused.body.ERROR.code]).toEqual([401, 'account-disabled']);
    await expect(signInOverHttp(who)).rejects.toMatchObject({ reason: 'wrong-credentials' });
    const left = await database.pool.query(
      `select from identity_record r join identity_account a on r.payload ->> 'accountId' = a.id::text
       where a.phone = $1`,
      [phone],
    );
    expect(left.rowCount).toBe(0);
    // A session that a fault left is found by the worker, from the same decision.
    const late = await people.signIn({ personId: id, name: 'Bobur Sinov' });
    await database.pool.query(`insert into outbox (topic, payload) values ('accounts.sessions-over', $1)`, [
      JSON.stringify({ personId: id, because: 'disabled' }),
    ]);
    await eventually(
      async () =>
        (await callServer(platform.url, 'GET', '/api/shop/auth/me', { cookie: late.cookie })).status === 401,
      'the end of the session that was left',
    );
  } finally {
    person.close();
    await people.close();
  }
});

test('a handshake from a foreign page is refused before the upgrade', async () => {
  for (const origin of ['https://evil.example', 'null', null]) {
    await expect(Bidder.connect(platform.url, { origin })).rejects.toThrow();
  }
});
