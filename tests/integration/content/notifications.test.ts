import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createNotifications, NOTIFICATION_EVENTS } from '#server/domains/content/notifications/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { tashkentParts } from '#shared/time/tashkent.ts';
import { HELD, MessagingApp, WON } from '../../fixtures/messaging-app.ts';

let fixture: MessagingApp;
beforeAll(async () => {
  fixture = await MessagingApp.start();
});
beforeEach(() => fixture.clear());
afterAll(() => fixture.close());

describe('telling somebody something', () => {
  test('happens with the transaction that makes it true, or not at all', async () => {
    const id = fixture.somebody();
    await expect(
      inTransaction(fixture.database.db, async (tx) => {
        await createNotifications(fixture.database.db).notify(tx, { ...HELD, personId: id, key: 'held' });
        throw new Error('the deposit was not held after all');
      }),
    ).rejects.toThrow('after all');
    expect(await fixture.office.inbox.unread(id)).toBe(0);
  });

  test('twice of the same event leaves one message, also at the same moment', async () => {
    const id = fixture.somebody();
    await Promise.all([fixture.tell(id, HELD), fixture.tell(id, HELD), fixture.tell(id, HELD)]);
    await fixture.tell(id, HELD);
    expect(await fixture.office.inbox.unread(id)).toBe(1);
    const { rows } = await fixture.database.pool.query('select topic from outbox');
    expect(rows).toEqual([{ topic: NOTIFICATION_EVENTS.messageWritten }]);
  });

  test('of the same event to two people leaves each a message', async () => {
    const [one, two] = [fixture.somebody(), fixture.somebody()];
    await fixture.tell(one, HELD);
    await fixture.tell(two, HELD);
    expect([await fixture.office.inbox.unread(one), await fixture.office.inbox.unread(two)]).toEqual([1, 1]);
  });
});

describe('the words of a message', () => {
  test('are of the reader, whatever the language, with sums and dates of that language', async () => {
    const id = fixture.somebody();
    await fixture.tell(id, WON);
    const title = async (language: 'uz' | 'ru' | 'uz-Cyrl' | 'en') => {
      const { items } = await fixture.office.inbox.page(id, language, { state: 'all', page: 1, size: 5 });
      return items[0]!;
    };
    expect(await title('uz')).toMatchObject({
      title: 'Siz gʻolib boʻldingiz',
      text: 'Lot №\u00a017: auksionda 1\u00a0200\u00a0000\u00a0UZS narx bilan gʻolib boʻldingiz. Toʻlov muddati: 2026-yil 25-noyabr soat 18:00 gacha.',
      path: '/profile/winlots?lot=17',
    });
    expect((await title('ru')).text).toContain('Оплатите до 25 ноября 2026 г., 18:00.');
    expect((await title('uz-Cyrl')).title).toBe('Сиз ғолиб бўлдингиз');
    expect((await title('en')).text).toContain('Pay by');
  });

  test('name the lot where its name is known', async () => {
    const id = fixture.somebody();
    const lotTitle = { uz: 'Cobalt', ru: 'Кобальт', 'uz-Cyrl': 'Кобальт', en: 'Cobalt' };
    await fixture.tell(id, {
      template: 'application-admitted',
      params: { lotId: 5, lotTitle, bidderNumber: 42 },
    });
    const { items } = await fixture.office.inbox.page(id, 'ru', { state: 'all', page: 1, size: 5 });
    expect(items[0]!.text).toBe('Лот №\u00a05 «Кобальт»: вы допущены к торгам. Ваш номер участника: 42.');
  });

  test('are stored as text, whatever a reason of the staff contains', async () => {
    const id = fixture.somebody();
    const reason = '<img src=x onerror=alert(1)> {{lot}} $t(errors.internal)';
    await fixture.tell(id, { template: 'edit-request-refused', params: { reason } });
    const { items } = await fixture.office.inbox.page(id, 'en', { state: 'all', page: 1, size: 5 });
    expect(items[0]!.text).toBe(`Your request to change your data was refused. ${reason}`);
  });
});

