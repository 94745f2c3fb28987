import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDirectory, signInOverHttp } from '#server/integrations/sign-in/index.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { callServer } from '../fixtures/app.ts';
import { Bidder } from '../fixtures/bidder.ts';
import { publishTestLot } from '../fixtures/lots.ts';
import { answers, startPlatform, type PlatformProcess } from '../fixtures/platform-process.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';

const PASSWORD = 'a long enough password';
const PHONE = '+998901112233';

let database: TestDatabase;
let platform: PlatformProcess;

beforeAll(async () => {
  database = await testDatabase();
  platform = await startPlatform(
    { database, redis: testRedis() },
    { RATE_LIMIT_FACTOR: '100' },
    { whole: true },
  );
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

test('a handshake from a foreign page is refused before the upgrade', async () => {
  for (const origin of ['https://evil.example', 'null', null]) {
    await expect(Bidder.connect(platform.url, { origin })).rejects.toThrow();
  }
});
