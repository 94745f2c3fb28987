import { registerLotRoutes, registerReferenceRoutes } from '#server/api/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createLotProjection,
  createLotSearchRepository,
  createLotsRepository,
  createLotsService,
  type LotsRepository,
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

describe('the result of a lot', () => {
  const hammer = (id: number, outcome: string) =>
    database.pool.query(
      `update lot set outcome = $2, ended_at = now(), winner_number = 7, room_price_tiyin = 900 where id = $1`,
      [id, outcome],
    );
  const resultOf = async (id: number) =>
    (await app.call('GET', `/api/shop/shop-lots/result/${id}`)).body.result;

  test.each(['sold', 'not-held'])(
    '%s at the hammer is not confirmed once the price was not taken',
    async (outcome) => {
      const id = await publish();
      expect(await resultOf(id)).toBeNull();
      await hammer(id, outcome);
      await setStatus(id, outcome === 'sold' ? 5 : 9);
      expect(await resultOf(id)).toMatchObject({ outcome });
      await setStatus(id, 13);
      // The hammer's price stays in the record.
      const lost = { outcome: 'price-not-confirmed', priceTiyin: outcome === 'sold' ? 900 : null };
      expect(await resultOf(id)).toMatchObject(lost);
      expect((await app.call('GET', `/api/shop/lot-card/details/${id}`)).body.result).toMatchObject(lost);
      // Its repeat is published.
      await setStatus(id, 14);
      expect(await resultOf(id)).toMatchObject(lost);
    },
  );
});

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

  test('puts a stopped room behind those that run, whenever it was to end', async () => {
    const running = await publish();
    await setStatus(running, 4);
    const stopped = await publish();
    await setStatus(stopped, 8);
    const coming = await publish({ opensInMs: 3_600_000 });
    await database.pool.query('update lot set room_deadline_us = 1 where id = $1', [stopped]);
    const expected = [running, stopped, coming];
    expect((await list()).items.map(({ id }) => id)).toEqual(expected);
    const { body } = await app.call('GET', '/api/shop/shop-lots/active-lot-list');
    expect(body.map(({ id }: LotCard) => id)).toEqual(expected);
  });

  test('puts each status into its tab and counts the same', async () => {
    for (const status of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17] as const)
      await setStatus(await publish(), status);
    const totals = await Promise.all([0, 1, 2, 3, 4].map(async (i) => (await list(`?i=${i}`)).total));
    expect(totals).toEqual([16, 16, 5, 5, 6]);
    const { body } = await app.call('GET', '/api/shop/shop-lots/lot-list-counter');
    expect(body).toEqual({
      searchResults: 16,
      newLots: 16,
      completed: 5,
      notHeld: 5,
      current: 6,
      live: 1,
      applicationsOpen: 1,
    });
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
      `insert into rule_set select name, version + 1, now(), jsonb_set(figures, '{increment,percents}', '[50]') from rule_set where name = 'state-shop' order by version desc limit 1`,
    );
    const { body } = await app.call('GET', `/api/shop/lot-card/details/${id}`);
    expect(body).toMatchObject({
      number: String(id),
      ruleSet: 'state-shop',
      ruleSetVersion: 3,
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
    expect(later).toMatchObject({ ruleSetVersion: 4, firstStepTiyin: 50_000_00 });
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

test('has the cards of the newest lots on trade before those of others, and reads none twice', async () => {
  const [ended, current, newest] = [await publish(), await publish(), await publish()];
  await setStatus(ended, 7);
  const search = createLotSearchRepository(database.db);
  const read = vi.spyOn(search.catalogue, 'lots');
  const reference = createReferenceService(createReferenceRepository(database.db));
  // Looked at once: a transaction elsewhere in the cluster may have rows listed again as changed.
  const service = createLotsService({ lots, search, reference, staleMs: 60_000, cardsAtStart: 1 });
  const readIds = () => read.mock.calls.flatMap(([asked]) => [...asked]);

  await service.prepare();
  expect(readIds()).toEqual([newest]);
  for await (const _ of service.prepareRest());
  expect(readIds()).toEqual([newest, current, ended]);

  const { json } = (await service.detailsJson(ended)) ?? {};
  expect(JSON.parse(String(json))).toMatchObject({ id: ended });
  expect(readIds()).toHaveLength(3);
});

test('prepares no more cards of ended lots than there is room for', async () => {
  const ids: number[] = [];
  // The newest 64 are written together, and fill the room with what cannot be compressed by half.
  for (let lot = 0; lot < 65; lot += 1) ids.push(await publish());
  await database.pool.query(
    `update lot set status = 7, description = jsonb_build_object('uz',
       (select string_agg(md5(n::text), '') from generate_series(1, 40000) n)) where id = any($1)`,
    [ids],
  );
  const search = createLotSearchRepository(database.db);
  const read = vi.spyOn(search.catalogue, 'lots');
  const reference = createReferenceService(createReferenceRepository(database.db));
  const service = createLotsService({ lots, search, reference, staleMs: 60_000 });
  await service.prepare();
  read.mockClear();
  for await (const _ of service.prepareRest());
  expect(new Set(read.mock.calls.flatMap(([asked]) => [...asked]))).toEqual(new Set(ids.slice(1)));
});