describe('the calls of messages', () => {
  const as = async (personId: string) => (await fixture.app.signIn({ personId })).cookie;
  const path = '/api/shop/user/messages';

  test('answer in the language of the page that asks, whatever was chosen when the message was written', async () => {
    const id = fixture.somebody();
    await fixture.tell(id, HELD);
    const { cookie } = await fixture.app.signIn({ personId: id, language: 'uz' });
    const title = async (headers: Record<string, string>, withoutOwnHeader = false) => {
      const { body } = await fixture.app.call('GET', path, { cookie, headers, withoutOwnHeader });
      return body.items[0].title as string;
    };
    expect(await title({ 'accept-language': 'ru' })).toBe('Задаток удержан');
    expect(await title({ 'accept-language': 'en' })).toBe('Deposit held');
    expect(await title({ 'accept-language': 'uz-Cyrl' })).toBe('Закалат банд қилинди');
    // Not our page: a browser's own wish does not outweigh what the person chose.
    expect(await title({ 'accept-language': 'ru' }, true)).toBe('Zakalat band qilindi');
  });

  test('show the newest first, page by page, and the unread alone', async () => {
    const id = fixture.somebody();
    for (let n = 1; n <= 5; n += 1)
      await fixture.tell(
        id,
        { template: 'auction-soon', params: { lotId: n, opensAtMs: Date.now() } },
        `soon-${n}`,
      );
    const cookie = await as(id);
    const first = await fixture.app.call('GET', `${path}?size=2`, { cookie });
    expect(first.body).toMatchObject({ total: 5, unread: 5, page: 1, size: 2 });
    expect(first.body.items.map((item: { path: string }) => item.path)).toEqual([
      '/game-view/5',
      '/game-view/4',
    ]);
    const last = await fixture.app.call('GET', `${path}?size=2&page=3`, { cookie });
    expect(last.body.items).toHaveLength(1);
    await fixture.app.call('POST', `${path}/read/${first.body.items[0].id}`, { cookie });
    const unread = await fixture.app.call('GET', `${path}?state=unread`, { cookie });
    expect(unread.body).toMatchObject({ total: 4, unread: 4 });
    expect((await fixture.app.call('GET', '/api/shop/user/unread-message-count', { cookie })).body).toBe(4);
  });

  test('mark a message read once, and another person’s not at all', async () => {
    const [mine, other] = [fixture.somebody(), fixture.somebody()];
    await fixture.tell(mine, HELD);
    const { items } = await fixture.office.inbox.page(mine, 'uz', { state: 'all', page: 1, size: 5 });
    const stranger = await fixture.app.call('POST', `${path}/read/${items[0]!.id}`, {
      cookie: await as(other),
    });
    expect(stranger.status).toBe(404);
    expect(await fixture.office.inbox.unread(mine)).toBe(1);
    const cookie = await as(mine);
    const once = await fixture.app.call('POST', `${path}/read/${items[0]!.id}`, { cookie });
    const twice = await fixture.app.call('POST', `${path}/read/${items[0]!.id}`, { cookie });
    expect(once.body.readAtMs).toBeTypeOf('number');
    expect(twice.body.readAtMs).toBe(once.body.readAtMs);
    expect(fixture.changed).toContain(mine);
    expect((await fixture.app.call('POST', `${path}/read/999999999`, { cookie })).status).toBe(404);
  });

  test('mark all read up to what was on the screen', async () => {
    const id = fixture.somebody();
    await fixture.tell(id, HELD, 'a');
    await fixture.tell(id, HELD, 'b');
    const seen = (await fixture.office.inbox.page(id, 'uz', { state: 'all', page: 1, size: 5 })).items[0]!.id;
    await fixture.tell(id, HELD, 'came meanwhile');
    const answer = await fixture.app.call('POST', `${path}/read-all`, {
      cookie: await as(id),
      body: { upToId: seen },
    });
    expect(answer.body).toEqual({ unread: 1 });
  });

  test('are for people who are signed in, and take nothing absurd', async () => {
    expect((await fixture.app.call('GET', path)).status).toBe(401);
    expect((await fixture.app.call('GET', '/api/shop/user/unread-message-count')).status).toBe(401);
    const cookie = await as(fixture.somebody());
    for (const query of ['page=0', 'page=-1', 'size=101', 'size=1e9', 'state=any', 'page=1&page=2', 'x=1'])
      expect((await fixture.app.call('GET', `${path}?${query}`, { cookie })).status, query).toBe(400);
    for (const id of ['0', '-1', 'abc', '1e3', '99999999999999999999'])
      expect((await fixture.app.call('POST', `${path}/read/${id}`, { cookie })).status, id).toBe(400);
    for (const body of [{}, { upToId: 0 }, { upToId: '5' }, { upToId: 1, personId: 'x' }])
      expect((await fixture.app.call('POST', `${path}/read-all`, { cookie, body })).status).toBe(400);
  });
});

