import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createNotifications,
  createPostOffice,
  NOTIFICATION_EVENTS,
  registerNotificationRoutes,
  type PostOffice,
  type Reachable,
} from '#server/domains/notifications/index.ts';
import { SmsNotTaken, SmsRefused, type Sms, type SmsGateway } from '#server/integrations/sms/index.ts';
import type { Letter, Mail } from '#server/integrations/email/index.ts';
import { openEventQueue, startEventWorker, type EventListeners } from '#server/jobs/index.ts';
import { inTransaction, startOutboxRelay } from '#server/platform/database/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import type { Told } from '#shared/notifications/templates.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { eventually, testDatabase, type TestDatabase } from '../support/services.ts';

const PUBLIC_URL = 'https://savdo.example';
const HELD: Told = { template: 'deposit-held', params: { lotId: 17, amountTiyin: 50_000_000 } };
const WON: Told = {
  template: 'auction-won',
  params: { lotId: 17, priceTiyin: 120_000_000, payByMs: Date.UTC(2026, 10, 25, 13) },
};

let database: TestDatabase;
let app: TestApp;
let office: PostOffice;
let people: Map<string, Reachable>;
let texted: Sms[];
let written: Letter[];
let mood: 'well' | 'ill' | 'refuses';
let changed: string[];
let person = 0;
/** A person of this test alone. */
const somebody = (given: Partial<Reachable> = {}): string => {
  const id = `person-${(person += 1)}`;
  people.set(id, { language: 'uz', email: `p${person}@example.uz`, phone: '+998901234567', ...given });
  return id;
};

const sms: SmsGateway = {
  name: 'twin',
  async send(message) {
    if (mood === 'ill') throw new SmsNotTaken('away');
    if (mood === 'refuses') throw new SmsRefused('no such number');
    texted.push(message);
    return { gatewayId: `g-${message.id}` };
  },
  fate: () => Promise.resolve('delivered'),
};
const mail: Mail = { send: async (letter) => void written.push(letter), close: () => undefined };

