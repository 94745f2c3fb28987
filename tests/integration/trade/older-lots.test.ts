import { registerLotRoutes } from '#server/api/index.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  createLotSearchRepository,
  createLotsRepository,
  createLotsService,
  type LotsService,
} from '#server/domains/trade/lots/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { seeded } from '../../../loadtest/lib/mix.ts';

const DAY_MS = 86_400_000;
const LOTS = 220;
/** So few ended lots are held that most are PostgreSQL's. */
const HELD = 12;
/** Another process begins with few of them, too, and reads more while it is asked. */
const GROWING = { endedHeld: 120, endedAtOnce: 5 };
const LIST = '/api/shop/shop-lots/lot-list';
const COUNTER = '/api/shop/shop-lots/lot-list-counter';

let database: TestDatabase;
let fewLots: LotsService;
let few: TestApp;
let all: TestApp;
/** Once it has started, with what has it read more. */
let growing: { app: TestApp; more: AsyncIterator<void>; steps: number } | undefined;
const random = seeded(20_261_129);
const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;

/** Questions about older lots that PostgreSQL was asked. */
const asked: string[] = [];
/** Done before PostgreSQL's answer arrives. */
let whileCounting: (() => Promise<unknown>) | undefined;
/** Copies that were made for memory: lots that ended before these instants were left out. */
const copies: (number | null)[] = [];

function service(endedHeld: number, endedAtOnce?: number): LotsService {
  const search = createLotSearchRepository(database.db);
  const { older, all: every } = search.catalogue.source;
  search.catalogue.source.all = (before, take) => {
    if (endedHeld === HELD) copies.push(before);
    return every(before, take);
  };
  search.catalogue.source.older = {
    ...older,
    counts: async (before, filter, words) => {
      asked.push(`counts ${JSON.stringify(filter)}`);
      const counted = await older.counts(before, filter, words);
      await whileCounting?.();
      return counted;
    },
    page: (before, page) => {
      asked.push(`page ${page.sort}`);
      return older.page(before, page);
    },
  };
  return createLotsService({
    lots: createLotsRepository(database.db),
    search,
    reference: createReferenceService(createReferenceRepository(database.db)),
    endedHeld,
    ...(endedAtOnce === undefined ? {} : { endedAtOnce }),
  });
}

const THINGS = ['Traktor', 'Yengil avtomobil', 'Ombor binosi', 'Kvartira', 'Avtobus'];
const KINDS = ['yangi', 'taʼmirlangan', 'markazda', 'traktorlar uchun'];
/** Words that few lots have, so that often none of those in memory has one. */
const RARE = Array.from({ length: 40 }, (_, i) => `burgut${'aeiou'[i % 5]}${'bdgklmnr'[i % 8]}`);
const ids: number[] = [];
const ENDED = [5, 6, 7, 9, 10, 11, 13, 14, 15, 16, 17];
const CURRENT = [1, 3, 4, 8, 12];

interface Places {
  areas: { id: number; region_id: number }[];
  categories: { id: number; parent_id: number }[];
}
let places: Places;

async function publish(): Promise<number> {
  const area = one(places.areas);
  const endedDaysAgo = 2 + Math.floor(random() * 300);
  const isOver = random() < 0.85;
  const opensAt = new Date(
    Date.now() + (isOver ? -endedDaysAgo * DAY_MS : Math.floor(random() * 5) * DAY_MS),
  );
  const thing = one(THINGS);
  // Some lots speak of another one by its number.
  const more = random() < 0.3 ? one(RARE) : ids.length > 0 && random() < 0.3 ? String(one(ids)) : '';
  const name = `${thing} ${one(KINDS)} ${more}`;
  const startPriceTiyin = 1 + Math.floor(random() * 20) * 1_000;
  const id = await publishTestLot(database, {
    title: { uz: name, ru: thing, 'uz-Cyrl': thing, en: name },
    regionId: area.region_id,
    areaId: random() < 0.2 ? null : area.id,
    categoryId: one(places.categories).id,
    orderType: one(['state', 'private'] as const),
    ...one([{}, { instalmentMonths: 6, firstPartBp: 500 }]),
    rentMonths: one([null, null, 12]),
    startPriceTiyin,
    opensAt,
    closesAt: new Date(opensAt.getTime() + one([3_600_000, 2 * DAY_MS])),
    publishedAt: new Date(opensAt.getTime() - Math.floor(random() * 14) * DAY_MS),
  });
  await database.pool.query(
    `update lot set status = $2, room_price_tiyin = $3, ended_at = $4 where id = $1`,
    [
      id,
      isOver ? one(ENDED) : one(CURRENT),
      random() < 0.5 ? null : startPriceTiyin + Math.floor(random() * 20) * 1_000,
      // Now and then on trade again after it had ended, or over without an end; and of equals the newest comes first.
      isOver === random() < 0.95 ? new Date(Math.floor(opensAt.getTime() / DAY_MS) * DAY_MS) : null,
    ],
  );
  return id;
}

