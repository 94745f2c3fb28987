import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerMessageTextRoutes } from '#server/api/index.ts';
import { createMessageTexts } from '#server/domains/content/notifications/own-texts/message-texts.service.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import type { ConsoleMessageText } from '#shared/api/console/console-message-texts.ts';
import type { NotificationContent } from '#shared/notifications/templates.ts';
import { LOT_WORDS } from '../../fixtures/message-text-samples.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { MessagingApp } from '../../fixtures/messaging-app.ts';

const NOT_HELD: NotificationContent = { template: 'auction-not-held', params: { lotId: 17 } };
const CONSOLE = '/api/console/message-texts/auction-not-held';

describe('words of staff for a message', () => {
  let post: MessagingApp;
  let cookie: string;
  let personId: string;
  let app: TestApp;
  let reader: string;

  beforeAll(async () => {
    post = await MessagingApp.start();
    personId = randomUUID();
    const messageTexts = createMessageTexts({
      db: post.database.db,
      texts: loadTexts(),
      actions: createActionLog(post.database.db),
      gateways: { sms: post.sms, mail: post.mail },
      person: async (id) =>
        id === personId ? { language: 'ru', email: null, phone: '+998901234567' } : null,
      publicUrl: () => 'https://savdo.example',
      onBrokenText: () => undefined,
      onNotSent: () => undefined,
    });
    app = await startTestApp((http) => registerMessageTextRoutes(http, messageTexts));
    reader = post.somebody();
    cookie = (await app.signIn({ personId, roles: ['operator'], name: 'Operator' })).cookie;
  });
  afterAll(async () => {
    await app.close();
    await post.close();
  });

  const ask = (method: string, path: string, body?: unknown) =>
    app.call(method, `${CONSOLE}${path}`, { cookie, ...(body === undefined ? {} : { body }) });
  const codeOf = ({ status, body }: { status: number; body: { ERROR?: { code: string } } }) =>
    `${status} ${body.ERROR?.code}`;

  /** Writes one message and returns what was queued of it. */
  async function sent(key: string): Promise<{ subject: string; email: string; sms: string }> {
    await post.tell(reader, NOT_HELD, key);
    await post.queueAll();
    const { rows } = await post.database.pool.query(
      `select d.channel, d.subject, d.body from notification_delivery d
       join inbox_message m on m.id = d.message_id where m.person_id = $1 and m.key = $2`,
      [reader, key],
    );
    const of = (channel: string) => rows.find((row) => row.channel === channel);
    return { subject: of('email').subject, email: of('email').body, sms: of('sms').body };
  }
  const inbox = async (): Promise<string[]> =>
    (await post.office.inbox.page(reader, 'uz-Cyrl', { state: 'all', page: 1, size: 20 })).items.map(
      ({ text }) => text,
    );

  test('are sent of messages that are written later, in Cyrillic too, until the shipped ones are taken again', async () => {
    const first = (await ask('GET', '')).body as ConsoleMessageText;
    expect(first).toMatchObject({
      version: 0,
      changed: false,
      placeholders: [{ name: 'lot', required: true }],
    });
    const shipped = await sent('first');

    const saved = await ask('PUT', '', { version: 0, texts: LOT_WORDS });
    expect(saved.body).toMatchObject({ version: 1, changed: true, texts: LOT_WORDS });
    const own = await sent('second');
    expect(own.subject).toBe('Savdo: Savdo boʻlmadi');
    expect(own.sms).toMatch(/^Savdo\. .*17.*: savdo boʻlib oʻtmadi\.$/);
    expect(own.email).toContain('savdo boʻlib oʻtmadi.');
    // What was said before stays as it was said.
    const [second, before] = await inbox();
    expect(second).toMatch(/савдо бўлиб ўтмади\.$/);
    expect(before).not.toMatch(/савдо бўлиб ўтмади/);

    expect(codeOf(await ask('PUT', '', { version: 0, texts: LOT_WORDS }))).toBe(
      '409 console-message-texts.changed',
    );
    expect((await ask('POST', '/restore', { version: 1, from: 0 })).body).toMatchObject({
      version: 2,
      changed: false,
    });
    expect((await sent('third')).sms).toBe(shipped.sms);
    expect((await ask('POST', '/restore', { version: 2, from: 1 })).body).toMatchObject({ changed: true });
    expect((await ask('POST', '/restore', { version: 3, from: 3 })).status).toBe(404);
    const { changes } = (await ask('GET', '')).body as ConsoleMessageText;
    expect(changes.map(({ action, by, restoredFrom }) => [action, by, restoredFrom])).toEqual([
      ['restore', 'Operator', 1],
      ['restore', 'Operator', 0],
      ['edit', 'Operator', null],
    ]);
    const { rows } = await post.database.pool.query(
      `select action from person_action where type = 'message-text' and reason = 'auction-not-held' order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['edit', 'restore', 'restore']);
    const list = await app.call('GET', '/api/console/message-texts', { cookie });
    expect(list.body.find(({ changed }: { changed: boolean }) => changed)).toMatchObject({
      template: 'auction-not-held',
      title: 'Savdo boʻlmadi',
    });
  });

  test('of two who save at once are those of one', async () => {
    const { version } = (await ask('GET', '')).body as ConsoleMessageText;
    const saves = await Promise.all([1, 2].map(() => ask('PUT', '', { version, texts: LOT_WORDS })));
    expect(saves.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('are refused with the name of the placeholder, and change nothing', async () => {
    const { version } = (await ask('GET', '')).body as ConsoleMessageText;
    const save = (text: string) =>
      ask('PUT', '', { version, texts: { ...LOT_WORDS, ru: { title: 'Т', text } } });
    const unknown = await save('{{lot}} {{price}}');
    expect(codeOf(unknown)).toBe('400 console-message-texts.unknown');
    expect(unknown.body.ERROR.message).toContain('price');
    const missing = await save('Лот');
    expect(codeOf(missing)).toBe('400 console-message-texts.missing');
    expect(missing.body.ERROR.message).toContain('lot');
    expect(codeOf(await save('{{lot}} https://a.example'))).toBe('400 console-message-texts.address');
    expect(codeOf(await save(`{{lot}} ${'ж'.repeat(560)}`))).toBe('400 console-message-texts.too-long');
    for (const text of ['', 'ж'.repeat(601), '{{lot}} \u202e', '{{lot}} \u0007', 5, null])
      expect((await save(text as string)).status, String(text)).toBe(400);
    expect((await ask('GET', '')).body.version).toBe(version);
    expect((await app.call('GET', '/api/console/message-texts/value', { cookie })).status).toBe(400);
  });

  test('that cannot be filled or read are passed over: the shipped ones are sent, and it is reported', async () => {
    const { pool } = post.database;
    const { version } = (await ask('GET', '')).body as ConsoleMessageText;
    const add = (at: number, texts: unknown) =>
      pool.query(
        `insert into message_text_change (template, version, action, person_id, person_name, texts)
         values ('auction-not-held', $1, 'edit', 'x', 'x', $2)`,
        [version + at, JSON.stringify(texts)],
      );
    post.brokenTexts.length = 0;
    await add(1, { ...LOT_WORDS, uz: { title: 'T', text: '{{lot}} {{gone}}' } });
    expect((await sent('unfilled')).sms).not.toContain('gone');
    expect(post.brokenTexts).toContain('auction-not-held');
    post.brokenTexts.length = 0;
    await add(2, { uz: 'no words' });
    expect((await sent('malformed')).sms).toMatch(/^Savdo\. .*17/);
    expect([...new Set(post.brokenTexts)]).toEqual(['auction-not-held']);
    post.brokenTexts.length = 0;
    await pool.query('alter table message_text_change rename to elsewhere');
    expect((await sent('unread')).sms).toMatch(/^Savdo\. .*17/);
    await pool.query('alter table elsewhere rename to message_text_change');
    expect([...new Set(post.brokenTexts)]).toEqual([null]);
  });

  test('are tested on oneself alone, and only when they may be sent', async () => {
    const before = post.texted.length;
    const tried = await ask('POST', '/test', { channel: 'sms', language: 'ru', texts: LOT_WORDS });
    expect(tried.body).toEqual({ to: '+998 90 •••-••-67' });
    expect(post.texted.slice(before)).toMatchObject([
      { to: '+998901234567', text: expect.stringMatching(/^Savdo\. .*: торги не прошли\.$/) },
    ]);
    expect(codeOf(await ask('POST', '/test', { channel: 'email', language: 'ru', texts: LOT_WORDS }))).toBe(
      '422 console-message-texts.no-address',
    );
    const bad = { ...LOT_WORDS, en: { title: 'T', text: 'No lot' } };
    expect(codeOf(await ask('POST', '/test', { channel: 'sms', language: 'ru', texts: bad }))).toBe(
      '400 console-message-texts.missing',
    );
    const toOther = { channel: 'sms', language: 'ru', texts: LOT_WORDS, to: '+998900000000' };
    expect((await ask('POST', '/test', toOther)).status).toBe(400);
    post.mood = 'ill';
    expect(codeOf(await ask('POST', '/test', { channel: 'sms', language: 'ru', texts: LOT_WORDS }))).toBe(
      '422 console-message-texts.not-sent',
    );
    post.mood = 'well';
    expect(post.texted.length).toBe(before + 1);
  });
});
