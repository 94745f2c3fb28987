import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFigures } from '#server/domains/staff/figures/figures.service.ts';
import { createFiguresRepository } from '#server/domains/staff/figures/figures.repository.ts';
import { countRows } from '#server/platform/database/index.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.parse('2027-03-10T12:00:00+05:00');
const START = 1_000_00;
const PAGE = { page: 1, size: 20 };

let database: TestDatabase;
let categories: number[];
let regions: number[];

beforeAll(async () => {
  database = await testDatabase();
  const ids = async (table: string) =>
    (await database.pool.query<{ id: number }>(`select id from ${table} order by id limit 2`)).rows.map(
      ({ id }) => Number(id),
    );
  categories = await ids('category');
  regions = await ids('region');
});
// Auctions and payments as figures read them, without what the rest of the product writes beside them.
afterAll(() => database.close('spoiled'));

interface Auction {
  ended: string;
  /** Without it nothing was sold. */
  priceTiyin?: number;
  participants?: number;
  paidAfterHours?: number;
  category?: number;
  region?: number;
  practice?: boolean;
}

async function auction(given: Auction): Promise<number> {
  const { ended, priceTiyin, participants = 2, category = 0, region = 0, practice = false } = given;
  const lotId = await publishTestLot(database, {
    ruleSet: practice ? 'practice' : 'private',
    startPriceTiyin: START,
    categoryId: categories[category]!,
    regionId: regions[region]!,
  });
  await database.pool.query(
    `update lot set status = $2, outcome = $3, winner_person_id = $4, winner_number = $5, room_phase = 'closed',
       room_price_tiyin = $6, participants = $7, ended_at = $8 where id = $1`,
    [
      lotId,
      priceTiyin === undefined ? 9 : 6,
      priceTiyin === undefined ? 'not-held' : 'sold',
      priceTiyin === undefined ? null : 'somebody',
      priceTiyin === undefined ? null : 1,
      priceTiyin ?? null,
      participants,
      new Date(ended),
    ],
  );
  if (priceTiyin !== undefined)
    await database.pool.query(
      `insert into settlement (lot_id, sale, person_id, bidder_number, price_tiyin, deposit_tiyin, paid_tiyin, state,
         sold_at, protest_until, due_at, default_at, decided_at, decided_by, look_at)
       values ($1, 'hammer', 'somebody', 1, $2, 0, $3, $4, $5::timestamptz, $5, $5,
         $5::timestamptz + interval '1 hour', $6, $7, $8)`,
      given.paidAfterHours === undefined
        ? [lotId, priceTiyin, 0, 'awaiting', new Date(ended), null, null, new Date(ended)]
        : [
            lotId,
            priceTiyin,
            priceTiyin,
            'paid',
            new Date(ended),
            new Date(Date.parse(ended) + given.paidAfterHours * HOUR_MS),
            'somebody',
            null,
          ],
    );
  return lotId;
}

const figures = () =>
  createFigures({ repository: createFiguresRepository(database.db), nowMs: () => NOW_MS });

