import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCodeSender } from '#server/domains/content/notifications/index.ts';
import { createMailTwin } from '#server/integrations/email/email-sandbox.ts';
import { createSmsTwin } from '#server/integrations/sms/sms-sandbox.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { createOneTimeCodes } from '#server/platform/one-time-codes/index.ts';
import {
  createSandboxOutbox,
  registerSandboxOutboxRoutes,
  type SandboxOutbox,
} from '#server/platform/sandbox-outbox/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const PHONE = '+998901234567';
const texts = loadTexts();
let database: TestDatabase;
let outbox: SandboxOutbox;
let app: TestApp;
let language: Language;

beforeAll(async () => {
  database = await testDatabase();
  outbox = createSandboxOutbox(database.db);
  app = await startTestApp((http) => registerSandboxOutboxRoutes(http, outbox));
});
beforeEach(async () => {
  await database.pool.query('truncate twin_message, one_time_code, one_time_code_send');
  language = 'uz';
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const codesWith = (gateways: { sms?: null; mail?: null } = {}) =>
  createOneTimeCodes({
    db: database.db,
    secret: 'a secret of this test',
    sender: createCodeSender({
      sms: gateways.sms === null ? null : createSmsTwin(outbox),
      mail: gateways.mail === null ? null : createMailTwin(outbox),
      texts,
      languageOf: async () => language,
    }),
  });
const APPLY = { purpose: 'apply', subject: 'lot:17', personId: 'person-1', address: '203.0.113.7' };
const channels = { phone: PHONE, email: 'buyer@example.uz' };
const smsBody = async () => (await outbox.newest(5, PHONE))[0]!.body;

describe('a code on its way', () => {
  test('says in the person’s language what it is for and how long it lives', async () => {
    await codesWith().issue({ ...APPLY, channels });
    expect(await smsBody()).toMatch(
      /^Savdo: \d{6} - auksionga ariza berish kodi\. 5 daqiqa amal qiladi\. Hech kimga aytmang\.$/,
    );
    const [letter] = await outbox.newest(5, channels.email);
    expect(letter).toMatchObject({ channel: 'email', subject: 'Savdo tasdiqlash kodi' });
    expect(letter!.body).toMatch(/^Tasdiqlash kodi: \d{6}\n/);
  });

  test.each([
    ['ru', /код, заявка на торги\. Действует 5 минут\. Никому не сообщайте\.$/],
    ['uz-Cyrl', /аукционга ариза бериш коди\. 5 дақиқа амал қилади\./],
    ['en', /is your code to apply for an auction\. Valid for 5 minutes\./],
  ] as const)('speaks %s', async (spoken, expected) => {
    language = spoken;
    await codesWith().issue({ ...APPLY, channels: { phone: PHONE } });
    expect(await smsBody()).toMatch(expected);
  });

  test('fits into one SMS in Latin letters, whatever it is for', async () => {
    for (const [at, purpose] of [
      'apply',
      'confirm-phone',
      'confirm-email',
      'cancel-application',
      'new',
    ].entries())
      for (const [of, spoken] of (['uz', 'en'] as const).entries()) {
        language = spoken;
        const phone = `+99890${1_000_000 + (at * 2 + of) * 20_000}`;
        await codesWith().issue({ ...APPLY, purpose, personId: `p-${at}-${of}`, channels: { phone } });
        const [sent] = await outbox.newest(1, phone);
        expect(sent!.body.length).toBeLessThanOrEqual(160);
        // Every sign is one of the alphabet of SMS.
        expect(sent!.body).toMatch(/^[\w .:'",-]+$/);
      }
  });

  test('is the code that is right', async () => {
    const codes = codesWith();
    await codes.issue({ ...APPLY, channels });
    const code = /\d{6}/.exec(await smsBody())![0];
    expect(await codes.verify({ ...APPLY, code })).toBe('right');
  });

  test('is said not to be, where nothing is configured to send it', async () => {
    const codes = codesWith({ sms: null, mail: null });
    expect(await codes.issue({ ...APPLY, channels })).toEqual({ outcome: 'undelivered' });
    const byMail = await codesWith({ sms: null }).issue({ ...APPLY, channels });
    expect(byMail).toMatchObject({ outcome: 'sent', to: { phone: null, email: 'b•••@example.uz' } });
  });
});

describe('the development outbox', () => {
  test('shows people what stand-ins were handed, newest first, and says that nothing was sent', async () => {
    await outbox.keep({
      channel: 'sms',
      messageId: '1',
      recipient: PHONE,
      subject: null,
      body: 'Kod 482913',
    });
    await outbox.keep({
      channel: 'email',
      messageId: '2',
      recipient: 'a@example.uz',
      subject: '<b>Salom</b>',
      body: '<script>alert(1)</script>',
    });
    const { body, headers, status } = await app.call('GET', '/dev/outbox');
    expect(status).toBe(200);
    expect(body).toContain('Nothing here was really sent');
    expect(body).toContain('Kod <strong>482913</strong>');
    expect(body.indexOf('a@example.uz')).toBeLessThan(body.indexOf(PHONE));
    expect(body).not.toContain('<script>');
    expect(body).not.toContain('<b>Salom');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('gives programs the messages of one recipient', async () => {
    await outbox.keep({ channel: 'sms', messageId: '1', recipient: PHONE, subject: null, body: 'mine' });
    await outbox.keep({ channel: 'sms', messageId: '2', recipient: '+998901', subject: null, body: 'other' });
    const { body } = await app.call('GET', `/dev/outbox.json?to=${encodeURIComponent(PHONE)}`);
    expect(body).toMatchObject([{ channel: 'sms', recipient: PHONE, body: 'mine' }]);
    expect((await app.call('GET', '/dev/outbox.json?to=a&to=b')).status).toBe(200);
  });
});
