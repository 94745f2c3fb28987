import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createNotifications } from '#server/domains/content/notifications/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { authenticationExtra, sessionCookieName } from '#server/platform/sessions/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { callServer, JUST_NOW_MS } from '../../fixtures/app.ts';
import { startFakeTelegram, TELEGRAM_BOT, type FakeTelegram } from '../../fixtures/fake-telegram.ts';
import { SESSION_SECRET, startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { startProgram } from '../../fixtures/program.ts';
import { roomBidders, type RoomBidder } from '../../fixtures/room-bidders.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const PATH = '/api/shop/user/telegram';
const START_TIYIN = 100_000_00;
const STEP_TIYIN = 10_000_00;

const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;
let telegram: FakeTelegram;
let operator: string;

beforeAll(async () => {
  telegram = await startFakeTelegram();
  database = await testDatabase();
  const bot = {
    TELEGRAM_BOT_TOKEN: TELEGRAM_BOT.token,
    TELEGRAM_BOT_NAME: TELEGRAM_BOT.name,
    TELEGRAM_API_URL: telegram.url,
  };
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '100', ...bot });
  people = peopleOf(redis, () => database);
  operator = (await people.signIn({ name: 'Nodira', roles: ['operator'] })).cookie;
  await tellWhereUpdatesGo(bot);
});
afterAll(async () => {
  await people.close();
  await platform.stop();
  await database.close();
  await telegram.close();
});
beforeEach(() => {
  telegram.refusal = null;
  telegram.taken.length = 0;
});

const stage = roomBidders({
  platform: () => platform,
  database: () => database,
  people: () => people,
  staff: () => operator,
});
let chats = 700_000_000_000;
const newChat = () => (chats += 1);
const call = (method: string, path: string, cookie: string, body?: unknown) =>
  callServer(platform.url, method, path, { cookie, ...(body === undefined ? {} : { body }) });
const linkedAt = async (cookie: string): Promise<number | null> =>
  (await call('GET', PATH, cookie)).body.linkedAtMs;

async function somebody(language: Language = 'ru'): Promise<{ personId: string; cookie: string }> {
  const personId = randomUUID();
  await database.pool.query(
    `insert into person (id, issuer, subject, kind, name, language, roles)
     values ($1::uuid, 'https://id.example', $1::uuid::text, 'natural', 'Anvar', $2, '{buyer}')`,
    [personId, language],
  );
  const { person } = await people.signIn({ personId, name: 'Anvar', language });
  const typed = authenticationExtra({ atMs: JUST_NOW_MS, secondFactor: false });
  const { secret } = await people.sessions.create(person, typed);
  return { personId, cookie: `${sessionCookieName(false)}=${secret}` };
}

/** The token of the address that a person is given. */
async function tokenOf(cookie: string): Promise<string> {
  const { status, body } = await call('POST', PATH, cookie);
  expect(status).toBe(200);
  const [, token = ''] = new RegExp(`^https://t\\.me/${TELEGRAM_BOT.name}\\?start=([\\w-]{43})$`).exec(
    body.url,
  )!;
  return token;
}

/** What the bot answers in the call. */
async function replyTo(...heard: Parameters<FakeTelegram['hear']>): Promise<string> {
  const { status, body } = await telegram.hear(...heard);
  expect([status, body.method, body.chat_id]).toEqual([200, 'sendMessage', heard[0]]);
  return body.text;
}

async function connected(language: Language = 'ru') {
  const person = await somebody(language);
  const chatId = newChat();
  await replyTo(chatId, `/start ${await tokenOf(person.cookie)}`);
  expect(await linkedAt(person.cookie)).not.toBeNull();
  return { ...person, chatId };
}

const NOT_VALID = /not valid any more/;

