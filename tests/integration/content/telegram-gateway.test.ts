import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { TelegramNotTaken, type TelegramGateway } from '#server/integrations/telegram/index.ts';
import { createTelegramBot } from '#server/integrations/telegram/bot-api.ts';
import { createTelegramTwin } from '#server/integrations/telegram/telegram-sandbox.ts';
import { createSandboxOutbox } from '#server/platform/sandbox-outbox/index.ts';
import { startFakeTelegram, TELEGRAM_BOT, type FakeTelegram } from '../../fixtures/fake-telegram.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const CHAT = 700_000_000_123;
const MESSAGE = {
  id: 'alert-1',
  text: 'You were outbid',
  button: { label: 'Open', url: 'https://savdo.example/game-view/17' },
};
let database: TestDatabase;
let fake: FakeTelegram;

beforeAll(async () => {
  database = await testDatabase();
  fake = await startFakeTelegram();
});
afterEach(() => {
  fake.refusal = null;
  fake.taken.length = 0;
});
afterAll(async () => {
  await fake.close();
  await database.close();
});

const bot = (url = fake.url, token = TELEGRAM_BOT.token) =>
  createTelegramBot({ url, token, name: TELEGRAM_BOT.name });

const GATEWAYS: Record<string, { open: () => TelegramGateway; taken: () => Promise<string[]> }> = {
  'the Bot API': {
    open: bot,
    taken: async () => fake.taken.map(({ chatId, text, button }) => `${chatId} ${text} ${button.url}`),
  },
  'the stand-in': {
    open: () => createTelegramTwin(createSandboxOutbox(database.db), () => 'http://localhost:3000'),
    taken: async () =>
      (await createSandboxOutbox(database.db).newest(9)).map(({ channel, recipient, body }) => {
        expect(channel).toBe('telegram');
        const [text, , button] = body.split('\n');
        return `${recipient} ${text} ${button?.replace('Open: ', '')}`;
      }),
  },
};

describe.each(Object.entries(GATEWAYS))('every gateway: %s', (_name, { open, taken }) => {
  test('takes a message with a button that opens a page', async () => {
    await open().send(CHAT, MESSAGE);
    expect(await taken()).toEqual([`${CHAT} You were outbid https://savdo.example/game-view/17`]);
  });

  test('hands over a token at the start of the chat', () => {
    expect(open().linkWith('one-Time_token')).toMatch(/^https?:\/\/.+\?start=one-Time_token$/);
  });
});

describe('the Bot API', () => {
  const problemOf = async (gateway = bot()): Promise<TelegramNotTaken> => {
    const problem = await gateway.send(CHAT, MESSAGE).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(TelegramNotTaken);
    return problem as TelegramNotTaken;
  };

  test.each([
    [403, 'Forbidden: bot was blocked by the user', 'gone'],
    [400, 'Bad Request: chat not found', 'gone'],
    [400, 'Bad Request: message text is empty', 'refused'],
    [413, 'Request Entity Too Large', 'refused'],
    [429, 'Too Many Requests: retry after 7', 'later'],
    [502, 'Bad Gateway', 'later'],
  ] as const)('that answers %i %s: the message is %s', async (status, description, why) => {
    fake.refusal = { status, description, ...(status === 429 ? { retryAfterS: 7 } : {}) };
    const { why: said, afterS } = await problemOf();
    expect([said, afterS]).toEqual([why, status === 429 ? 7 : null]);
  });

  test('that does not know our token or does not answer may take it later, and no error has the token', async () => {
    const strange = '7000000002:AAStrangeTokenOfTheTests_0123456789abcd';
    for (const gateway of [bot(fake.url, strange), bot('http://127.0.0.1:1', strange)]) {
      const problem = await problemOf(gateway);
      expect(problem.why).toBe('later');
      expect(`${problem.stack} ${JSON.stringify(problem)}`).not.toContain('AAStrange');
    }
  });

  test('gets no more than it takes, cut between signs', async () => {
    await bot().send(CHAT, { ...MESSAGE, text: 'a'.repeat(4_094) + '🏠'.repeat(9) });
    const [{ text } = { text: '' }] = fake.taken;
    expect(text).toMatch(/^a{4094}…$/);
  });

  test('learns where updates go, with a secret that the token alone does not show', async () => {
    const gateway = bot();
    await gateway.sendUpdatesTo('https://savdo.example/telegram/updates');
    expect(fake.updates).toEqual({
      url: 'https://savdo.example/telegram/updates',
      secret: gateway.updatesSecret,
      allowed: ['message'],
    });
    expect(gateway.updatesSecret).toMatch(/^[\w-]{43}$/);
    expect(gateway.updatesSecret).toBe(bot().updatesSecret);
    expect(gateway.updatesSecret).not.toBe(bot(fake.url, `${TELEGRAM_BOT.token}x`).updatesSecret);
  });
});
