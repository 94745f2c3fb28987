import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { registerConsoleBannerRoutes, registerSiteRoutes } from '#server/api/index.ts';
import { type Banners } from '#server/domains/content/banners/index.ts';
import { createBanners } from '#server/domains/content/banners/banners.service.ts';
import { bannersExport } from '#server/domains/content/banners/banners-export.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { BANNERS_MAX, type ConsoleBanner } from '#shared/api/console/console-banners.ts';
import type { Role } from '#shared/api/contract.ts';
import type { SiteInfo } from '#shared/api/site/site.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { bannerParts } from '../../fixtures/banner-samples.ts';
import { named } from '../../fixtures/category-samples.ts';
import { SITE_FACTS } from '../../fixtures/site-facts.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const CONSOLE = '/api/console/banners';
const HOUR_MS = 3_600_000;
let app: TestApp;
let database: TestDatabase;
let banners: Banners;
let operator: string;
const unread: unknown[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  banners = createBanners({ db, actions: createActionLog(db), onUnread: (error) => void unread.push(error) });
  app = await startTestApp((http) => {
    registerConsoleBannerRoutes(http, banners);
    registerSiteRoutes(http, {
      info: SITE_FACTS,
      banners,
      visitors: { counts: () => Promise.reject(new Error('not counted here')) },
    } as unknown as Parameters<typeof registerSiteRoutes>[1]);
  });
  operator = await signIn('operator');
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(async () => {
  await database.pool.query('alter table banner_change disable trigger all');
  await database.pool.query('delete from banner_change');
  await database.pool.query('alter table banner_change enable trigger all');
});

const signIn = async (role: Role, personId: string = randomUUID()) =>
  (await app.signIn({ personId, roles: [role], name: 'Malika Operator' })).cookie;
const store = (given: object = {}, { id = String(randomUUID()), version = 0, cookie = operator } = {}) =>
  app.call('PUT', `${CONSOLE}/${id}`, { cookie, body: { version, ...bannerParts(), ...given } });
const list = async (query = '') =>
  (await app.call('GET', `${CONSOLE}?size=100${query}`, { cookie: operator })).body as {
    items: ConsoleBanner[];
    total: number;
  };
const onSite = async () => ((await app.call('GET', '/api/shop/site/info')).body as SiteInfo).banners;
const codeOf = ({ status, body }: Awaited<ReturnType<typeof store>>) => `${status} ${body.ERROR?.code}`;

describe('a banner', () => {
  test('is on the site from its first moment to its last, unless it is hidden', async () => {
    const nowMs = Date.now();
    const made = {
      shown: await store({ words: named('Hozir') }),
      planned: await store({ words: named('Keyin'), fromMs: nowMs + HOUR_MS, untilMs: nowMs + 2 * HOUR_MS }),
      over: await store({ words: named('Oʻtgan'), fromMs: nowMs - 2 * HOUR_MS, untilMs: nowMs - HOUR_MS }),
      hidden: await store({ words: named('Yashirin'), fromMs: nowMs - 1, hidden: true }),
    };
    for (const [state, { status, body }] of Object.entries(made))
      expect([status, body.state]).toEqual([200, state]);
    expect(await onSite()).toEqual([
      {
        id: made.shown.body.id,
        version: 1,
        words: expect.objectContaining({ uz: 'Hozir', 'uz-Cyrl': 'Ҳозир' }),
        link: '/news',
        tone: 'warning',
        place: 'everywhere',
      },
    ]);
    expect((await list()).items.map(({ state }) => state)).toEqual(['planned', 'hidden', 'shown', 'over']);
    for (const [state, { body }] of Object.entries(made))
      expect((await list(`&state=${state}`)).items.map(({ id }) => id)).toEqual([body.id]);
    expect(await list('&place=home')).toMatchObject({ items: [], total: 0 });
  });

  test('begins and ends while the site has it in memory', async () => {
    const nowMs = Date.now();
    const before = await store({ fromMs: nowMs - HOUR_MS, untilMs: nowMs + 4_000 });
    const after = await store({ fromMs: nowMs + 4_000, untilMs: nowMs + HOUR_MS });
    expect([before.body.state, after.body.state]).toEqual(['shown', 'planned']);
    const shownIds = async () => (await onSite()).map(({ id }) => id);
    expect(await shownIds()).toEqual([before.body.id]);
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      vi.setSystemTime(nowMs + 5_000);
      expect(await shownIds()).toEqual([after.body.id]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('is changed, hidden and shown again in versions with who made them, and in the log of actions', async () => {
    const id = randomUUID();
    await store({}, { id });
    await store({ words: named('Boshqa matn') }, { id, version: 1 });
    await store({ hidden: true }, { id, version: 2 });
    expect(await onSite()).toEqual([]);
    const { body } = await store({ tone: 'info', place: 'rooms', link: null }, { id, version: 3 });
    expect(body).toMatchObject({ version: 4, tone: 'info', place: 'rooms', link: null, state: 'shown' });
    expect(body.changes.map(({ action, by }: { action: string; by: string }) => `${action} ${by}`)).toEqual([
      'show Malika Operator',
      'hide Malika Operator',
      'edit Malika Operator',
      'create Malika Operator',
    ]);
    const { rows } = await database.pool.query(
      `select action from person_action where type = 'banner' and reason = $1 order by id`,
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['create', 'edit', 'hide', 'show']);
  });

  test('is refused over a newer version, backwards in time, and beyond the allowed number', async () => {
    const id = randomUUID();
    const both = await Promise.all([store({}, { id }), store({}, { id })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(codeOf(await store({}, { id, version: 2 }))).toBe('409 console-banners.changed');
    const words = { uz: 'Toʻlov 20208000900123456789', ru: 'Оплата', 'uz-Cyrl': '', en: 'Pay' };
    expect(codeOf(await store({ words }))).toBe('400 account-digits');
    const atMs = Date.now();
    expect(codeOf(await store({ fromMs: atMs, untilMs: atMs }))).toBe('422 console-banners.times');
    for (let count = 1; count < BANNERS_MAX; count += 1) await store();
    expect(codeOf(await store())).toBe('422 console-banners.too-many');
    expect((await store({ hidden: true })).status).toBe(200);
    expect((await store({ words: named('Oʻzgargan') }, { id, version: 1 })).status).toBe(200);
  });

  test.each([
    { words: { ...named('x'), uz: '' } },
    { words: { ...named('x'), uz: 'Матн' } },
    { words: { ...named('x'), ru: 'x'.repeat(301) } },
    { link: 'javascript:alert(1)' },
    { link: '//evil.example' },
    { link: 'http://plain.example' },
    { place: 'console' },
    { fromMs: -1 },
    { more: 1 },
  ])('with %j is malformed', async (given) => {
    expect(codeOf(await store(given))).toBe('400 malformed');
    expect((await list()).total).toBe(0);
  });

  test('is written by operators and administrators, read by all staff, and by no one else', async () => {
    const id = randomUUID();
    for (const [role, read, write] of [
      ['administrator', 200, 200],
      ['moderator', 200, 403],
      ['auditor', 200, 403],
      ['customer', 403, 403],
    ] as const) {
      const cookie = await signIn(role);
      expect((await app.call('GET', CONSOLE, { cookie })).status, role).toBe(read);
      expect((await store({}, { id, cookie })).status, role).toBe(write);
    }
    expect((await app.call('GET', CONSOLE)).status).toBe(401);
  });
});

test('the site shows what was read last while they cannot be read', async () => {
  await store({ words: named('Qoladi') });
  expect(await onSite()).toHaveLength(1);
  await database.pool.query('alter table banner_change rename to banner_change_away');
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    vi.setSystemTime(Date.now() + 60_000);
    expect(await onSite()).toMatchObject([{ words: { uz: 'Qoladi' } }]);
    expect(unread).toHaveLength(1);
  } finally {
    vi.useRealTimers();
    await database.pool.query('alter table banner_change_away rename to banner_change');
  }
});

test('a file of the list has its words in the reader’s language', async () => {
  await store({ words: named('Matn'), place: 'lots' });
  const texts = loadTexts();
  const { rows } = await bannersExport(banners).page({
    personId: randomUUID(),
    roles: ['operator'],
    language: 'ru',
    filters: { place: 'lots' },
    text: (key: string) => texts.text('ru', key),
    limit: 10,
    offset: 0,
  } as unknown as Parameters<ReturnType<typeof bannersExport>['page']>[0]);
  expect(JSON.stringify(rows)).toContain('На страницах лотов');
});