beforeAll(async () => {
  database = await testDatabase();
  people = new Map();
  office = createPostOffice({
    db: database.db,
    texts: loadTexts(),
    publicUrl: () => PUBLIC_URL,
    person: async (id) => people.get(id) ?? null,
    changed: async (id) => void changed.push(id),
  });
  app = await startTestApp((http) => registerNotificationRoutes(http, office.inbox));
});
beforeEach(async () => {
  await database.pool.query(
    'truncate inbox_message, notification_delivery, notification_choice, outbox cascade',
  );
  [texted, written, changed, mood] = [[], [], [], 'well'];
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const tell = (personId: string, told: Told, key = 'event-1') =>
  inTransaction(database.db, (tx) => createNotifications(database.db).tell(tx, { ...told, personId, key }));
/** What the worker does with everything told so far. */
const queueAll = async () => {
  const { rows } = await database.pool.query<{ id: number }>('select id from inbox_message order by id');
  for (const { id } of rows) await inTransaction(database.db, (tx) => office.queue(tx, id));
};
const results: string[] = [];
const deliver = () =>
  office.deliver({ sms, mail }, (channel, result) => void results.push(`${channel} ${result}`));
const due = () =>
  database.pool.query(`update notification_delivery set next_at = now() where state = 'waiting'`);
const deliveries = async () =>
  (
    await database.pool.query<{ channel: string; state: string; attempts: number; last_error: string }>(
      'select channel, state, attempts, last_error from notification_delivery order by id',
    )
  ).rows;

describe('telling somebody something', () => {
  test('happens with the transaction that makes it true, or not at all', async () => {
    const id = somebody();
    await expect(
      inTransaction(database.db, async (tx) => {
        await createNotifications(database.db).tell(tx, { ...HELD, personId: id, key: 'held' });
        throw new Error('the deposit was not held after all');
      }),
    ).rejects.toThrow('after all');
    expect(await office.inbox.unread(id)).toBe(0);
  });

  test('twice of the same event leaves one message, also at the same moment', async () => {
    const id = somebody();
    await Promise.all([tell(id, HELD), tell(id, HELD), tell(id, HELD)]);
    await tell(id, HELD);
    expect(await office.inbox.unread(id)).toBe(1);
    const { rows } = await database.pool.query('select topic from outbox');
    expect(rows).toEqual([{ topic: NOTIFICATION_EVENTS.messageWritten }]);
  });

  test('of the same event to two people leaves each a message', async () => {
    const [one, two] = [somebody(), somebody()];
    await tell(one, HELD);
    await tell(two, HELD);
    expect([await office.inbox.unread(one), await office.inbox.unread(two)]).toEqual([1, 1]);
  });
});

describe('the words of a message', () => {
  test('are of the reader, whatever the language, with sums and dates of that language', async () => {
    const id = somebody();
    await tell(id, WON);
    const title = async (language: 'uz' | 'ru' | 'uz-Cyrl' | 'en') => {
      const { items } = await office.inbox.page(id, language, { state: 'all', page: 1, size: 5 });
      return items[0]!;
    };
    expect(await title('uz')).toMatchObject({
      title: 'Siz gʻolib boʻldingiz',
      text: 'Lot № 17: savdoda 1\u00a0200\u00a0000\u00a0UZS narx bilan gʻolib boʻldingiz. Toʻlov muddati: 2026-yil 25-noyabr soat 18:00 gacha.',
      path: '/lot-result/17',
    });
    expect((await title('ru')).text).toContain('Оплатите до 25 ноября 2026 г., 18:00.');
    expect((await title('uz-Cyrl')).title).toBe('Сиз ғолиб бўлдингиз');
    expect((await title('en')).text).toContain('Pay by');
  });

  test('name the lot where its name is known', async () => {
    const id = somebody();
    const lotTitle = { uz: 'Cobalt', ru: 'Кобальт', 'uz-Cyrl': 'Кобальт', en: 'Cobalt' };
    await tell(id, { template: 'application-admitted', params: { lotId: 5, lotTitle, bidderNumber: 42 } });
    const { items } = await office.inbox.page(id, 'ru', { state: 'all', page: 1, size: 5 });
    expect(items[0]!.text).toBe('Лот № 5 «Кобальт»: вы допущены к торгам. Ваш номер участника: 42.');
  });

  test('are kept as text, whatever a reason of the staff contains', async () => {
    const id = somebody();
    const reason = '<img src=x onerror=alert(1)> {{lot}} $t(errors.internal)';
    await tell(id, { template: 'edit-request-refused', params: { reason } });
    const { items } = await office.inbox.page(id, 'en', { state: 'all', page: 1, size: 5 });
    expect(items[0]!.text).toBe(`Your request to change your data was refused. ${reason}`);
  });
});

describe('the calls of messages', () => {
  const as = async (personId: string) => (await app.signIn({ personId })).cookie;
  const path = '/api/shop/user/messages';

  test('show the newest first, page by page, and the unread alone', async () => {
    const id = somebody();
    for (let n = 1; n <= 5; n += 1)
      await tell(id, { template: 'auction-soon', params: { lotId: n, opensAtMs: Date.now() } }, `soon-${n}`);
    const cookie = await as(id);
    const first = await app.call('GET', `${path}?size=2`, { cookie });
    expect(first.body).toMatchObject({ total: 5, unread: 5, page: 1, size: 2 });
    expect(first.body.items.map((item: { path: string }) => item.path)).toEqual([
      '/game-view/5',
      '/game-view/4',
    ]);
    const last = await app.call('GET', `${path}?size=2&page=3`, { cookie });
    expect(last.body.items).toHaveLength(1);
    await app.call('POST', `${path}/read/${first.body.items[0].id}`, { cookie });
    const unread = await app.call('GET', `${path}?state=unread`, { cookie });
    expect(unread.body).toMatchObject({ total: 4, unread: 4 });
    expect((await app.call('GET', '/api/shop/user/unread-message-count', { cookie })).body).toBe(4);
  });

  test('mark a message read once, and another person’s not at all', async () => {
    const [mine, other] = [somebody(), somebody()];
    await tell(mine, HELD);
    const { items } = await office.inbox.page(mine, 'uz', { state: 'all', page: 1, size: 5 });
    const stranger = await app.call('POST', `${path}/read/${items[0]!.id}`, { cookie: await as(other) });
    expect(stranger.status).toBe(404);
    expect(await office.inbox.unread(mine)).toBe(1);
    const cookie = await as(mine);
    const once = await app.call('POST', `${path}/read/${items[0]!.id}`, { cookie });
    const twice = await app.call('POST', `${path}/read/${items[0]!.id}`, { cookie });
    expect(once.body.readAtMs).toBeTypeOf('number');
    expect(twice.body.readAtMs).toBe(once.body.readAtMs);
    expect(changed).toContain(mine);
    expect((await app.call('POST', `${path}/read/999999999`, { cookie })).status).toBe(404);
  });

  test('mark all read up to what was on the screen', async () => {
    const id = somebody();
    await tell(id, HELD, 'a');
    await tell(id, HELD, 'b');
    const seen = (await office.inbox.page(id, 'uz', { state: 'all', page: 1, size: 5 })).items[0]!.id;
    await tell(id, HELD, 'came meanwhile');
    const answer = await app.call('POST', `${path}/read-all`, {
      cookie: await as(id),
      body: { upToId: seen },
    });
    expect(answer.body).toEqual({ unread: 1 });
  });

  test('are for people who are signed in, and take nothing absurd', async () => {
    expect((await app.call('GET', path)).status).toBe(401);
    expect((await app.call('GET', '/api/shop/user/unread-message-count')).status).toBe(401);
    const cookie = await as(somebody());
    for (const query of ['page=0', 'page=-1', 'size=101', 'size=1e9', 'state=any', 'page=1&page=2', 'x=1'])
      expect((await app.call('GET', `${path}?${query}`, { cookie })).status, query).toBe(400);
    for (const id of ['0', '-1', 'abc', '1e3', '99999999999999999999'])
      expect((await app.call('POST', `${path}/read/${id}`, { cookie })).status, id).toBe(400);
    for (const body of [{}, { upToId: 0 }, { upToId: '5' }, { upToId: 1, personId: 'x' }])
      expect((await app.call('POST', `${path}/read-all`, { cookie, body })).status).toBe(400);
  });
});

describe('what reaches people beside the inbox', () => {
  const settings = '/api/shop/user/notification-settings';

  test('goes by what is usual until they choose: a won auction by both ways, a held deposit by letter', async () => {
    const id = somebody({ language: 'ru' });
    await tell(id, WON, 'won');
    await tell(id, HELD, 'held');
    await queueAll();
    await deliver();
    expect(written.map(({ subject }) => subject).sort()).toEqual([
      'Savdo: Вы победили',
      'Savdo: Задаток заблокирован',
    ]);
    expect(written[0]).toMatchObject({ to: `p${person}@example.uz` });
    expect(written.find(({ subject }) => subject.endsWith('победили'))!.text).toContain(
      'Подробнее: https://savdo.example/lot-result/17',
    );
    expect(texted).toHaveLength(1);
    expect(texted[0]!.text).toMatch(/^Savdo\. Лот № 17: вы победили/);
  });

  test('is what they chose, and nothing where no address is theirs', async () => {
    const id = somebody({ email: null });
    const { cookie } = await app.signIn({ personId: id });
    const shown = await app.call('GET', settings, { cookie });
    expect(shown.body).toMatchObject({ email: null, phone: '+998 90 •••-••-67' });
    const answer = await app.call('PUT', settings, {
      cookie,
      body: {
        choices: [
          { topic: 'applications', channel: 'sms', wanted: true },
          { topic: 'auctions', channel: 'sms', wanted: false },
        ],
      },
    });
    expect(answer.body.choices).toContainEqual({
      topic: 'applications',
      channel: 'sms',
      wanted: true,
      locked: false,
    });
    await tell(id, WON, 'won');
    await tell(id, HELD, 'held');
    await queueAll();
    await deliver();
    expect(written).toEqual([]);
    expect(texted.map(({ text }) => text)).toEqual([expect.stringContaining('zakalat')]);
  });

  test('always includes letters about the safety of the account', async () => {
    const id = somebody();
    const { cookie } = await app.signIn({ personId: id });
    const choice = { topic: 'account', channel: 'email', wanted: false };
    const refused = await app.call('PUT', settings, { cookie, body: { choices: [choice] } });
    expect(refused).toMatchObject({ status: 422, body: { ERROR: { code: 'notices.locked' } } });
    await tell(id, { template: 'password-changed', params: {} });
    await queueAll();
    await deliver();
    expect(written).toHaveLength(1);
  });

  test('refuses choices that are none', async () => {
    const { cookie } = await app.signIn({ personId: somebody() });
    const good = { topic: 'money', channel: 'sms', wanted: true };
    for (const choices of [
      [],
      [{ ...good, topic: 'x' }],
      [{ ...good, channel: 'pigeon' }],
      [{ ...good, locked: false }],
      Array.from({ length: 21 }, () => ({ ...good })),
    ])
      expect((await app.call('PUT', settings, { cookie, body: { choices } })).status).toBe(400);
  });
});

describe('a delivery', () => {
  test('is queued once and sent once, however often its event comes and however many workers look', async () => {
    await tell(somebody(), WON);
    await Promise.all([queueAll(), queueAll()]);
    await queueAll();
    await Promise.all([deliver(), deliver(), deliver()]);
    await deliver();
    expect([texted.length, written.length]).toEqual([1, 1]);
  });

  test('waits while the gateway is away, holds up neither inbox nor letters, and then goes once', async () => {
    const id = somebody();
    mood = 'ill';
    await tell(id, WON);
    await queueAll();
    await deliver();
    expect(await office.inbox.unread(id)).toBe(1);
    expect(written).toHaveLength(1);
    expect(await deliveries()).toContainEqual(
      expect.objectContaining({
        channel: 'sms',
        state: 'waiting',
        attempts: 1,
        last_error: 'SMS not taken: away',
      }),
    );
    // Not due yet: the gateway is left alone.
    mood = 'well';
    await deliver();
    expect(texted).toEqual([]);
    await due();
    await deliver();
    await due();
    await deliver();
    expect(texted).toHaveLength(1);
  });

  test('is given up after hours of trying, and the row says why', async () => {
    mood = 'ill';
    await tell(somebody({ email: null }), WON);
    await queueAll();
    for (let i = 0; i < 12; i += 1) {
      await due();
      await deliver();
    }
    expect(await deliveries()).toEqual([
      { channel: 'sms', state: 'given-up', attempts: 9, last_error: 'SMS not taken: away' },
    ]);
  });

  test('that a gateway refuses for good is not offered again', async () => {
    mood = 'refuses';
    await tell(somebody({ email: null }), WON);
    await queueAll();
    await deliver();
    expect(await deliveries()).toMatchObject([{ state: 'given-up', attempts: 1 }]);
  });

  test('of a worker that died while sending is taken up by another, under the same id', async () => {
    await tell(somebody({ email: null }), WON);
    await queueAll();
    await office.deliveries.claim('sms', 5);
    await deliver();
    expect(texted).toEqual([]);
    // Two minutes later.
    await due();
    await deliver();
    expect(texted).toHaveLength(1);
  });

  test('to many people is not held up by one bad number', async () => {
    const bad = somebody({ email: null, phone: '+998900000000' });
    await tell(bad, WON);
    for (let i = 0; i < 12; i += 1) await tell(somebody({ email: null }), WON);
    await queueAll();
    const picky: SmsGateway = {
      ...sms,
      send: (message) =>
        message.to === '+998900000000' ? Promise.reject(new SmsRefused('bad')) : sms.send(message),
    };
    await office.deliver({ sms: picky, mail }, () => undefined);
    expect(texted).toHaveLength(12);
  });
});

describe('from the outbox to the phone', () => {
  test('a message goes by itself, once, also when its event is delivered twice', async () => {
    const published: string[] = [];
    const listeners: EventListeners = {
      [NOTIFICATION_EVENTS.messageWritten]: [
        { name: 'queue-deliveries', handle: ({ messageId }, tx) => office.queue(tx, Number(messageId)) },
        { name: 'publish-message', handle: async ({ personId }) => void published.push(String(personId)) },
      ],
    };
    const logger = createLogger({ level: 'silent' });
    const { queue: redis, namespace } = app.jobs;
    const events = openEventQueue(redis, namespace, listeners);
    const worker = startEventWorker({
      ...{ db: database.db, redis, namespace, listeners, logger },
      onFinished: () => undefined,
    });
    const relay = startOutboxRelay({
      db: database.db,
      pool: database.pool,
      deliver: (row) => events.deliver(row),
      onError: () => undefined,
    });
    try {
      const id = somebody({ email: null });
      await tell(id, WON);
      await eventually(async () => (await deliveries()).length === 1, 'the delivery to be queued');
      await eventually(() => published.length === 1, 'the news');
      // A relay that died before its mark delivers again.
      await database.pool.query('update outbox set sent_at = null');
      await relay.drain();
      await tell(somebody({ email: null }), HELD, 'a later one');
      await eventually(() => published.length === 2, 'the event after it');
      await deliver();
      expect(texted).toHaveLength(1);
      expect(published[0]).toBe(id);
    } finally {
      await relay.stop();
      await worker.close();
      await events.queue.close();
    }
  });
});