describe('a chat', () => {
  test('is connected by the address its person opens, who reads of it in the inbox', async () => {
    const { personId, cookie } = await somebody('ru');
    expect((await call('GET', PATH, cookie)).body).toEqual({ offered: true, linkedAtMs: null });
    const reply = await replyTo(newChat(), `/start ${await tokenOf(cookie)}`, { language: 'en' });
    expect(reply).toMatch(/^Готово/);
    expect(reply).toContain('/stop');
    expect(await linkedAt(cookie)).toBeGreaterThan(Date.now() - 60_000);
    const { body } = await call('GET', '/api/shop/user/messages', cookie);
    expect(body.items).toMatchObject([{ topic: 'account', title: 'Telegram подключён' }]);
    const { rows } = await database.pool.query('select template from inbox_message where person_id = $1', [
      personId,
    ]);
    expect(rows).toEqual([{ template: 'telegram-linked' }]);
  });

  test('is not connected by somebody who finds a session left open, without its password', async () => {
    const { personId, cookie } = await somebody();
    const left = await people.signIn({ personId, name: 'Anvar' });
    expect((await call('POST', PATH, left.cookie)).body.ERROR.code).toBe('sign-in-again');
    await tokenOf(cookie);
  });

  test('is disconnected by its person, and a second one is not connected before', async () => {
    const { cookie } = await connected();
    expect((await call('POST', PATH, cookie)).body.ERROR.code).toBe('telegram.linked');
    expect((await call('DELETE', PATH, cookie)).body).toEqual({ offered: true, linkedAtMs: null });
    await replyTo(newChat(), `/start ${await tokenOf(cookie)}`);
    expect(await linkedAt(cookie)).not.toBeNull();
  });

  test('is disconnected from inside, by no other chat', async () => {
    const { cookie, chatId } = await connected('uz');
    expect(await replyTo(newChat(), '/stop', { language: 'en' })).toMatch(/^No account is connected/);
    expect(await linkedAt(cookie)).not.toBeNull();
    expect(await replyTo(chatId, '/stop')).toMatch(/^Tayyor/);
    expect(await linkedAt(cookie)).toBeNull();
  });

  test.each([
    ['en', /^To get messages here/],
    ['ru-RU', /^Чтобы получать/],
    ['uz', /^Xabarlarni/],
    ['de', /^Xabarlarni/],
  ])('learns how to connect it in the language of a writer with %s', async (language, words) => {
    expect(await replyTo(newChat(), '/start', { language })).toMatch(words);
  });

  test('gets no reply to anything else', async () => {
    const { status, body } = await telegram.hear(newChat(), 'What does lot 17 cost?');
    expect([status, body]).toEqual([200, 'OK']);
  });
});

describe('nothing is connected by', () => {
  test('a token that was given to no one, or a used one', async () => {
    const { cookie } = await somebody();
    expect(await replyTo(newChat(), `/start ${'A'.repeat(43)}`)).toMatch(NOT_VALID);
    const token = await tokenOf(cookie);
    const chatId = newChat();
    await replyTo(chatId, `/start ${token}`);
    await replyTo(chatId, '/stop');
    expect(await replyTo(chatId, `/start ${token}`)).toMatch(NOT_VALID);
    expect(await linkedAt(cookie)).toBeNull();
  });

  test('a token in place of which another one was given, or that has expired', async () => {
    const { personId, cookie } = await somebody();
    const [before, token] = [await tokenOf(cookie), await tokenOf(cookie)];
    expect(await replyTo(newChat(), `/start ${before}`)).toMatch(NOT_VALID);
    await database.pool.query(
      `update telegram_link_token set expires_at = expires_at - interval '10 minutes' where person_id = $1`,
      [personId],
    );
    expect(await replyTo(newChat(), `/start ${token}`)).toMatch(NOT_VALID);
    expect(await linkedAt(cookie)).toBeNull();
  });

  test('many starts with one token at once, but one', async () => {
    const { cookie } = await somebody();
    const token = await tokenOf(cookie);
    const replies = await Promise.all(Array.from({ length: 5 }, () => replyTo(newChat(), `/start ${token}`)));
    expect(replies.filter((reply) => NOT_VALID.test(reply))).toHaveLength(4);
    const { rowCount } = await database.pool.query('select from telegram_link where chat_id > $1', [
      chats - 5,
    ]);
    expect(rowCount).toBe(1);
  });

  test('a second person in a chat of another one', async () => {
    const first = await connected();
    const second = await somebody();
    const reply = await replyTo(first.chatId, `/start ${await tokenOf(second.cookie)}`, { language: 'en' });
    expect(reply).toMatch(/^This chat, or your account, is connected already/);
    expect(await linkedAt(second.cookie)).toBeNull();
    expect(await linkedAt(first.cookie)).not.toBeNull();
  });

  test('a group', async () => {
    const { cookie } = await somebody();
    const token = await tokenOf(cookie);
    const group = { chat: 'group', language: 'en' } as const;
    expect(await replyTo(-newChat(), `/start@${TELEGRAM_BOT.name} ${token}`, group)).toMatch(/private chat/);
    expect(await linkedAt(cookie)).toBeNull();
    // The token is as good as before.
    await replyTo(newChat(), `/start ${token}`);
    expect(await linkedAt(cookie)).not.toBeNull();
  });

  test.each([
    ['another secret', 'x'.repeat(43)],
    ['an empty secret', ''],
    ['no secret', null],
  ])('a call with %s', async (_what, secret) => {
    const { cookie } = await somebody();
    const { status } = await telegram.hear(newChat(), `/start ${await tokenOf(cookie)}`, { secret });
    expect(status).toBe(403);
    expect(await linkedAt(cookie)).toBeNull();
  });

  test('a body that is no update, is no JSON or is too long', async () => {
    const { url, secret } = telegram.updates!;
    const send = async (rawBody: string) => {
      const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret };
      return (await callServer(platform.url, 'POST', new URL(url).pathname, { rawBody, headers })).status;
    };
    expect(await send('{"update_id":1,"edited_message":{}}')).toBe(200);
    expect(await send('{"message":{"chat":{"id":"1; --","type":"private"},"text":"/stop"}}')).toBe(200);
    expect(await send('{"message"')).toBe(400);
    expect(await send(JSON.stringify({ message: 'a'.repeat(70_000) }))).toBe(413);
  });

  test('anybody without a session', async () => {
    for (const method of ['GET', 'POST', 'DELETE'])
      expect((await callServer(platform.url, method, PATH)).status).toBe(401);
  });
});