describe('what reaches people beside the inbox', () => {
  const settings = '/api/shop/user/notification-settings';

  test('goes by what is usual until they choose: a won auction by both ways, a held deposit by letter', async () => {
    const id = fixture.somebody({ language: 'ru' });
    await fixture.tell(id, WON, 'won');
    await fixture.tell(id, HELD, 'held');
    await fixture.queueAll();
    await fixture.deliver();
    expect(fixture.written.map(({ subject }) => subject).sort()).toEqual([
      'Savdo: Вы победили',
      'Savdo: Задаток удержан',
    ]);
    expect(fixture.written[0]).toMatchObject({ to: `${id}@example.uz` });
    expect(fixture.written.find(({ subject }) => subject.endsWith('победили'))!.text).toContain(
      'Подробнее: https://savdo.example/profile/winlots?lot=17',
    );
    expect(fixture.texted).toHaveLength(1);
    expect(fixture.texted[0]!.text).toMatch(/^Savdo\. Лот №\s17: вы победили/);
  });

  test('is what they chose, and nothing where no address is theirs', async () => {
    const id = fixture.somebody({ email: null });
    const { cookie } = await fixture.app.signIn({ personId: id });
    const shown = await fixture.app.call('GET', settings, { cookie });
    expect(shown.body).toMatchObject({ email: null, phone: '+998 90 •••-••-67' });
    const answer = await fixture.app.call('PUT', settings, {
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
    await fixture.tell(id, WON, 'won');
    await fixture.tell(id, HELD, 'held');
    await fixture.queueAll();
    await fixture.deliver();
    expect(fixture.written).toEqual([]);
    expect(fixture.texted.map(({ text }) => text)).toEqual([expect.stringContaining('zakalat')]);
  });

  test('always includes letters about the safety of the account', async () => {
    const id = fixture.somebody();
    const { cookie } = await fixture.app.signIn({ personId: id });
    const choice = { topic: 'account', channel: 'email', wanted: false };
    const refused = await fixture.app.call('PUT', settings, { cookie, body: { choices: [choice] } });
    expect(refused).toMatchObject({ status: 422, body: { ERROR: { code: 'notices.locked' } } });
    await fixture.tell(id, { template: 'password-changed', params: {} });
    await fixture.queueAll();
    await fixture.deliver();
    expect(fixture.written).toHaveLength(1);
  });

  test('waits for the end of quiet hours where it rings: letters and what concerns safety do not', async () => {
    const id = fixture.somebody();
    const { cookie } = await fixture.app.signIn({ personId: id });
    const address = '/api/shop/user/quiet-hours';
    expect((await fixture.app.call('GET', address, { cookie })).body).toEqual({ hours: null });
    // Round the clock but for one minute, which is half a day away.
    const minute = (tashkentParts(Date.now()).hour * 60 + 720) % 1_440;
    const hours = { fromMinute: (minute + 1) % 1_440, toMinute: minute };
    const answer = await fixture.app.call('PUT', address, { cookie, body: { hours } });
    expect(answer).toMatchObject({ status: 200, body: { hours } });
    expect((await fixture.app.call('GET', address, { cookie })).body).toEqual({ hours });
    await fixture.tell(id, WON, 'won');
    await fixture.queueAll();
    await fixture.deliver();
    expect([fixture.written.length, fixture.texted.length]).toEqual([1, 0]);
    const { rows } = await fixture.database.pool.query(
      `select (extract(epoch from next_at) * 1000)::float8 as at from notification_delivery where channel = 'sms'`,
    );
    const due = tashkentParts(rows[0].at);
    expect(due.hour * 60 + due.minute).toBe(minute);
    // As when that minute has come.
    await fixture.due();
    await fixture.deliver();
    expect(fixture.texted).toHaveLength(1);
    await fixture.tell(id, { template: 'password-changed', params: {} }, 'safety');
    await fixture.queueAll();
    await fixture.deliver();
    expect(fixture.texted).toHaveLength(2);
    await fixture.app.call('PUT', address, { cookie, body: { hours: null } });
    await fixture.tell(id, WON, 'won again');
    await fixture.queueAll();
    await fixture.deliver();
    expect(fixture.texted).toHaveLength(3);
  });

  test('has quiet hours of one’s own alone, and of two different minutes of a day', async () => {
    const address = '/api/shop/user/quiet-hours';
    const [mine, others] = [fixture.somebody(), fixture.somebody()];
    const { cookie } = await fixture.app.signIn({ personId: mine });
    const { cookie: other } = await fixture.app.signIn({ personId: others });
    await fixture.app.call('PUT', address, { cookie, body: { hours: { fromMinute: 0, toMinute: 1 } } });
    expect((await fixture.app.call('GET', address, { cookie: other })).body).toEqual({ hours: null });
    for (const hours of [
      undefined,
      {},
      { fromMinute: 60, toMinute: 60 },
      { fromMinute: -1, toMinute: 60 },
      { fromMinute: 0, toMinute: 1_440 },
      { fromMinute: 0.5, toMinute: 60 },
      { fromMinute: '0', toMinute: 60 },
      { fromMinute: 0, toMinute: 60, personId: others },
    ])
      expect((await fixture.app.call('PUT', address, { cookie, body: { hours } })).status).toBe(400);
    expect((await fixture.app.call('GET', address)).status).toBe(401);
  });

  test('refuses choices that are none', async () => {
    const { cookie } = await fixture.app.signIn({ personId: fixture.somebody() });
    const good = { topic: 'money', channel: 'sms', wanted: true };
    for (const choices of [
      [],
      [{ ...good, topic: 'x' }],
      [{ ...good, channel: 'pigeon' }],
      [{ ...good, locked: false }],
      Array.from({ length: 21 }, () => ({ ...good })),
    ])
      expect((await fixture.app.call('PUT', settings, { cookie, body: { choices } })).status).toBe(400);
  });
});
