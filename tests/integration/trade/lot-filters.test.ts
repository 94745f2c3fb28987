import { registerLotRoutes } from '#server/api/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createLotSearchRepository,
  createLotsRepository,
  createLotsService,
} from '#server/domains/trade/lots/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import type { LotCard } from '#shared/api/site/lots.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { seeded } from '../../../loadtest/lib/mix.ts';

let database: TestDatabase;
let app: TestApp;

beforeAll(async () => {
  database = await testDatabase();
  const service = createLotsService({
    lots: createLotsRepository(database.db),
    search: createLotSearchRepository(database.db),
    reference: createReferenceService(createReferenceRepository(database.db)),
  });
  app = await startTestApp((http) => registerLotRoutes(http, service));
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(() => database.pool.query('delete from lot'));

const list = async (query = '') => {
  const answer = await app.call('GET', `/api/shop/shop-lots/lot-list${query}`);
  expect(answer.status).toBe(200);
  return answer.body as { items: LotCard[]; total: number; page: number; size: number };
};
const ids = async (query: string) => (await list(query)).items.map(({ id }) => id);
const publish = (lot: Parameters<typeof publishTestLot>[1] = {}) => publishTestLot(database, lot);
const IN_PARTS = { instalmentMonths: 12, firstPartBp: 2_000 };
const setStatus = (id: number, status: LotStatus) =>
  database.pool.query('update lot set status = $2 where id = $1', [id, status]);
const category = async (code: string): Promise<{ id: number; groupId: number }> => {
  const { rows } = await database.pool.query(
    'select id, parent_id as "groupId" from category where code = $1',
    [code],
  );
  return rows[0];
};

/** What a list must hold, said in SQL. */
async function plainQuery(filter: Record<string, string>, tab: number, sort: string): Promise<number[]> {
  const tabs: Record<number, string> = {
    0: 'true',
    1: `published_at >= now() - interval '7 days'`,
    2: 'status in (5, 6, 7, 15, 17)',
    3: 'status in (9, 10, 11, 13, 16)',
    4: 'status in (1, 2, 3, 4, 8, 12)',
  };
  const stage =
    'case status when 4 then 0 when 8 then 1 else case when status in (1, 2, 3, 12) then 2 else 3 end end';
  const time = `case when status in (4, 8) then room_deadline_us when status in (1, 2, 3, 12)
    then extract(epoch from opens_at) * 1000000 else -extract(epoch from ended_at) * 1000000 end`;
  const orders: Record<string, string> = {
    soonest: `${stage}, ${time}, id desc`,
    newest: 'published_at desc, id desc',
    'price-up': 'coalesce(room_price_tiyin, start_price_tiyin), id desc',
    'price-down': 'coalesce(room_price_tiyin, start_price_tiyin) desc, id',
  };
  const day = (instant: string) => `((${instant}) at time zone 'Asia/Tashkent')::date`;
  const lastDay = day(`closes_at - interval '1 ms'`);
  const { rows } = await database.pool.query(
    `select id from lot where status <> 14 and ${tabs[tab]}
      and ($1::int is null or region_id = $1) and ($2::int is null or area_id = $2)
      and ($3::int is null or category_id = $3) and ($4::text is null or order_type = $4)
      and ($5::text is null or (instalment_months is not null) = ($5 = 'parts'))
      and ($6::bigint is null or start_price_tiyin >= $6) and ($7::bigint is null or start_price_tiyin <= $7)
      and ($8::date is null or ${lastDay} >= $8) and ($9::date is null or ${day('opens_at')} <= $9)
      and ($10::text is null or status = case $10 when 'live' then 4 else 1 end)
      and ($11::text is null or tenure = $11)
      order by ${orders[sort]}`,
    [
      'region',
      'area',
      'category',
      'orderType',
      'payment',
      'priceFromTiyin',
      'priceToTiyin',
      'dateFrom',
      'dateTo',
      'stage',
      'tenure',
    ].map((name) => filter[name] ?? null),
  );
  return rows.map(({ id }) => id);
}

describe('filters', () => {
  test('narrow by region, area, group, category, order type, payment, start price and day in Tashkent, all together', async () => {
    const trucks = await category('trucks');
    const lot = await publish({
      regionId: 1730,
      areaId: 1730401,
      categoryId: trucks.id,
      orderType: 'state',
      ruleSet: 'state-live',
      instalmentMonths: 24,
      firstPartBp: 2_000,
      startPriceTiyin: 500_00,
      opensAt: new Date('2030-03-05T23:30:00+05:00'),
      closesAt: new Date('2030-03-06T01:00:00+05:00'),
    });
    const other = await publish({ startPriceTiyin: 700_00, opensAt: new Date('2030-04-05T10:00:00+05:00') });
    const fits = [
      'region=1730',
      'area=1730401',
      `group=${trucks.groupId}`,
      `category=${trucks.id}`,
      'orderType=state',
      'payment=parts',
      'tradeType=auction',
      'priceFromTiyin=50000',
      'priceToTiyin=50000',
      'dateFrom=2030-03-05',
      'dateTo=2030-03-05',
    ];
    for (const one of fits.filter((fit) => !/^(tradeType|priceFrom|dateFrom)/.test(fit)))
      expect(await ids(`?i=0&${one}`), one).toEqual([lot]);
    expect(await ids(`?i=0&${fits.join('&')}`)).toEqual([lot]);
    expect((await list(`?i=0&${fits.join('&')}`)).items[0]).toMatchObject({
      areaId: 1730401,
      area: { uz: expect.stringContaining('Fargʻona') },
      instalmentMonths: 24,
    });
    for (const outside of [
      'region=1726',
      'area=1726264',
      'group=1',
      'payment=full',
      'priceFromTiyin=50001',
      'priceToTiyin=49999',
      'dateFrom=2030-03-07',
      'dateTo=2030-03-04',
    ])
      expect(await ids(`?i=0&q=${lot}&${outside}`), outside).toEqual([]);
    expect(await ids('?i=0&payment=full')).toEqual([other]);
  });

  test('by day find what is traded on it, not only what opens on it', async () => {
    const midnight = new Date('2030-03-05T00:00:00+05:00').getTime();
    const long = await publish({
      opensAt: new Date('2030-03-03T10:00:00+05:00'),
      closesAt: new Date(midnight),
    });
    for (const [query, found] of [
      ['dateFrom=2030-03-02&dateTo=2030-03-02', []],
      ['dateFrom=2030-03-03&dateTo=2030-03-03', [long]],
      ['dateFrom=2030-03-04&dateTo=2030-03-04', [long]],
      ['dateFrom=2030-03-04', [long]],
      // It closes as this day begins.
      ['dateFrom=2030-03-05&dateTo=2030-03-05', []],
    ] as const)
      for (const words of ['', `&q=${long}`]) {
        expect(await ids(`?i=0&${query}${words}`), query + words).toEqual(found);
        const { body } = await app.call('GET', `/api/shop/shop-lots/lot-list-counter?${query}${words}`);
        expect([body.searchResults, body.current], query + words).toEqual([found.length, found.length]);
      }
    await database.pool.query(`update lot set closes_at = '2030-03-05T10:00:00+05:00' where id = $1`, [long]);
    expect(await ids('?i=0&dateFrom=2030-03-05')).toEqual([long]);
  });

  test('tell leases from sales', async () => {
    const [sold, let_] = [await publish(), await publish({ rentMonths: 12 })];
    expect(await ids('?tenure=rent')).toEqual([let_]);
    expect(await ids('?tenure=ownership')).toEqual([sold]);
    const { items } = await list();
    expect(Object.fromEntries(items.map(({ id, rent }) => [id, rent]))).toEqual({
      [sold]: null,
      [let_]: { months: 12 },
    });
    expect((await app.call('GET', '/api/shop/shop-lots/lot-list?tenure=gift')).status).toBe(400);
  });

  test('count the same in each tab as its list', async () => {
    await setStatus(await publish(IN_PARTS), 6);
    await setStatus(await publish(IN_PARTS), 9);
    await publish(IN_PARTS);
    await setStatus(await publish(), 5);
    const { body } = await app.call('GET', '/api/shop/shop-lots/lot-list-counter?payment=parts');
    expect(body).toEqual({
      searchResults: 3,
      newLots: 3,
      completed: 1,
      notHeld: 1,
      current: 1,
      live: 0,
      applicationsOpen: 1,
    });
    for (const [i, total] of [3, 3, 1, 1, 1].entries())
      expect((await list(`?i=${i}&payment=parts`)).total).toBe(total);
  });

  test('count what is bidding and what accepts applications apart, under words, sums and days alike', async () => {
    const live = [await publish({ startPriceTiyin: 100_00 }), await publish({ startPriceTiyin: 900_00 })];
    for (const id of live) await setStatus(id, 4);
    await publish({ startPriceTiyin: 100_00 });
    const stages = async (query: string) => {
      const { body } = await app.call('GET', `/api/shop/shop-lots/lot-list-counter${query}`);
      return [body.live, body.applicationsOpen];
    };
    expect(await stages('')).toEqual([2, 1]);
    expect(await stages('?priceToTiyin=50000')).toEqual([1, 1]);
    expect(await stages('?tradeType=fixed-price')).toEqual([0, 0]);
    expect(await stages('?dateFrom=2020-01-01')).toEqual([2, 1]);
    expect(await stages(`?q=${live[0]}`)).toEqual([1, 0]);
    expect(await stages('?stage=live')).toEqual([2, 0]);
  });

  test('list exactly what a stage counts, also once a lot has left it', async () => {
    const live = await publish({ opensInMs: 3_600_000 });
    await setStatus(live, 4);
    const open = [await publish({ opensInMs: 3_600_000 }), await publish({ opensInMs: 7_200_000 })];
    await setStatus(await publish(), 3);
    expect(await ids('?stage=live')).toEqual([live]);
    expect(await ids('?stage=applicationsOpen')).toEqual(open);
    expect(await ids(`?stage=applicationsOpen&q=${live}`)).toEqual([]);
    await setStatus(open[0] as number, 4);
    expect(await ids('?stage=applicationsOpen')).toEqual([open[1]]);
    expect(await ids('?stage=live&sort=newest')).toEqual([open[0], live]);
    const { body } = await app.call('GET', '/api/shop/shop-lots/lot-list-counter?stage=live');
    expect([body.current, body.live, body.applicationsOpen]).toEqual([2, 2, 0]);
    expect((await app.call('GET', '/api/shop/shop-lots/lot-list?stage=sold')).status).toBe(400);
  });

  test('answer like a plain query of the table, whatever they are together', async () => {
    const { rows: categories } = await database.pool.query(
      'select id, parent_id from category where parent_id is not null',
    );
    const { rows: areas } = await database.pool.query('select id, region_id from area');
    const random = seeded(20_261_121);
    const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    for (let i = 0; i < 150; i += 1) {
      const area = one(areas);
      const id = await publish({
        regionId: area.region_id,
        areaId: random() < 0.2 ? null : area.id,
        categoryId: one(categories.slice(0, 6)).id,
        orderType: one(['state', 'private'] as const),
        ...one([{}, {}, { instalmentMonths: 6, firstPartBp: 500 }, IN_PARTS]),
        rentMonths: one([null, null, 12]),
        startPriceTiyin: 1 + Math.floor(random() * 20) * 1_000,
        opensInMs: Math.floor(random() * 5) * 86_400_000,
        lengthMs: one([3_600_000, 3_600_000, 2 * 86_400_000]),
        publishedAt: new Date(Date.now() - Math.floor(random() * 14) * 86_400_000),
      });
      await setStatus(id, one([1, 1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 14, 17] as const));
      if (random() < 0.5)
        await database.pool.query('update lot set room_price_tiyin = start_price_tiyin + $2 where id = $1', [
          id,
          Math.floor(random() * 5_000),
        ]);
    }
    const day = (at: number) =>
      new Date(Date.now() + at * 86_400_000 + 5 * 3_600_000).toISOString().slice(0, 10);
    for (let round = 0; round < 120; round += 1) {
      const filter: Record<string, string> = {};
      const maybe = (name: string, value: string) => random() < 0.25 && (filter[name] = value);
      const area = one(areas);
      maybe('region', String(area.region_id));
      if (random() < 0.1) filter.area = String(area.id);
      maybe('category', String(one(categories.slice(0, 6)).id));
      maybe('orderType', one(['state', 'private']));
      maybe('payment', one(['full', 'parts']));
      maybe('tenure', one(['ownership', 'rent']));
      maybe('priceFromTiyin', String(Math.floor(random() * 20) * 1_000));
      maybe('priceToTiyin', String(Math.floor(random() * 20) * 1_000));
      maybe('dateFrom', day(Math.floor(random() * 5)));
      maybe('dateTo', day(Math.floor(random() * 5)));
      maybe('stage', one(['live', 'applicationsOpen']));
      const sort = one(['soonest', 'newest', 'price-up', 'price-down'] as const);
      const i = one([0, 1, 2, 3, 4]);
      const expected = await plainQuery(filter, i, sort);
      const query = new URLSearchParams({ ...filter, i: String(i), sort, size: '100' });
      const answer = await list(`?${query}`);
      expect([answer.items.map(({ id }) => id), answer.total], String(query)).toEqual([
        expected.slice(0, 100),
        expected.length,
      ]);
    }
  }, 60_000);
});

describe('the order of the list', () => {
  test('is the one asked for; the price is the one shown', async () => {
    const cheap = await publish({ startPriceTiyin: 100_00, opensInMs: 3 * 3_600_000 });
    const dear = await publish({ startPriceTiyin: 300_00, opensInMs: 3_600_000 });
    const risen = await publish({ startPriceTiyin: 50_00, opensInMs: 2 * 3_600_000 });
    expect(await ids('?sort=price-up')).toEqual([risen, cheap, dear]);
    await database.pool.query('update lot set room_price_tiyin = 40000 where id = $1', [risen]);
    expect(await ids('?sort=price-up')).toEqual([cheap, dear, risen]);
    expect(await ids('?sort=price-down')).toEqual([risen, dear, cheap]);
    expect(await ids('?sort=soonest')).toEqual([dear, risen, cheap]);
    expect(await ids('?sort=newest')).toEqual([risen, dear, cheap]);
  });
});
