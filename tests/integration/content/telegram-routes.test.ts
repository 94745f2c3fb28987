import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { registerTelegramSandboxRoutes, registerTelegramUpdateRoutes } from '#server/api/index.ts';
import { callServer, startTestApp, type TestApp } from '../../fixtures/app.ts';

const PATH = '/dev/telegram';
const heard: object[] = [];
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp((http) =>
    registerTelegramSandboxRoutes(http, {
      async heard(message) {
        heard.push(message);
        return message.text === '/stop' ? 'Done <b>' : null;
      },
    }),
  );
});
beforeEach(() => void (heard.length = 0));
afterAll(() => app.close());

const write = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  callServer(app.url, 'POST', PATH, {
    rawBody: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

test('the stand-in offers to send the token of its address, which is text to it', async () => {
  const { body, headers } = await callServer(app.url, 'GET', `${PATH}?start=abc%22%3E%3Cscript%3E`);
  expect(body).toContain('value="/start abc&quot;&gt;&lt;script&gt;"');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('the stand-in passes on what is written and shows the reply', async () => {
  const { body } = await write({ chat: '77', text: '/stop' }, { 'accept-language': 'ru-RU,ru;q=0.9' });
  expect(heard).toEqual([{ chatId: 77, isPrivate: true, languageCode: 'ru-RU', text: '/stop' }]);
  expect(body).toContain('<p role="status">Done &lt;b&gt;</p>');
  expect(body).toContain('name="chat" value="77"');
  expect((await write({ chat: '77', text: 'Hello' })).body).toContain('says nothing');
});

test('the stand-in takes no form of another site, and no chat that is no number', async () => {
  expect((await write({ chat: '77', text: '/stop' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await write({ chat: 'x', text: '/stop' })).status).toBe(400);
  expect(heard).toEqual([]);
});

test('updates are limited by address, whatever secret they show', async () => {
  const secret = 'secret-of-the-updates';
  // Twelve hundred a minute; here one.
  const limited = await startTestApp(
    (http) => registerTelegramUpdateRoutes(http, secret, { heard: async () => 'Done' }),
    { rateLimitFactor: 1 / 1_200 },
  );
  const send = (shown: string) =>
    callServer(limited.url, 'POST', '/telegram/updates', {
      body: { message: { chat: { id: 77, type: 'private' }, text: '/stop' } },
      headers: { 'x-telegram-bot-api-secret-token': shown },
    });
  try {
    expect((await send(secret)).body).toEqual({ method: 'sendMessage', chat_id: 77, text: 'Done' });
    expect((await send(secret)).status).toBe(429);
    expect((await send('another')).status).toBe(429);
  } finally {
    await limited.close();
  }
});
