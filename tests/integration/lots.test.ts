import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createLotProjection,
  createLotSearchRepository,
  createLotsRepository,
  createLotsService,
  registerLotRoutes,
  type LotsRepository,
} from '#server/domains/lots/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
  registerReferenceRoutes,
} from '#server/domains/reference/index.ts';
import type { LotCard } from '#shared/api/lots.ts';
import type { LotStatus } from '#shared/states/lot-status.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { publishTestLot } from '../support/lots.ts';
import { testDatabase, type TestDatabase } from '../support/services.ts';

let database: TestDatabase;
let app: TestApp;
let lots: LotsRepository;

beforeAll(async () => {
  database = await testDatabase();
  const reference = createReferenceService(createReferenceRepository(database.db));
  lots = createLotsRepository(database.db);
  const service = createLotsService({ lots, search: createLotSearchRepository(database.db), reference });
  app = await startTestApp((http) => {
    registerLotRoutes(http, service);
    registerReferenceRoutes(http, { reference, countLotsByCategory: () => service.countByCategory() });
  });
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
const setStatus = (id: number, status: LotStatus) =>
  database.pool.query('update lot set status = $2 where id = $1', [id, status]);
const category = async (code: string): Promise<{ id: number; groupId: number }> => {
  const { rows } = await database.pool.query(
    'select id, parent_id as "groupId" from category where code = $1',
    [code],
  );
  return rows[0];
};

/** A small generator of numbers from 0 to 1, the same each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What a list must hold, said in SQL. */
async function plainQuery(filter: Record<string, string>, tab: number, sort: string): Promise<number[]> {
  const tabs: Record<number, string> = {
    0: 'true',
    1: `published_at >= now() - interval '7 days'`,
    2: 'status in (5, 6, 7, 15, 17)',
    3: 'status in (9, 10, 11, 13, 16)',
    4: 'status in (1, 2, 3, 4, 8, 12)',
  };
  const stage = 'case when status in (4, 8) then 0 when status in (1, 2, 3, 12) then 1 else 2 end';
  const time = `case when status in (4, 8) then room_deadline_us when status in (1, 2, 3, 12)
    then extract(epoch from opens_at) * 1000000 else -extract(epoch from ended_at) * 1000000 end`;
  const orders: Record<string, string> = {
    soonest: `${stage}, ${time}, id desc`,
    newest: 'published_at desc, id desc',
    'price-up': 'coalesce(room_price_tiyin, start_price_tiyin), id desc',
    'price-down': 'coalesce(room_price_tiyin, start_price_tiyin) desc, id',
  };
  const day = `(opens_at at time zone 'Asia/Tashkent')::date`;
  const { rows } = await database.pool.query(
    `select id from lot where status <> 14 and ${tabs[tab]}
      and ($1::int is null or region_id = $1) and ($2::int is null or area_id = $2)
      and ($3::int is null or category_id = $3) and ($4::text is null or order_type = $4)
      and ($5::text is null or (instalment_months is not null) = ($5 = 'parts'))
      and ($6::bigint is null or start_price_tiyin >= $6) and ($7::bigint is null or start_price_tiyin <= $7)
      and ($8::date is null or ${day} >= $8) and ($9::date is null or ${day} <= $9)
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
    ].map((name) => filter[name] ?? null),
  );
  return rows.map(({ id }) => id);
}

describe('the list', () => {
  test('shows current lots on the first page by default: running ones first, then those that start next', async () => {
    const later = await publish({ opensInMs: 7_200_000 });
    const sooner = await publish({ opensInMs: 3_600_000 });
    const running = await publish();
    await setStatus(running, 4);
    const sold = await publish();
    await setStatus(sold, 5);
    const { items, ...page } = await list();
    expect(items.map(({ id }) => id)).toEqual([running, sooner, later]);
    expect(page).toEqual({ total: 3, page: 1, size: 12 });
  });

  test('puts each status into its tab and counts the same', async () => {
    for (const status of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17] as const)
      await setStatus(await publish(), status);
    const totals = await Promise.all([0, 1, 2, 3, 4].map(async (i) => (await list(`?i=${i}`)).total));
    expect(totals).toEqual([16, 16, 5, 5, 6]);
    const { body } = await app.call('GET', '/api/shop/shop-lots/lot-list-counter');
    expect(body).toEqual({ searchResults: 16, newLots: 16, completed: 5, notHeld: 5, current: 6 });
  });

  test('calls new what was published in the last seven days', async () => {
    const fresh = await publish({ publishedAt: new Date(Date.now() - 6.9 * 86_400_000) });
    await publish({ publishedAt: new Date(Date.now() - 7.1 * 86_400_000) });
    expect(await ids('?i=1')).toEqual([fresh]);
  });

  test('pages without losing or repeating a lot', async () => {
    const all = [];
    for (let i = 0; i < 7; i += 1) all.push(await publish({ opensInMs: 1_000 }));
    const pages = [await list('?size=3'), await list('?size=3&page=2'), await list('?size=3&page=3')];
    expect(pages.map(({ items }) => items.length)).toEqual([3, 3, 1]);
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)))).toEqual(new Set(all));
  });

  test.each([
    '?size=101',
    '?page=0',
    '?i=5',
    '?i=-1',
    '?priceFromTiyin=-1',
    '?dateFrom=2026-13-01',
    '?dateFrom=2026-02-30',
    '?unknown=1',
    '?page=1e3',
    '?page=0x10',
    '?page=+1',
    '?page=%201',
    '?page=1.0',
    '?page=',
    '?page=100001',
    '?page=1&page=2',
    '?page[]=1',
    '?size=-5',
    '?region=1726&region=1703',
    '?region=-1726',
    '?region=9007199254740993',
    '?area=99999999999999999999',
    '?category=null',
    '?priceFromTiyin=1e9',
    '?priceToTiyin=99999999999999999',
    '?payment=cash',
    '?payment=full&payment=parts',
    '?sort=name',
    '?sort=soonest,newest',
    '?tradeType=',
    '?orderType=STATE',
    '?q=a&q=b',
    '?q[$ne]=a',
    '?i=4&i=0',
    '?__proto__=1',
  ])('refuses %s', async (query) => {
    expect((await app.call('GET', `/api/shop/shop-lots/lot-list${query}`)).status).toBe(400);
  });
});

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
      'dateFrom=2030-03-06',
      'dateTo=2030-03-04',
    ])
      expect(await ids(`?i=0&q=${lot}&${outside}`), outside).toEqual([]);
    expect(await ids('?i=0&payment=full')).toEqual([other]);
  });

  test('count the same in each tab as its list', async () => {
    await setStatus(await publish({ instalmentMonths: 12 }), 6);
    await setStatus(await publish({ instalmentMonths: 12 }), 9);
    await publish({ instalmentMonths: 12 });
    await setStatus(await publish(), 5);
    const { body } = await app.call('GET', '/api/shop/shop-lots/lot-list-counter?payment=parts');
    expect(body).toEqual({ searchResults: 3, newLots: 3, completed: 1, notHeld: 1, current: 1 });
    for (const [i, total] of [3, 3, 1, 1, 1].entries())
      expect((await list(`?i=${i}&payment=parts`)).total).toBe(total);
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
        instalmentMonths: one([null, null, 6, 12]),
        startPriceTiyin: 1 + Math.floor(random() * 20) * 1_000,
        opensInMs: Math.floor(random() * 5) * 86_400_000,
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
      maybe('priceFromTiyin', String(Math.floor(random() * 20) * 1_000));
      maybe('priceToTiyin', String(Math.floor(random() * 20) * 1_000));
      maybe('dateFrom', day(Math.floor(random() * 5)));
      maybe('dateTo', day(Math.floor(random() * 5)));
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

describe('dictionaries', () => {
  test('give 14 regions and a tree of categories with counters of current lots', async () => {
    const { body: regions } = await app.call('GET', '/api/shop/dictionaries/region');
    expect(regions).toHaveLength(14);
    const cars = await category('cars');
    await publish({ categoryId: cars.id });
    await setStatus(await publish({ categoryId: cars.id }), 5);
    const { body: groups } = await app.call('GET', '/api/shop/dictionaries/categories');
    expect(groups.length).toBeGreaterThanOrEqual(9);
    const group = groups.find(({ id }: { id: number }) => id === cars.groupId);
    expect(group.lotCount).toBe(1);
    expect(group.categories.find(({ id }: { id: number }) => id === cars.id).lotCount).toBe(1);
    expect(groups.filter(({ lotCount }: { lotCount: number }) => lotCount > 0)).toHaveLength(1);
  });

  test('name the base calculation amount in force', async () => {
    const { body } = await app.call('GET', '/api/shop/common/mzp');
    expect(body).toEqual({ amountTiyin: 412_000_00, validFrom: '2025-08-01' });
  });
});

describe('the card', () => {
  test('shows the frozen figures, and still shows them when the rule set has a later version', async () => {
    const id = await publish({ ruleSet: 'state-shop', startPriceTiyin: 100_000_00 });
    await database.pool.query(
      `insert into rule_set select name, 2, now(), jsonb_set(figures, '{increment,percents}', '[50]') from rule_set where name = 'state-shop'`,
    );
    const { body } = await app.call('GET', `/api/shop/lot-card/details/${id}`);
    expect(body).toMatchObject({
      number: String(id),
      ruleSet: 'state-shop',
      ruleSetVersion: 1,
      depositTiyin: 5_000_00,
      depositPercent: 5,
      firstStepTiyin: 5_000_00,
      firstStepPercent: 5,
      firstSuggestedTiyin: 105_000_00,
      paymentWorkingDays: 3,
      result: null,
    });
    const next = await publish({ ruleSet: 'state-shop', startPriceTiyin: 100_000_00 });
    const { body: later } = await app.call('GET', `/api/shop/lot-card/details/${next}`);
    expect(later).toMatchObject({ ruleSetVersion: 2, firstStepTiyin: 50_000_00 });
  });

  test.each(['999', '0', 'abc', '1.5'])('answers an unknown lot %s with its own error', async (id) => {
    const { status, body } = await app.call('GET', `/api/shop/lot-card/details/${id}`);
    expect(status).toBe(id === '999' ? 404 : 400);
    expect(body.ERROR.message).toBeTruthy();
  });
});

describe('the projection', () => {
  const head = (lotId: number, seq: number, more = {}) => ({
    lotId,
    seq,
    phase: 'running' as const,
    priceTiyin: 500_00,
    count: 3,
    leaderNumber: 7,
    deadlineUs: 1_900_000_000_000_000,
    ...more,
  });
  const card = async (id: number) =>
    (await app.call('GET', `/api/shop/lot-card/details/${id}`)).body as LotCard;

  test('takes over newer heads only, and moves the status with the phase', async () => {
    const id = await publish();
    await lots.projectRooms([head(id, 5)]);
    expect(await card(id)).toMatchObject({
      status: 4,
      room: { priceTiyin: 500_00, count: 3, leaderNumber: 7 },
    });
    await lots.projectRooms([head(id, 4, { priceTiyin: 400_00, phase: 'waiting' })]);
    expect(await card(id)).toMatchObject({ status: 4, room: { priceTiyin: 500_00 } });
    await lots.projectRooms([head(id, 6, { phase: 'paused' })]);
    expect((await card(id)).status).toBe(8);
    await lots.projectRooms([head(id, 7)]);
    expect((await card(id)).status).toBe(4);
  });

  test('reads what changed once, and again after a failure', async () => {
    const id = await publish();
    let changed: (lotId: number) => void = () => undefined;
    let away = true;
    const errors: unknown[] = [];
    const asked: number[][] = [];
    const projection = createLotProjection({
      lots,
      follow: (listener) => {
        changed = listener;
        return () => undefined;
      },
      heads: async (lotIds) => {
        asked.push([...lotIds]);
        if (away) throw new Error('away');
        return lotIds.map((lotId) => head(lotId, 1));
      },
      onError: (error) => errors.push(error),
    });
    try {
      changed(id);
      changed(id);
      await projection.flush();
      expect(errors.length).toBeGreaterThan(0);
      expect(asked.every((lotIds) => lotIds.length === 1)).toBe(true);
      away = false;
      await projection.flush();
      expect((await card(id)).room.count).toBe(3);
    } finally {
      await projection.stop();
    }
  });
});