describe('figures of auctions', () => {
  let lots: number[];
  beforeAll(async () => {
    lots = [
      // The last minute of January in Tashkent, which is still in January there and everywhere.
      await auction({ ended: '2027-01-31T23:59:00+05:00', priceTiyin: 1_500_00, paidAfterHours: 10 }),
      // The first minute of February in Tashkent, which is January in Greenwich.
      await auction({
        ended: '2027-02-01T00:01:00+05:00',
        priceTiyin: 3_500_00,
        paidAfterHours: 30,
        participants: 5,
      }),
      await auction({ ended: '2027-02-10T10:00:00+05:00', category: 1, region: 1, participants: 0 }),
      await auction({ ended: '2027-03-01T10:00:00+05:00', priceTiyin: 1_000_00, region: 1 }),
    ];
    await auction({ ended: '2027-03-01T10:00:00+05:00', priceTiyin: 9_000_00, practice: true });
    await auction({ ended: '2026-03-31T23:59:59+05:00', priceTiyin: 9_000_00 });
  });

  test('count the last twelve months of Tashkent, those without an auction too', async () => {
    const { from, to, total, rows } = await figures().count({ group: 'month' });
    expect([from, to]).toEqual(['2026-04-01', '2027-03-10']);
    expect(rows.map(({ key }) => key)).toEqual([
      ...['04', '05', '06', '07', '08', '09', '10', '11', '12'].map((month) => `2026-${month}`),
      ...['01', '02', '03'].map((month) => `2027-${month}`),
    ]);
    const of = (month: string) => rows.find(({ key }) => key === month)!.figures;
    expect(of('2026-12')).toMatchObject({ auctions: 0, riseBp: null, medianPaymentMs: null });
    expect(of('2027-01')).toEqual({
      auctions: 1,
      sold: 1,
      participants: 2,
      riseBp: 5_000,
      averagePriceTiyin: 1_500_00,
      paid: 1,
      medianPaymentMs: 10 * HOUR_MS,
    });
    expect(of('2027-02')).toMatchObject({ auctions: 2, sold: 1, participants: 5, riseBp: 25_000, paid: 1 });
    expect(of('2027-03')).toMatchObject({ auctions: 1, sold: 1, riseBp: 0, paid: 0, medianPaymentMs: null });
    expect(total).toEqual({
      auctions: 4,
      sold: 3,
      participants: 9,
      // 6 000 for what began at 3 000.
      riseBp: 10_000,
      averagePriceTiyin: 2_000_00,
      paid: 2,
      medianPaymentMs: 10 * HOUR_MS,
    });
  });

  test('count by category and by region, the most auctions first', async () => {
    const byCategory = await figures().count({ group: 'category' });
    expect(byCategory.rows.map(({ key, figures: { auctions } }) => [Number(key), auctions])).toEqual([
      [categories[0], 3],
      [categories[1], 1],
    ]);
    expect(byCategory.rows[0]!.name?.ru).toBeTruthy();
    const byRegion = await figures().count({ group: 'region', category: categories[0]! });
    expect(byRegion.rows.map(({ key, figures: { auctions } }) => [Number(key), auctions])).toEqual([
      [regions[0], 2],
      [regions[1], 1],
    ]);
  });

  test('have as many rows behind each number as it says', async () => {
    const period = { from: '2026-04-01', to: '2027-03-31' };
    const { total } = await figures().count({ ...period, group: 'month' });
    const behind = async (result?: 'sold' | 'unsold' | 'paid') =>
      (await figures().auctions({ ...period, result, ...PAGE })).items.map(({ lotId }) => lotId);
    expect(await behind()).toEqual(lots.toReversed());
    expect(await behind('sold')).toHaveLength(total.sold);
    expect(await behind('unsold')).toEqual([lots[2]]);
    expect(await behind('paid')).toEqual([lots[1], lots[0]]);
    const [first] = (await figures().auctions({ ...period, region: regions[1]!, ...PAGE })).items;
    expect(first).toMatchObject({
      lotId: lots[3],
      priceTiyin: 1_000_00,
      startPriceTiyin: START,
      outcome: 'sold',
      sale: { state: 'awaiting', paidAtMs: null },
    });
  });

  test('are counted no further than a list needs it', async () => {
    const period = { from: '2026-04-01', to: '2027-03-31', ...PAGE };
    expect((await figures().auctions(period)).total).toBe(lots.length);
    expect((await figures().auctions({ ...period, most: 2 })).total).toBe(2);
    expect((await figures().auctions({ ...period, result: 'paid', most: 1 })).total).toBe(1);
    const regions = database.db.selectFrom('region');
    expect(await countRows(database.db, regions, 3)).toBe(3);
    expect(await countRows(database.db, regions)).toBeGreaterThan(3);
  });

  test('count no more than ten years, and nothing where a period ends before it begins', async () => {
    const long = await figures().count({ group: 'month', from: '0001-01-01', to: '2027-03-31' });
    expect(long.rows).toHaveLength(120);
    expect(long.from).toBe('2017-04-01');
    const none = await figures().count({ group: 'month', from: '2027-03-01', to: '2027-01-01' });
    expect(none).toMatchObject({ total: { auctions: 0 }, rows: [] });
  });
});
