import {
  registerConsoleContactRoutes,
  registerPartnerRoutes,
  registerSiteRoutes,
} from '#server/api/index.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createSiteRepository } from '#server/domains/content/site/index.ts';
import { createContactAnswers } from '#server/domains/content/contact-answers/contact-answers.service.ts';
import { createContactTemplates } from '#server/domains/content/contact-answers/contact-templates.service.ts';
import { forwardMessage } from '#server/domains/content/site/forward-message.ts';
import { createVisitors } from '#server/domains/content/site/visitors.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { partnersOf } from '../../fixtures/partner-samples.ts';
import { SITE_FACTS } from '../../fixtures/site-facts.ts';
import { countVisits } from '#server/api/site/count-visits.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import {
  testDatabase,
  testJobsRedis,
  type TestDatabase,
  type TestJobsRedis,
} from '../../fixtures/services.ts';

const remembered: [string, string][] = [];
const uncounted: unknown[] = [];
let app: TestApp;
let jobs: TestJobsRedis;
let database: TestDatabase;

beforeAll(async () => {
  jobs = testJobsRedis();
  database = await testDatabase();
  app = await startTestApp((http) => {
    const repository = createSiteRepository(database.db);
    registerPartnerRoutes(http, partnersOf(database));
    registerSiteRoutes(http, {
      info: SITE_FACTS,
      banners: { shown: () => Promise.resolve([]) },
      visitors: createVisitors(jobs.redis, jobs.namespace),
      repository,
      proofs: { verify: async (payload) => (payload === 'solved' ? 'ok' : 'wrong') },
      contactSubjects: () => Promise.resolve(['other']),
      onUncounted: (error) => void uncounted.push(error),
      rememberLanguage: async (personId, language) => void remembered.push([personId, language]),
    });
    const { db } = database;
    const actions = createActionLog(db);
    registerConsoleContactRoutes(http, {
      site: repository,
      contactAnswers: createContactAnswers({ db, actions, gateways: { sms: null, mail: null } }),
      contactTemplates: createContactTemplates({ db, actions }),
    });
    http.api.get('/:page', (_req, res) => void res.type('html').send('<title>a page</title>'));
  });
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

  test('of a signed-in person is linked to the account', async () => {
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
    openToNetwork: true,
    pickerLanguages: ['uz', 'ru'],
    social: [{ network: 'telegram', url: 'https://t.me/savdo' }],
    newsUrl: null,
  });
});

test('a visitor counts once a day and once a month, and each month begins again', async () => {
  const day = (text: string) => () => Date.parse(text);
  const seen = (now: () => number) => createVisitors(jobs.redis, `${jobs.namespace}counts:`, now);
  const yesterday = seen(day('2030-05-01T23:59:00+05:00'));
  await yesterday.saw('one');
  await yesterday.saw('two');
  const today = seen(day('2030-05-02T00:01:00+05:00'));
  for (const who of ['one', 'one', 'three']) await today.saw(who);
  expect(await today.counts()).toEqual({ month_count: 3, yesterday_count: 2, today_count: 2 });
  expect(await seen(day('2030-05-31T23:59:00+05:00')).counts()).toMatchObject({ month_count: 3 });
  expect(await seen(day('2030-06-01T00:01:00+05:00')).counts()).toMatchObject({ month_count: 0 });
});