function filters(): URLSearchParams {
  const query = new URLSearchParams();
  const maybe = (share: number, name: string, value: string) => random() < share && query.set(name, value);
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  const area = one(places.areas);
  maybe(0.2, 'region', String(area.region_id));
  maybe(0.05, 'area', String(area.id));
  maybe(0.15, 'category', String(one(places.categories).id));
  maybe(0.1, 'group', String(one(places.categories).parent_id));
  maybe(0.2, 'orderType', one(['state', 'private']));
  maybe(0.2, 'payment', one(['full', 'parts']));
  maybe(0.2, 'tenure', one(['ownership', 'rent']));
  maybe(0.1, 'tradeType', one(['auction', 'fixed-price']));
  maybe(0.2, 'priceFromTiyin', String(Math.floor(random() * 20) * 1_000));
  maybe(0.2, 'priceToTiyin', String(Math.floor(random() * 20) * 1_000));
  maybe(0.15, 'dateFrom', day(Math.floor(random() * 300)));
  maybe(0.15, 'dateTo', day(Math.floor(random() * 300)));
  maybe(0.05, 'stage', one(['live', 'applicationsOpen']));
  return query;
}

/** Words as typed, begun, with an ending, mistyped, of no lot, and numbers. */
const words = (): string =>
  one([
    one(RARE),
    `${one(RARE)}da`,
    `${one(THINGS)} ${one(RARE)}`,
    one(RARE).replace('rg', 'gr'),
    'traktor',
    'trak',
    'traktor yangi',
    'yangi kvartira',
    'kvartiraga',
    'avtobusdan',
    'omborr',
    'avtomabil',
    'binosi toshkent',
    'zzzzqq',
    't',
    '...',
    String(one(ids)),
    `${one(ids)} traktor`,
    String(one(ids)).slice(0, -1),
  ]);

/** Asks the process that reads more, now and then while it does. */
async function askWhileGrowing(address: string) {
  if (!growing) return null;
  const { app, more } = growing;
  const step = random() < 0.1 ? more.next() : null;
  const answer = await app.call('GET', address);
  if (step && !(await step).done) growing.steps += 1;
  return answer;
}

/** Starts it, for the rest of a test. */
async function startGrowing(): Promise<NonNullable<typeof growing>> {
  const lots = service(GROWING.endedHeld, GROWING.endedAtOnce);
  const app = await startTestApp((http) => registerLotRoutes(http, lots));
  onTestFinished(async () => {
    growing = undefined;
    await app.close();
  });
  return (growing = { app, more: lots.prepareRest()[Symbol.asyncIterator](), steps: 0 });
}

async function same(address: string): Promise<unknown> {
  const [one_, other] = await Promise.all([few.call('GET', address), all.call('GET', address)]);
  expect(one_.status, address).toBe(200);
  expect(JSON.stringify(one_.body), address).toBe(JSON.stringify(other.body));
  const third = await askWhileGrowing(address);
  expect(JSON.stringify((third ?? other).body), address).toBe(JSON.stringify(other.body));
  return one_.body;
}

beforeAll(async () => {
  database = await testDatabase();
  fewLots = service(HELD);
  few = await startTestApp((http) => registerLotRoutes(http, fewLots));
  all = await startTestApp((http) => registerLotRoutes(http, service(1_000_000)));
  const { rows: categories } = await database.pool.query(
    'select id, parent_id from category where parent_id is not null order by id limit 6',
  );
  const { rows: areas } = await database.pool.query('select id, region_id from area order by id limit 12');
  places = { areas, categories };
}, 60_000);
afterAll(async () => {
  await few.close();
  await all.close();
  await database.close();
});

/** Asks both for counters and a page; returns how many lots the page has. */
async function askBoth(query: URLSearchParams): Promise<number> {
  const counted = (await same(`${COUNTER}?${query}`)) as Record<string, number>;
  query.set('i', String(one([0, 0, 1, 2, 2, 3, 4])));
  if (random() < 0.6) query.set('sort', one(['soonest', 'newest', 'price-up', 'price-down']));
  query.set('size', String(one([1, 5, 12, 100])));
  query.set('page', String(one([1, 1, 2, 3, 8])));
  const { items, total } = (await same(`${LIST}?${query}`)) as { items: unknown[]; total: number };
  const tab = ['searchResults', 'newLots', 'completed', 'notHeld', 'current'][Number(query.get('i'))] ?? '';
  expect(counted[tab], String(query)).toBe(total);
  return items.length;
}

