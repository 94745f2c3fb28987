import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createNotifications } from '#server/domains/content/notifications/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { PUSH_SUBSCRIPTIONS_MAX } from '#shared/api/cabinet/push.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { tashkentParts } from '#shared/time/tashkent.ts';
import { callServer } from '../../fixtures/app.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import {
  startPushService,
  vapidOf,
  type PushServiceOfTest,
  type TestSubscription,
} from '../../fixtures/push-service.ts';
import { roomBidders, type RoomBidder } from '../../fixtures/room-bidders.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const PATH = '/api/shop/user/push-subscriptions';
const START_TIYIN = 100_000_00;
const STEP_TIYIN = 10_000_00;

const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;
let service: PushServiceOfTest;
let operator: string;

beforeAll(async () => {
  service = await startPushService();
  database = await testDatabase();
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '100' });
  people = peopleOf(redis, () => database);
  operator = (await people.signIn({ name: 'Nodira', roles: ['operator'] })).cookie;
});
afterAll(async () => {
  await people.close();
  await platform.stop();
  await database.close();
  await service.close();
});
beforeEach(() => {
  service.answer = 201;
  service.taken.length = 0;
});

const stage = roomBidders({
  platform: () => platform,
  database: () => database,
  people: () => people,
  staff: () => operator,
});
const call = (method: string, path: string, cookie: string, body?: unknown) =>
  callServer(platform.url, method, path, { cookie, ...(body === undefined ? {} : { body }) });
const subscribe = (cookie: string, subscription: TestSubscription) =>
  call('POST', PATH, cookie, subscription);
const list = async (cookie: string) => (await call('GET', PATH, cookie)).body;

async function somebody(language: Language = 'ru'): Promise<{ personId: string; cookie: string }> {
  const personId = randomUUID();
  await database.pool.query(
    `insert into person (id, issuer, subject, kind, name, language, roles)
     values ($1::uuid, 'https://id.example', $1::uuid::text, 'natural', 'Anvar', $2, '{buyer}')`,
    [personId, language],
  );
  return { personId, cookie: (await people.signIn({ personId, name: 'Anvar', language })).cookie };
}

const tell = (personId: string, key: string) =>
  inTransaction(database.db, (tx) =>
    createNotifications(database.db).notify(tx, {
      personId,
      key,
      template: 'payment-overdue',
      params: { lotId: 17, amountTiyin: 5_000_000_00, payByMs: Date.UTC(2026, 10, 25, 13) },
    }),
  );

const takenAt = ({ endpoint }: TestSubscription) =>
  service.taken.filter((each) => each.endpoint === endpoint);
/** Nothing is there to be measured: the rounds of the worker have passed twice. */
const twoRounds = () => new Promise((done) => setTimeout(done, 2_500));

