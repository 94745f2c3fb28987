import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createSiteRepository,
  createVisitors,
  describeSite,
  forwardMessage,
  registerSiteRoutes,
} from '#server/domains/site/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { testDatabase, testJobsRedis, type TestDatabase, type TestJobsRedis } from '../support/services.ts';

const remembered: [string, string][] = [];
let app: TestApp;
let jobs: TestJobsRedis;
let database: TestDatabase;

beforeAll(async () => {
  jobs = testJobsRedis();
  database = await testDatabase();
  app = await startTestApp((http) =>
    registerSiteRoutes(http, {
      info: describeSite({
        supportPhone: '+998712000000',
        supportEmail: 'support@savdo.example',
        testMode: true,
        twins: true,
        demo: false,
      }),
      visitors: createVisitors(jobs.redis, jobs.namespace),
      repository: createSiteRepository(database.db),
      proofs: { verify: async (payload) => (payload === 'solved' ? 'ok' : 'wrong') },
      contactSubjects: ['other'],
      rememberLanguage: async (personId, language) => void remembered.push([personId, language]),
    }),
  );
});
afterAll(async () => {
  await app.close();
  jobs.close();
  await database.close();
});

test('the server date is a JSON string in Tashkent', async () => {
  const { body } = await app.call('GET', '/api/shop/common/date');
  expect(body).toMatch(/^\d{2}\.\d{2}\.\d{4} \d{2}:\d{2}:\d{2}$/);
  const [date = '', time = ''] = String(body).split(' ');
  const at = Date.parse(`${date.split('.').reverse().join('-')}T${time}+05:00`);
  expect(Math.abs(at - Date.now())).toBeLessThan(3_000);
});

describe('the language', () => {
  test.each([
    ['uz', 'uz'],
    ['ru', 'ru'],
    ['uz-cyrl', 'uz-Cyrl'],
    ['en', 'en'],
  ])('%s is remembered in a cookie, and then errors come in it', async (lang, language) => {
    const { status, body, headers } = await app.call('POST', `/api/shop/common/lang/${lang}`);
    expect([status, body]).toEqual([200, { language }]);
    expect(headers.get('set-cookie')).toContain(`savdo_lang=${language};`);
  });

  test.each(['de', 'UZ', 'uz-Cyrl', 'ru-RU'])('%s is refused', async (lang) => {
    expect((await app.call('POST', `/api/shop/common/lang/${lang}`)).status).toBe(400);
  });

  test('of a signed-in person is told to the account', async () => {
    const { cookie, person } = await app.signIn();
    await app.call('POST', '/api/shop/common/lang/ru', { cookie });
    expect(remembered).toContainEqual([person.personId, 'ru']);
  });
});

test('the site tells its contacts, hours and mode', async () => {
  const { body } = await app.call('GET', '/api/shop/site/info');
  expect(body).toMatchObject({
    supportPhone: '+998712000000',
    hours: { fromDay: 1, toDay: 5, opens: '09:00', closes: '18:00' },
    testMode: true,
    twins: true,
    pickerLanguages: ['uz', 'ru'],
  });
});

test('a visitor counts once a day, and the days add up to the month', async () => {
  const day = (text: string) => () => Date.parse(text);
  const seen = (now: () => number) => createVisitors(jobs.redis, `${jobs.namespace}counts:`, now);
  const yesterday = seen(day('2030-05-01T23:59:00+05:00'));
  await yesterday.saw('one');
  await yesterday.saw('two');
  const today = seen(day('2030-05-02T00:01:00+05:00'));
  for (const who of ['one', 'one', 'three']) await today.saw(who);
  expect(await today.counts()).toEqual({ month_count: 3, yesterday_count: 2, today_count: 2 });
  expect(await seen(day('2030-05-31T12:00:00+05:00')).counts()).toMatchObject({
    month_count: 2,
    today_count: 0,
  });
});

test.each(['/api/shop/common/get-payment-list', '/api/shop/site/partners'])(
  '%s names people with an address and a picture of our own',
  async (path) => {
    const { body } = await app.call('GET', path);
    expect(body.length).toBeGreaterThan(3);
    for (const { name, url, logo } of body) {
      expect(name.length).toBeGreaterThan(2);
      expect(url).toMatch(/^https:/);
      const picture = await app.call('GET', logo);
      expect(picture.headers.get('content-type')).toContain('image/svg+xml');
    }
    expect((await app.call('GET', '/logos/partner/0.svg')).status).toBe(404);
  },
);

describe('a message to the operator', () => {
  const message = {
    name: 'Anvar',
    email: 'anvar@example.uz',
    phone: null as string | null,
    subject: 'other',
    message: 'When does the room open?',
    requestId: '0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d002',
    captcha: 'solved',
  };
  const write = (change = {}) =>
    app.call('POST', '/api/shop/site/contact', { body: { ...message, ...change } });

  test('is kept once and reaches the operator by mail', async () => {
    const { status, body } = await write();
    expect(status).toBe(200);
    expect((await write()).body).toEqual(body);
    const { rows } = await database.pool.query(
      `select payload from outbox where topic = 'site.contact-written'`,
    );
    expect(rows).toEqual([{ payload: { number: body.number } }]);
    const sent: unknown[] = [];
    const mail = { send: async (letter: unknown) => void sent.push(letter), close: () => undefined };
    const messages = createSiteRepository(database.db);
    await forwardMessage({ messages, mail, operator: 'support@savdo.example' }, body.number);
    expect(sent).toMatchObject([
      {
        to: 'support@savdo.example',
        replyTo: 'anvar@example.uz',
        text: expect.stringContaining('When does the room open?'),
      },
    ]);
  });

  test.each([
    [422, { captcha: 'unsolved', requestId: '0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d003' }],
    [400, { email: null }],
    [400, { subject: 'weather' }],
    [400, { message: 'short' }],
    [400, { phone: '90 123' }],
  ])('is refused with %i for %j', async (status, change) => {
    expect((await write(change)).status).toBe(status);
  });
});