describe('anyone who opens a page', () => {
  const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
  const today = async () => (await app.call('GET', '/api/shop/common/get-visitors')).body.today_count;
  const open = (path: string, headers: Record<string, string> = {}) =>
    app.call('GET', path, {
      headers: { 'user-agent': BROWSER, accept: 'text/html,application/xhtml+xml', ...headers },
    });

  test('is counted once a day, whichever pages they open', async () => {
    const before = await today();
    for (const path of ['/home', '/lots', '/home']) await open(path);
    await expect.poll(today).toBe(before + 1);
    await open('/home', { 'user-agent': `${BROWSER} another` });
    await expect.poll(today).toBe(before + 2);
  });

  test.each([
    ['a program that reads pages', '/home', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
    ['somebody without a name', '/home', { 'user-agent': '' }],
    ['a page fetched in advance', '/home', { 'sec-purpose': 'prefetch' }],
    ['a file', '/assets/index.js', {}],
    ['a call of the API', '/api/shop/common/date', {}],
    ['a request for data', '/home', { accept: 'application/json' }],
  ] as [string, string, Record<string, string>][])('is not %s', async (name, path, headers) => {
    const before = await today();
    const agent = headers['user-agent'] ?? `${BROWSER} ${name}`;
    await open(path, { ...headers, 'user-agent': agent });
    // A visit that counts, opened after it: when it shows, the one before has had its chance.
    await open('/home', { 'user-agent': `${BROWSER} after ${name}` });
    await expect.poll(today).toBe(before + 1);
    expect(uncounted).toEqual([]);
  });
});

test('a page comes although its visit cannot be counted', async () => {
  const lost = new Error('no Redis');
  const seen: unknown[] = [];
  const next = vi.fn<() => void>();
  const headers: Record<string, string> = { accept: 'text/html', 'user-agent': 'Mozilla/5.0' };
  const req = { method: 'GET', path: '/home', ip: '127.0.0.1', get: (name: string) => headers[name] };
  countVisits({ saw: () => Promise.reject(lost) }, (error) => void seen.push(error))(
    req as never,
    {} as never,
    next,
  );
  expect(next).toHaveBeenCalledOnce();
  await expect.poll(() => seen).toEqual([lost]);
});

test.each(['/api/shop/common/get-payment-list', '/api/shop/site/partners'])(
  '%s names people with an address and a picture of our own',
  async (path) => {
    const { body } = await app.call('GET', path);
    expect(body.length).toBeGreaterThan(3);
    for (const { name, url, logo } of body) {
      for (const each of typeof name === 'string' ? [name] : Object.values(name as object))
        expect(each.length).toBeGreaterThan(2);
      expect(url).toMatch(/^https:/);
      const picture = await app.call('GET', logo);
      expect(picture.headers.get('content-type')).toContain('image/svg+xml');
    }
    expect((await app.call('GET', '/logos/partner/0.svg')).status).toBe(404);
  },
);

test('the plate of a partner carries the first letters of its name in the reader’s language', async () => {
  const { body } = await app.call('GET', '/api/shop/site/partners');
  const { logo, name } = body.find((one: { name: Record<string, string> }) => one.name.ru !== one.name.uz);
  const lettersOf = async (query: string) => {
    const picture = (await (await fetch(`${app.url}${logo}${query}`)).text()) ?? '';
    return />([^<]+)<\/text>/.exec(picture)?.[1];
  };
  for (const language of ['uz', 'ru', 'uz-Cyrl', 'en'] as const)
    expect((await lettersOf(`?lang=${language}`))?.[0]).toBe(name[language][0].toUpperCase());
  expect(await lettersOf('?lang=xx')).toBe(await lettersOf('?lang=uz'));
  expect(await lettersOf('?lang=ru')).not.toBe(await lettersOf('?lang=uz'));
});

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

  test('is stored once and reaches the operator by mail', async () => {
    const { status, body } = await write();
    expect(status).toBe(200);
    expect((await write()).body).toEqual(body);
    // Other words under the same id are another message: it is not taken for sent.
    const other = await write({ message: 'When does the room close?' });
    expect([other.status, other.body.ERROR.code]).toEqual([422, 'contact.request-reused']);
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

describe('messages in the console', () => {
  let numbers: number[];
  const list = async (query = '', cookie?: string) => {
    const operator = cookie ?? (await app.signIn({ roles: ['operator'] })).cookie;
    return app.call('GET', `/api/shop/console/contact-messages${query}`, { cookie: operator });
  };
  const answer = (number: number, cookie: string) =>
    app.call('POST', `/api/shop/console/contact-messages/${number}/answered`, { cookie });

  beforeAll(async () => {
    const repository = createSiteRepository(database.db);
    numbers = [];
    for (const name of ['Anvar', 'Bahor', 'Chori']) {
      const message = {
        name,
        email: null,
        phone: '+998901234567',
        subject: 'other',
        message: `I am ${name}`,
      };
      numbers.push(
        await repository.keepMessage({
          ...message,
          requestId: crypto.randomUUID(),
          language: 'uz',
          personId: null,
        }),
      );
    }
  });

  test('come newest first, page by page', async () => {
    const [first, second] = [(await list('?size=2')).body, (await list('?size=2&page=2')).body];
    expect(first.items.map(({ name }: any) => name)).toEqual(['Chori', 'Bahor']);
    expect(second.items[0]).toMatchObject({ number: numbers[0], name: 'Anvar', answered: null });
    expect([first.page, first.size, second.page]).toEqual([1, 2, 2]);
    expect(first.total).toBe(second.total);
    expect((await list('?page=1000')).body.items).toEqual([]);
  });

  test('are marked once, by the first person', async () => {
    const open = (await list('?state=open')).body.total;
    const one = await app.signIn({ personId: crypto.randomUUID(), roles: ['operator'], name: 'Dilnoza' });
    const other = await app.signIn({ roles: ['administrator'], name: 'Erkin' });
    const answers = [await answer(numbers[1]!, one.cookie), await answer(numbers[1]!, other.cookie)];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ number: numbers[1], answered: { by: 'Dilnoza' } });
    }
    expect((await list('?state=open')).body).toMatchObject({ total: open - 1, open: open - 1 });
    const done = (await list('?state=answered')).body;
    expect(done.items.map(({ number }: any) => number)).toEqual([numbers[1]]);
  });

  test('are for staff only, and only who acts may mark them', async () => {
    expect((await app.call('GET', '/api/shop/console/contact-messages')).status).toBe(401);
    const buyer = await app.signIn();
    expect((await list('', buyer.cookie)).status).toBe(403);
    const auditor = await app.signIn({ roles: ['auditor'] });
    expect((await list('', auditor.cookie)).status).toBe(200);
    expect((await answer(numbers[0]!, auditor.cookie)).status).toBe(403);
    const operator = await app.signIn({ roles: ['operator'] });
    expect((await answer(999_999, operator.cookie)).status).toBe(404);
  });

  test.each(['?page=0', '?size=101', '?state=lost', '?page=1e3'])('%s is refused', async (query) => {
    expect((await list(query)).status).toBe(400);
  });
});