describe('a shut account', () => {
  const shut = async (personId: string) => {
    const body = { reason: 'Hujjatlar soxta chiqdi', evidence: 'Letter 5' };
    const path = `/api/console/accounts/${personId}/disable`;
    expect((await call('POST', path, operator, body)).status).toBe(200);
  };

  test('has no chat any more, and cannot connect one with the token it was given', async () => {
    const { personId, chatId } = await connected();
    const other = await somebody();
    const token = await tokenOf(other.cookie);
    await database.pool.query('update person set disabled_at = now() where id = $1', [other.personId]);
    expect(await replyTo(newChat(), `/start ${token}`)).toMatch(NOT_VALID);
    await shut(personId);
    await eventually(async () => {
      const { rowCount } = await database.pool.query('select from telegram_link where chat_id = $1', [
        chatId,
      ]);
      return rowCount === 0;
    }, 'the end of the link');
  });

  const sent = async (personId: string, payload: object) => {
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into outbox (topic, payload) values ('accounts.sessions-over', $1) returning id`,
      [JSON.stringify({ personId, ...payload })],
    );
    await eventually(async () => {
      const handled = await database.pool.query(
        `select from handled_event where event_id = $1 and handler = 'end-telegram'`,
        [rows[0]!.id],
      );
      return handled.rowCount === 1;
    }, 'the event to be handled');
  };

  test('that was shut earlier ends nothing that was connected since', async () => {
    const { personId, cookie } = await connected();
    await sent(personId, { because: 'disabled', atMs: Date.now() - 86_400_000 });
    await sent(personId, { because: 'roles', atMs: Date.now() });
    expect(
      (await database.pool.query('select from telegram_link where person_id = $1', [personId])).rowCount,
    ).toBe(1);
    expect(cookie).not.toBe('');
  });
});

describe('another password', () => {
  const replaced = (personId: string, atMs: number) =>
    database.pool.query(`insert into outbox (topic, payload) values ('accounts.password-replaced', $1)`, [
      JSON.stringify({ personId, atMs }),
    ]);
  const isLinked = async (personId: string) =>
    (await database.pool.query('select from telegram_link where person_id = $1', [personId])).rowCount === 1;

  test('ends the chat that somebody who knew the one before has connected, and one that is being connected', async () => {
    const { personId } = await connected();
    const other = await somebody();
    const token = await tokenOf(other.cookie);
    await replaced(personId, Date.now());
    await replaced(other.personId, Date.now());
    await eventually(async () => !(await isLinked(personId)), 'the end of the chat');
    await eventually(
      async () => NOT_VALID.test(await replyTo(newChat(), `/start ${token}`)),
      'the end of the token',
    );
    expect(await isLinked(other.personId)).toBe(false);
  });

  test('ends none that was connected after it', async () => {
    const [earlier, later] = [await connected(), await connected()];
    await replaced(earlier.personId, Date.now() - 86_400_000);
    await replaced(later.personId, Date.now());
    await eventually(async () => !(await isLinked(later.personId)), 'the event after it to be handled');
    expect(await isLinked(earlier.personId)).toBe(true);
  });
});

const tell = (personId: string, key: string) =>
  inTransaction(database.db, (tx) =>
    createNotifications(database.db).notify(tx, {
      personId,
      key,
      template: 'payment-overdue',
      params: { lotId: 17, amountTiyin: 5_000_000_00, payByMs: Date.UTC(2026, 10, 25, 13) },
    }),
  );
/** What a chat was sent, without the notice that it is connected. */
const takenAt = (chatId: number) =>
  telegram.taken.filter(
    (each) => each.chatId === chatId && !each.button.url.endsWith('/notification-settings'),
  );
/** The notice that a chat is connected has arrived: nothing of it is in the way. */
const settled = async <Person extends { chatId: number }>(person: Person): Promise<Person> => {
  await eventually(async () => telegram.taken.some(({ chatId }) => chatId === person.chatId), 'the notice');
  return person;
};
const stateOf = async (personId: string, key: string) => {
  const { rows } = await database.pool.query<{ state: string; attempts: number; waits: boolean }>(
    `select d.state, d.attempts, d.next_at > now() + interval '20 seconds' as waits
     from push_delivery d join inbox_message m on d.key = 'message:' || m.id
     where m.person_id = $1 and m.key = $2 and d.telegram_link_id is not null`,
    [personId, key],
  );
  return rows[0];
};
const choose = async (cookie: string, channel: string, wanted: boolean) => {
  const choices = [{ topic: 'auctions', channel, wanted }];
  expect((await call('PUT', '/api/shop/user/notification-settings', cookie, { choices })).status).toBe(200);
};

describe('a connected chat', () => {
  test.each([
    ['ru', 'Открыть', /\p{Script=Cyrillic}/u],
    ['en', 'Open', /^[^\p{Script=Cyrillic}]+$/u],
  ] as const)('gets messages in its person’s language: %s', async (language, button, words) => {
    const { personId, chatId } = await connected(language);
    await tell(personId, 'late-1');
    const sent = await eventually(async () => takenAt(chatId)[0], 'the message');
    expect(sent.text).toMatch(words);
    expect(sent.text).toMatch(/^[^\n]+\n\n[^\n]*5\s000\s000/);
    expect(sent.button).toEqual({ text: button, url: `${platform.url}/profile/winlots?lot=17` });
    expect(
      await eventually(async () => (await stateOf(personId, 'late-1'))?.state === 'sent', 'the record'),
    ).toBe(true);
    expect(takenAt(chatId)).toHaveLength(1);
  });

  test('gets nothing of what its person switched off, and no code', async () => {
    const { personId, cookie, chatId } = await connected();
    await choose(cookie, 'telegram', false);
    await tell(personId, 'late-2');
    const body = { channel: 'email', value: `${personId}@example.uz` };
    expect((await call('POST', '/api/shop/profile/send-code', cookie, body)).status).toBe(200);
    // Written later, of another topic: when it has arrived, whatever was before it would have, too.
    await inTransaction(database.db, (tx) =>
      createNotifications(database.db).notify(tx, {
        personId,
        key: 'late-3',
        template: 'requisites-changed',
        params: {},
      }),
    );
    await eventually(async () => (await stateOf(personId, 'late-3'))?.state === 'sent', 'the message');
    expect(takenAt(chatId)).toMatchObject([{ button: { url: expect.stringContaining('#requisites') } }]);
    expect(await stateOf(personId, 'late-2')).toBeUndefined();
  });

  test('that has blocked the bot is disconnected', async () => {
    const { personId, cookie } = await settled(await connected());
    telegram.refusal = { status: 403, description: 'Forbidden: bot was blocked by the user' };
    await tell(personId, 'late-4');
    await eventually(async () => (await linkedAt(cookie)) === null, 'the end of the link');
  });

  test('is sent no message again before Telegram wants to hear of it', async () => {
    const { personId, cookie, chatId } = await settled(await connected());
    telegram.refusal = { status: 429, description: 'Too Many Requests: retry after 40', retryAfterS: 40 };
    await tell(personId, 'late-5');
    const put = await eventually(async () => {
      const found = await stateOf(personId, 'late-5');
      return found?.waits ? found : undefined;
    }, 'the wait');
    expect(put).toMatchObject({ state: 'waiting', attempts: 1 });
    telegram.refusal = null;
    await database.pool.query(`update push_delivery set next_at = now() where state = 'waiting'`);
    await eventually(async () => takenAt(chatId).length === 1, 'the second attempt');
    expect(await linkedAt(cookie)).not.toBeNull();
  });

  test('is sent what Telegram could not take, and never what it refuses', async () => {
    const { personId, chatId } = await settled(await connected());
    telegram.refusal = { status: 502, description: 'Bad Gateway' };
    const before = telegram.calls;
    await tell(personId, 'late-6');
    await eventually(async () => telegram.calls > before, 'the first attempt');
    telegram.refusal = null;
    await eventually(async () => takenAt(chatId).length === 1, 'the second attempt');
    telegram.refusal = { status: 400, description: 'Bad Request: BUTTON_URL_INVALID' };
    await tell(personId, 'late-7');
    await eventually(async () => (await stateOf(personId, 'late-7'))?.state === 'given-up', 'the refusal');
    expect(await stateOf(personId, 'late-7')).toMatchObject({ attempts: 1 });
  });

  test('is sent nothing that waited until it was disconnected', async () => {
    const { personId, cookie, chatId } = await settled(await connected());
    telegram.refusal = { status: 502, description: 'Bad Gateway' };
    await tell(personId, 'late-8');
    await eventually(async () => (await stateOf(personId, 'late-8'))?.attempts === 1, 'the first attempt');
    await call('DELETE', PATH, cookie);
    telegram.refusal = null;
    expect(await stateOf(personId, 'late-8')).toBeUndefined();
    await replyTo(chatId, `/start ${await tokenOf(cookie)}`);
    await tell(personId, 'late-9');
    await eventually(async () => (await stateOf(personId, 'late-9'))?.state === 'sent', 'the next message');
    expect(takenAt(chatId)).toHaveLength(1);
  });
});

describe('somebody whose price was passed', () => {
  let lotId: number;
  let first: RoomBidder & { chatId: number };
  let second: RoomBidder;
  let priceTiyin: number;

  beforeAll(async () => {
    lotId = await stage.runningSale();
    const person = await settled(await connected('ru'));
    first = { ...(await stage.bidder(lotId, 0, person)), chatId: person.chatId };
    second = await stage.bidder(lotId, 0, await somebody('uz'));
    await Promise.all([first, second].map(stage.admitted));
    priceTiyin = START_TIYIN;
  });

  const bid = async (bidder: RoomBidder) => {
    expect(await stage.bid(bidder, lotId, priceTiyin)).toMatchObject({ verdict: 'accepted' });
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
    const sent = await eventually(async () => takenAt(first.chatId)[0], 'the alert');
    expect(sent.atMs - (await committedAtMs())).toBeLessThan(2_000);
    expect(sent.text).toMatch(/^Вашу цену перебили: сейчас 110\s000\sUZS\n\n/);
    expect(sent.button.url).toBe(`${platform.url}/game-view/${lotId}`);
  });

  test('reads nothing of a price that they have answered before the alert could be sent', async () => {
    await bid(first);
    telegram.refusal = { status: 502, description: 'Bad Gateway' };
    const before = telegram.calls;
    await bid(second);
    await eventually(async () => telegram.calls > before, 'an attempt that fails');
    await bid(first);
    telegram.refusal = null;
    await eventually(async () => (await statesOf()).at(-1) === 'outdated', 'the end of the alert');
    expect(takenAt(first.chatId)).toHaveLength(0);
  });

  test('reads of the next price again, once for each of their own', async () => {
    await bid(second);
    await eventually(async () => (await statesOf()).at(-1) === 'sent', 'the alert');
    expect(await statesOf()).toEqual(['sent', 'outdated', 'sent']);
    expect(takenAt(first.chatId)).toHaveLength(1);
  });

  test('reads nothing where they switched it off', async () => {
    await choose(first.cookie, 'telegram', false);
    const third = await settled(await connected('ru'));
    const watched = { ...(await stage.bidder(lotId, 0, third)), chatId: third.chatId };
    await stage.admitted(watched);
    await bid(first);
    await bid(watched);
    await bid(second);
    // Both were passed in one round: what one of them reads, the other would have.
    await eventually(async () => takenAt(watched.chatId).length === 1, 'the alert of another one');
    expect(takenAt(first.chatId)).toHaveLength(0);
  });
});

/** As the operator does: by the command. */
async function tellWhereUpdatesGo(bot: Record<string, string>): Promise<void> {
  const child = startProgram('server/processes/cli.ts', {
    args: ['telegram', 'updates'],
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      REDIS_URL: redis.auctionUrl,
      JOBS_REDIS_URL: redis.jobsUrl,
      REDIS_NAMESPACE: redis.namespace,
      PUBLIC_URL: platform.url,
      SESSION_SECRET,
      ALLOW_TWINS: '1',
      ...bot,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString()));
  const [code] = await once(child, 'exit');
  expect([code, said]).toEqual([0, expect.stringContaining('/telegram/updates')]);
  expect(telegram.updates).toMatchObject({ url: `${platform.url}/telegram/updates` });
}