describe('lists of which memory holds the last lots alone', () => {
  test('answer as those that hold every lot: pages, totals and counters, whatever is asked and while lots change', async () => {
    // A copy of no lots leaves none out; it is made again once many have ended.
    await same(LIST);
    expect(copies).toEqual([null]);
    for (let i = 0; i < LOTS; i += 1) ids.push(await publish());
    const reading = await startGrowing();
    let found = 0;
    for (let round = 0; round < 300; round += 1) {
      const query = filters();
      if (random() < 0.5) query.set('q', words());
      found += await askBoth(query);
      const id = one(ids);
      // Paid late, taken off the lists, on trade again, over, and gone.
      if (round % 5 === 0)
        await database.pool.query('update lot set status = $2 where id = $1', [
          id,
          one([...ENDED, ...CURRENT]),
        ]);
      if (round % 20 === 0)
        await database.pool.query('update lot set ended_at = $2 where id = $1', [
          id,
          new Date(Date.now() - Math.floor(random() * 300) * DAY_MS),
        ]);
      if (round % 25 === 0) await database.pool.query('delete from lot where id = $1', [id]);
      if (round % 10 === 0) ids.push(await publish());
    }
    expect(reading.steps).toBeGreaterThanOrEqual(GROWING.endedHeld / GROWING.endedAtOnce - 1);
    expect(found).toBeGreaterThan(500);
    expect(asked.length).toBeGreaterThan(100);
    expect(copies.at(-1)).not.toBeNull();
  }, 120_000);

  test('answer the same from sums by traits, and then count prices, days, areas and words alone', async () => {
    for await (const _ of fewLots.prepareRest());
    asked.length = 0;
    for (let round = 0; round < 150; round += 1) await askBoth(filters());
    const counted = asked.filter((question) => question.startsWith('counts'));
    expect(counted.length).toBeGreaterThan(10);
    expect(counted.filter((question) => !/area|Tiyin|date/.test(question))).toEqual([]);
    asked.length = 0;
    await same(`${COUNTER}?region=${places.areas[0]?.region_id}`);
    expect(asked).toEqual([]);
  }, 60_000);

  test('answer the same from sums that were made before more lots came into memory', async () => {
    await startGrowing();
    const counters = `${COUNTER}?region=${places.areas[0]?.region_id}`;
    // The first question has the sums made, which later ones use.
    await expect
      .poll(async () => {
        asked.length = 0;
        await growing?.app.call('GET', `${counters}&orderType=${one(['state', 'private'])}`);
        return asked;
      })
      .toEqual([]);
    await growing?.more.next();
    await same(counters);
  }, 60_000);

  test('count a lot once that comes into memory while PostgreSQL counts', async () => {
    const { app, more } = await startGrowing();
    const counters = `${COUNTER}?dateFrom=2020-01-01`;
    const expected = await all.call('GET', counters);
    whileCounting = async () => {
      whileCounting = undefined;
      expect((await more.next()).done).toBe(false);
    };
    const { body } = await app.call('GET', counters);
    expect(whileCounting).toBeUndefined();
    expect(body).toEqual(expected.body);
  });

  test('write the cards of the newest lots first, in whatever order lots came into memory', async () => {
    const search = createLotSearchRepository(database.db);
    const { lots: read } = search.catalogue;
    const written: number[] = [];
    search.catalogue.lots = (wanted) => {
      written.push(...wanted);
      return read(wanted);
    };
    const lots = createLotsService({
      lots: createLotsRepository(database.db),
      search,
      reference: createReferenceService(createReferenceRepository(database.db)),
      ...GROWING,
      cardsAtStart: 0,
    });
    for await (const _ of lots.prepareRest());
    const { rows } = await database.pool.query('select id from lot where status = any($1)', [CURRENT]);
    const onTrade = new Set(rows.map(({ id }) => Number(id)));
    const ended = written.filter((id) => !onTrade.has(id));
    expect(ended.length).toBeGreaterThan(GROWING.endedHeld / 2);
    expect(ended).toEqual(ended.toSorted((one, other) => other - one));
  }, 60_000);

  test('put the best match first, whichever of them has it', async () => {
    let found = 0;
    const page = async (q: string, i: number, size: number): Promise<void> => {
      const query = new URLSearchParams({ q, i: `${i}`, size: `${size}` });
      found += ((await same(`${LIST}?${query}`)) as { items: unknown[] }).items.length;
    };
    for (const q of ['traktor', 'trak', 'yangi', 'traktor yangi', 'ombor', 'kvartira', 'avtobus markazda'])
      for (const i of [0, 2, 3]) for (const size of [1, 3, 8, 15]) await page(q, i, size);
    // A lot that speaks of another one is found by its number, after that one.
    for (const id of ids) await page(String(id), 0, 1);
    expect(found).toBeGreaterThan(300);
  }, 60_000);

  test('ask PostgreSQL for no ended lot where what is on trade or new is asked for', async () => {
    asked.length = 0;
    for (let round = 0; round < 60; round += 1) {
      const query = filters();
      if (random() < 0.3) query.set('q', 'traktor');
      query.set('i', round % 2 === 0 ? '4' : '1');
      await same(`${LIST}?${query}`);
    }
    await same('/api/shop/shop-lots/active-lot-list');
    expect(asked).toEqual([]);
  });
});
