import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Language } from '#shared/i18n/languages.ts';
import { callServer } from '../../fixtures/app.ts';
import { startFakeTelegram, TELEGRAM_BOT, type FakeTelegram } from '../../fixtures/fake-telegram.ts';
import { SESSION_SECRET, startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { startProgram } from '../../fixtures/program.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const PATH = '/api/shop/user/telegram';

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
  return { personId, cookie: (await people.signIn({ personId, name: 'Anvar', language })).cookie };
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
  ])('is told how to connect it in the language of a writer with %s', async (language, words) => {
    expect(await replyTo(newChat(), '/start', { language })).toMatch(words);
  });

  test('gets no reply to anything else', async () => {
    const { status, body } = await telegram.hear(newChat(), 'What does lot 17 cost?');
    expect([status, body]).toEqual([200, 'OK']);
  });
});

describe('nothing is connected by', () => {
  test('a token that nobody was given, or a used one', async () => {
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

  test('that was shut earlier ends nothing that was connected since', async () => {
    const { personId, cookie } = await connected();
    const sent = async (payload: object) => {
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
    await sent({ because: 'disabled', atMs: Date.now() - 86_400_000 });
    await sent({ because: 'password-reset', atMs: Date.now() });
    expect(
      (await database.pool.query('select from telegram_link where person_id = $1', [personId])).rowCount,
    ).toBe(1);
    expect(cookie).not.toBe('');
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