describe('a browser', () => {
  test('is shown alerts in the language of its person, sealed for it and signed by the site', async () => {
    const { personId, cookie } = await somebody('ru');
    const browser = service.subscribe();
    expect((await subscribe(cookie, browser)).status).toBe(200);
    await tell(personId, 'late-1');
    const pushed = await eventually(async () => takenAt(browser)[0], 'the alert');
    expect(pushed.payload).toMatchObject({ path: '/profile/winlots?lot=17' });
    expect(pushed.payload.title).toMatch(/\p{Script=Cyrillic}/u);
    expect(pushed.payload.body).toMatch(/5\s000\s000/);
    expect(pushed.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
    expect(Number(pushed.headers.ttl)).toBeGreaterThan(14_000);
    const { key, aud, sub, exp } = vapidOf(String(pushed.headers.authorization));
    const { publicKey, items } = await list(cookie);
    expect(key).toBe(publicKey);
    expect(aud).toBe(new URL(browser.endpoint).origin);
    expect(sub).toMatch(/^mailto:/);
    expect(exp * 1_000).toBeLessThan(Date.now() + 86_400_000);
    expect(items).toMatchObject([{ current: true }]);
    // Once.
    await twoRounds();
    expect(takenAt(browser)).toHaveLength(1);
    const after = await list(cookie);
    expect(after.items[0].sentAtMs).toBeGreaterThan(0);
  });

  test('is shown nothing of what its person switched off', async () => {
    const { personId, cookie } = await somebody();
    const browser = service.subscribe();
    await subscribe(cookie, browser);
    const choices = [{ topic: 'auctions', channel: 'push', wanted: false }];
    expect((await call('PUT', '/api/shop/user/notification-settings', cookie, { choices })).status).toBe(200);
    await tell(personId, 'late-2');
    await twoRounds();
    expect(takenAt(browser)).toHaveLength(0);
  });

  test('is shown what came in quiet hours when they are over', async () => {
    const { personId, cookie } = await somebody();
    const browser = service.subscribe();
    await subscribe(cookie, browser);
    // From now on for an hour or two.
    const { hour } = tashkentParts(Date.now());
    const hours = { fromMinute: hour * 60, toMinute: ((hour + 2) % 24) * 60 };
    expect((await call('PUT', '/api/shop/user/quiet-hours', cookie, { hours })).status).toBe(200);
    await tell(personId, 'late-quiet');
    const waiting = () =>
      database.pool.query<{ id: number; hour: number }>(
        `select d.id, extract(hour from d.next_at at time zone 'Asia/Tashkent')::int as hour
         from push_delivery d join push_subscription s on s.id = d.subscription_id where s.person_id = $1`,
        [personId],
      );
    const { id, hour: end } = await eventually(async () => (await waiting()).rows[0], 'the alert that waits');
    expect(end).toBe((hour + 2) % 24);
    expect(takenAt(browser)).toHaveLength(0);
    await database.pool.query('update push_delivery set next_at = now() where id = $1', [id]);
    await eventually(async () => takenAt(browser).length === 1, 'the alert after the quiet hours');
  });

  test('that takes no more messages is forgotten', async () => {
    const { personId, cookie } = await somebody();
    await subscribe(cookie, service.subscribe());
    service.answer = 410;
    await tell(personId, 'late-3');
    await eventually(async () => (await list(cookie)).items.length === 0, 'the end of the subscription');
  });

  test('whose push service is away is tried again', async () => {
    const { personId, cookie } = await somebody();
    const browser = service.subscribe();
    await subscribe(cookie, browser);
    service.answer = 503;
    const before = service.calls;
    await tell(personId, 'late-4');
    await eventually(async () => service.calls > before, 'the first attempt');
    service.answer = 201;
    await eventually(async () => takenAt(browser).length === 1, 'the second attempt');
  });

  test.each([
    'https://10.0.0.1/push',
    'https://[::ffff:10.0.0.1]/push',
    'https://169.254.169.254/latest/meta-data',
    'http://93.184.215.14/push',
    'https://93.184.215.14:25/push',
    'https://user:word@93.184.215.14/push',
  ])('at %s is refused', async (endpoint) => {
    const { cookie } = await somebody();
    const { status, body } = await subscribe(cookie, { ...service.subscribe(), endpoint });
    expect([status, body.ERROR.code]).toEqual([422, 'push.address']);
    expect((await list(cookie)).items).toEqual([]);
  });

  test('is one of ten at most', async () => {
    const { cookie } = await somebody();
    const browsers = Array.from({ length: PUSH_SUBSCRIPTIONS_MAX + 1 }, () => service.subscribe());
    const answers = await Promise.all(browsers.map((browser) => subscribe(cookie, browser)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(PUSH_SUBSCRIPTIONS_MAX);
    expect(answers.find(({ status }) => status !== 200)?.body.ERROR.code).toBe('push.too-many');
    const { items } = await list(cookie);
    expect(items).toHaveLength(PUSH_SUBSCRIPTIONS_MAX);
    // One that is known is no further one.
    const known = browsers[answers.findIndex(({ status }) => status === 200)]!;
    expect((await subscribe(cookie, known)).status).toBe(200);
  });

  test('is switched off by its own person alone', async () => {
    const [mine, other] = [await somebody(), await somebody()];
    const { id } = (await subscribe(mine.cookie, service.subscribe())).body;
    expect((await list(other.cookie)).items).toEqual([]);
    expect((await call('DELETE', `${PATH}/${id}`, other.cookie)).status).toBe(404);
    expect((await call('DELETE', `${PATH}/${id}`, mine.cookie)).status).toBe(200);
    expect((await list(mine.cookie)).items).toEqual([]);
  });

  test('in which another person signed in is that person’s, with nothing of the one before', async () => {
    const [first, second] = [await somebody(), await somebody()];
    const browser = service.subscribe();
    await subscribe(first.cookie, browser);
    expect((await subscribe(second.cookie, browser)).status).toBe(200);
    expect((await list(first.cookie)).items).toEqual([]);
    await tell(first.personId, 'late-5');
    await twoRounds();
    expect(takenAt(browser)).toHaveLength(0);
  });

  test('goes on in the next session of its person, and ends at the sign-in of another one', async () => {
    const { personId, cookie } = await somebody();
    const browser = service.subscribe();
    await subscribe(cookie, browser);
    const renew = async (as: string) => {
      const body = { endpoint: browser.endpoint };
      return (await call('POST', `${PATH}/renew`, as, body)).body;
    };
    const next = (await people.signIn({ personId, name: 'Anvar' })).cookie;
    expect(await renew(next)).toEqual({ active: true });
    expect((await list(next)).items).toMatchObject([{ current: true }]);
    expect(await renew((await somebody()).cookie)).toEqual({ active: false });
    expect((await list(next)).items).toEqual([]);
    expect(await renew(next)).toEqual({ active: false });
  });

  test('is forgotten when its person signs out there, and another one of the person is not', async () => {
    const { personId, cookie } = await somebody();
    const elsewhere = (await people.signIn({ personId, name: 'Anvar' })).cookie;
    await subscribe(cookie, service.subscribe());
    await subscribe(elsewhere, service.subscribe());
    expect((await call('POST', '/api/shop/auth/logout', cookie)).status).toBe(200);
    expect((await list(elsewhere)).items).toMatchObject([{ current: true }]);
  });

  test('is forgotten when the session is ended from another device', async () => {
    const { personId, cookie } = await somebody();
    const elsewhere = (await people.signIn({ personId, name: 'Anvar' })).cookie;
    await subscribe(cookie, service.subscribe());
    await call('POST', '/api/shop/profile/sessions/end', elsewhere, { keepThis: true });
    await eventually(async () => (await list(elsewhere)).items.length === 0, 'the end of the subscription');
  });

  test('is forgotten when staff shut the account', async () => {
    const { personId, cookie } = await somebody();
    await subscribe(cookie, service.subscribe());
    const body = { reason: 'Hujjatlar soxta chiqdi', evidence: 'Letter 5' };
    expect((await call('POST', `/api/console/accounts/${personId}/disable`, operator, body)).status).toBe(
      200,
    );
    await eventually(async () => {
      const { rows } = await database.pool.query('select from push_subscription where person_id = $1', [
        personId,
      ]);
      return rows.length === 0;
    }, 'the end of the subscription');
  });

  test('stays when the end of earlier sessions is handled late', async () => {
    const { personId, cookie } = await somebody();
    await subscribe(cookie, service.subscribe());
    const payload = { personId, because: 'disabled', atMs: Date.now() - 86_400_000 };
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into outbox (topic, payload) values ('accounts.sessions-over', $1) returning id`,
      [JSON.stringify(payload)],
    );
    await eventually(async () => {
      const handled = await database.pool.query(
        `select from handled_event where event_id = $1 and handler = 'end-alerts'`,
        [rows[0]!.id],
      );
      return handled.rowCount === 1;
    }, 'the event to be handled');
    const left = await database.pool.query('select from push_subscription where person_id = $1', [personId]);
    expect(left.rowCount).toBe(1);
  });
});

describe('somebody whose price was passed', () => {
  let lotId: number;
  let first: RoomBidder & { browser: TestSubscription };
  let second: RoomBidder;
  let priceTiyin: number;

  beforeAll(async () => {
    lotId = await stage.runningSale();
    const person = await somebody('ru');
    const rival = await somebody('uz');
    const browser = service.subscribe();
    await subscribe(person.cookie, browser);
    first = { ...(await stage.bidder(lotId, 0, person)), browser };
    second = await stage.bidder(lotId, 0, rival);
    await Promise.all([first, second].map(stage.admitted));
    priceTiyin = START_TIYIN;
  });

  const bid = async (bidder: RoomBidder) => {
    const answer = await stage.bid(bidder, lotId, priceTiyin);
    expect(answer).toMatchObject({ verdict: 'accepted' });
    priceTiyin += STEP_TIYIN;
  };
  const committedAtMs = async () => {
    const { rows } = await database.pool.query<{ at: Date }>(
      `select max(committed_at) as at from auction_entry where lot_id = $1 and kind = 'price'`,
      [lotId],
    );
    return rows[0]!.at.getTime();
  };
  const statesOf = async () => {
    const { rows } = await database.pool.query<{ state: string }>(
      `select state from push_delivery where kind = 'outbid' and lot_id = $1 order by id`,
      [lotId],
    );
    return rows.map(({ state }) => state);
  };

  test('reads it within two seconds of the commit, once, in their language', async () => {
    await bid(first);
    await bid(second);
    const pushed = await eventually(async () => takenAt(first.browser)[0], 'the alert');
    expect(pushed.atMs - (await committedAtMs())).toBeLessThan(2_000);
    expect(pushed.payload).toMatchObject({ path: `/game-view/${lotId}`, tag: `outbid:${lotId}` });
    expect(pushed.payload.title).toMatch(/^Вашу цену перебили: сейчас 110\s000\sUZS$/);
    expect(pushed.headers).toMatchObject({ topic: `outbid-${lotId}`, urgency: 'high' });
    expect(Number(pushed.headers.ttl)).toBeLessThanOrEqual(300);
    await twoRounds();
    expect(takenAt(first.browser)).toHaveLength(1);
    expect(service.taken).toHaveLength(1);
  });

  test('reads nothing of a price that they have answered before the alert could be sent', async () => {
    await bid(first);
    service.answer = 503;
    const before = service.calls;
    await bid(second);
    await eventually(async () => service.calls > before, 'an attempt that fails');
    await bid(first);
    service.answer = 201;
    await eventually(async () => (await statesOf()).at(-1) === 'outdated', 'the end of the alert');
    expect(takenAt(first.browser)).toHaveLength(0);
  });

  test('reads of the next price again', async () => {
    await bid(second);
    // What was sent is on record once the browser's service has answered.
    await eventually(async () => (await statesOf()).at(-1) === 'sent', 'the alert');
    expect(await statesOf()).toEqual(['sent', 'outdated', 'sent']);
    expect(takenAt(first.browser)).toHaveLength(1);
  });

  test('reads that their auto-bid is used up, in place of the other alert, and nothing while it answers', async () => {
    const maximumTiyin = priceTiyin + 2 * STEP_TIYIN;
    const set = await call('POST', '/api/shop/game-view/auto-bid', first.cookie, {
      lotId,
      maximumTiyin,
      bidId: randomUUID(),
    });
    expect(set.body).toMatchObject({ verdict: 'accepted', leading: true });
    priceTiyin += STEP_TIYIN;
    // Answered by the auto-bid up to its maximum, then passed.
    await bid(second);
    priceTiyin += STEP_TIYIN;
    await bid(second);
    const pushed = await eventually(async () => takenAt(first.browser)[0], 'the alert');
    expect(pushed.payload.title).toMatch(
      /^Ваша автоставка до 180\s000\sUZS исчерпана: сейчас 190\s000\sUZS$/,
    );
    await twoRounds();
    expect(takenAt(first.browser)).toHaveLength(1);
    expect(service.taken).toHaveLength(1);
  });
});
