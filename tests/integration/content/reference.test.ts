import { registerReferenceRoutes } from '#server/api/index.ts';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import { recordedData } from '../../fixtures/recorded-data.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
let app: TestApp;
const get = async (path: string) => app.call('GET', `/api/shop/dictionaries/${path}`);

beforeAll(async () => {
  database = await testDatabase();
  const reference = createReferenceService(createReferenceRepository(database.db));
  app = await startTestApp((http) =>
    registerReferenceRoutes(http, { reference, countLotsByCategory: async () => new Map([[101, 3]]) }),
  );
});
afterAll(async () => {
  await app.close();
  await database.close();
});

describe('territories', () => {
  test('are 14 regions and 209 districts and towns, of one region when asked', async () => {
    expect((await get('region')).body).toHaveLength(14);
    const { body } = await get('area');
    expect(body).toHaveLength(209);
    const tashkent = (await get('area?region=1726')).body;
    expect(tashkent).toHaveLength(12);
    expect(tashkent[0].name.ru).toMatch(/район$/);
    expect((await get('area?region=1')).body).toEqual([]);
  });

  const file = recordedData('reference/uz_regions_districts_clean.json');
  test.skipIf(!file)('have the codes and names of the state classifier', async () => {
    const { districts } = JSON.parse(readFileSync(file!, 'utf8')) as {
      districts: { soato: string; region: string; uz: string }[];
    };
    /** Spelled here otherwise, each for a reason: full names, and letters of the official spelling. */
    const OTHERWISE = new Set(['1703227', '1708212', '1724414', '1712412']);
    const { body } = await get('area');
    const known = new Map((body as { soato: string }[]).map((area) => [area.soato, area as any]));
    expect(known.size).toBe(districts.length);
    for (const district of districts) {
      const area = known.get(district.soato);
      expect(area, district.uz).toBeDefined();
      expect(String(area.regionId)).toBe(district.region);
    }
    const alike = districts.filter(({ soato }) => !OTHERWISE.has(soato));
    expect(alike.length).toBe(districts.length - OTHERWISE.size);
    for (const { soato, uz } of alike) expect(known.get(soato)?.name.uz.startsWith(uz), uz).toBe(true);
  });
});

describe('categories', () => {
  test('are a tree with counters and pictures that are drawn', async () => {
    const { body } = await get('categories');
    expect(body.length).toBeGreaterThanOrEqual(14);
    expect(body.flatMap((group: any) => group.categories).length).toBeGreaterThanOrEqual(75);
    expect(body[0]).toMatchObject({ id: 100, lotCount: 3, iconUrl: '/icons/group/100.svg' });
    const drawn = new Map<string, string>();
    for (const each of [...body, ...body.flatMap((group: any) => group.categories)]) {
      const picture = await app.call('GET', each.iconUrl);
      expect(picture.headers.get('content-type')).toContain('image/svg+xml');
      drawn.set(each.icon, String(picture.body));
    }
    // An icon without a shape of its own is drawn as a parcel.
    const parcels = [...drawn].filter(([, picture]) => picture === drawn.get('package'));
    expect(parcels.map(([icon]) => icon)).toEqual(['package']);
    expect((await app.call('GET', '/icons/group/101.svg')).status).toBe(404);
    expect((await app.call('GET', '/icons/category/999999.svg')).status).toBe(404);
  });

  test('of an order type leave out what that side cannot offer', async () => {
    const codes = async (type: string) =>
      ((await get(`order-categories?orderType=${type}`)).body as any[]).flatMap((group) => [
        group.id,
        ...group.categories.map(({ id }: any) => id),
      ]);
    const [state, own] = [await codes('state'), await codes('private')];
    expect(own.length).toBeLessThan(state.length);
    expect(state).not.toEqual(expect.arrayContaining(own));
    expect((await get('order-categories')).status).toBe(400);
    expect((await get('order-categories?orderType=robbery')).status).toBe(400);
  });

  test('each ask for something about their property', async () => {
    const { body } = await get('categories');
    for (const { id } of body.flatMap((group: any) => group.categories)) {
      const fields = (await get(`field_list?category=${id}`)).body;
      expect(fields.length, String(id)).toBeGreaterThan(1);
      for (const field of fields) expect(field.kind === 'choice').toBe(field.choices.length > 1);
    }
    expect((await get('field_list?category=424242')).status).toBe(404);
  });
});

test.each([
  ['dictionaries/categories', 15],
  ['dictionaries/group', 15],
  ['common/mzp', 60],
])('%s may be cached %i seconds by anyone who is not signed in', async (path, seconds) => {
  const { headers } = await app.call('GET', `/api/shop/${path}`);
  expect(headers.get('cache-control')).toBe(`public, max-age=${seconds}`);
  const { cookie } = await app.signIn();
  const mine = await app.call('GET', `/api/shop/${path}`, { cookie });
  expect(mine.headers.get('cache-control')).toBe('no-store');
});

test.each([
  'order-methods',
  'order-statuses',
  'money-back-status',
  'get-payment-statuses',
  'user-order-statuses',
  'bank',
  'lot-statuses',
])('%s is a list with ids of its own and may be cached for a while', async (path) => {
  const { body, headers } = await get(path);
  expect(new Set(body.map(({ id }: any) => id)).size).toBe(body.length);
  // Staff edit the ways of selling.
  expect(headers.get('cache-control')).toBe(`public, max-age=${path === 'order-methods' ? 5 : 60}`);
  const again = await app.call('GET', `/api/shop/dictionaries/${path}`, {
    // Without the second one fetch itself asks for a fresh answer.
    headers: { 'if-none-match': headers.get('etag')!, 'cache-control': 'max-age=0' },
  });
  expect(again.status).toBe(304);
});

test.each([
  'area?region=-1',
  'area?region=1e3',
  'area?region=1&region=2',
  'area?region=99999999999999999999',
  'field_list?category=0',
  "field_list?category=1'--",
  'get-dynamic-list?name=passwords',
  'bank?page=2',
])('%s is refused', async (path) => {
  expect((await get(path)).status).toBe(400);
});
