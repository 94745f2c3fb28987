import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createLotSearchRepository,
  createLotsRepository,
  createLotsService,
  NotForPublication,
  type LotsRepository,
} from '#server/domains/trade/lots/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import { purchaseWorkflows, UNIT } from '../../fixtures/purchase-workflows.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

/** 60 base calculation amounts of 412 000 UZS, in tiyin. */
const SIXTY = 60 * 412_000_00;
const LONG = new Date('2026-12-30T18:00:00+05:00');

let database: TestDatabase;
let lots: LotsRepository;

beforeAll(async () => {
  database = await testDatabase();
  lots = createLotsRepository(database.db);
});
afterAll(() => database.close());

const publish = (lot: Parameters<typeof publishTestLot>[1]) => publishTestLot(database, lot);
const published = async (lot: Parameters<typeof publishTestLot>[1]) => lots.get(await publish(lot));
const refused = (refusal: string) => expect.objectContaining({ name: 'RangeError', refusal });

describe('a lot is refused', () => {
  test.each([
    ['state', 'private', 'auction'],
    ['state', 'private', 'fixed-price'],
    ['private', 'state-shop', 'auction'],
    ['private', 'state-live', 'auction'],
  ] as const)('of %s property by the rule set %s (%s)', async (orderType, ruleSet, tradeType) => {
    await expect(publish({ orderType, ruleSet, tradeType })).rejects.toEqual(
      refused('rule-set-of-other-property'),
    );
    await expect(publish({ orderType, ruleSet, tradeType })).rejects.toBeInstanceOf(NotForPublication);
  });

  test('of the state at a fixed price above 60 base amounts, by unit price × count', async () => {
    const sale = { orderType: 'state', ruleSet: 'state-shop', tradeType: 'fixed-price' } as const;
    const quantity = 3;
    await expect(publish({ ...sale, quantity, startPriceTiyin: SIXTY / quantity + 1 })).rejects.toEqual(
      refused('auction-only'),
    );
    expect(await published({ ...sale, quantity, startPriceTiyin: SIXTY / quantity })).toMatchObject({
      status: 2,
    });
    // Beyond what a double holds exactly.
    await expect(publish({ ...sale, quantity: 1_000_000, startPriceTiyin: 9_007_199_254 })).rejects.toEqual(
      refused('auction-only'),
    );
    // Private property, and state property by auction, may cost more.
    await publish({ ...sale, tradeType: 'auction', startPriceTiyin: SIXTY + 1 });
    await publish({ ...sale, orderType: 'private', ruleSet: 'private', startPriceTiyin: SIXTY + 1 });
  });
});

describe('simplified state sales', () => {
  test.each([
    // A Friday; Tuesday the 8th is a holiday, Saturday the 12th is worked instead of a day at the year's end.
    ['2026-12-04T15:00:00+05:00', '2026-12-07T10:00:00+05:00', '2026-12-12T18:00:00+05:00'],
    // A Sunday, a minute before midnight in Tashkent.
    ['2026-11-22T23:59:00+05:00', '2026-11-23T10:00:00+05:00', '2026-11-27T18:00:00+05:00'],
    // A working day, before ten in the morning: the day of publication does not count.
    ['2026-11-23T08:00:00+05:00', '2026-11-24T10:00:00+05:00', '2026-11-30T18:00:00+05:00'],
  ])('published %s run from %s to %s, whatever instants are asked for', async (at, opens, closes) => {
    const lot = await published({
      ruleSet: 'state-shop',
      publishedAt: new Date(at),
      opensAt: new Date('2026-12-25T03:00:00+05:00'),
      closesAt: LONG,
    });
    expect(lot).toMatchObject({
      opens_at: new Date(opens),
      closes_at: new Date(closes),
      applications_until: new Date(closes),
      room_deadline_us: Date.parse(closes) * 1000,
    });
  });

  test('at a fixed price end when they are announced to', async () => {
    const lot = await published({
      ruleSet: 'state-shop',
      tradeType: 'fixed-price',
      startPriceTiyin: 1_000_00,
      closesAt: LONG,
    });
    expect(lot?.closes_at).toEqual(LONG);
  });
});

describe('private sales choose', () => {
  test('the first price, the end of applications and from which price limits apply', async () => {
    const opensAt = new Date('2026-12-25T10:00:00+05:00');
    const usual = await published({ ruleSet: 'private', opensAt, closesAt: LONG });
    expect(usual).toMatchObject({ rules: { firstBid: 'atStart' }, applications_until: opensAt });
    const chosen = await published({
      ruleSet: 'private',
      choices: { firstBid: 'startPlusIncrement', applicationsUntil: 'close', limitFromPrice: 5 },
      opensAt,
      closesAt: LONG,
    });
    expect(chosen).toMatchObject({
      rules: { firstBid: 'startPlusIncrement', limitFromPrice: 5 },
      applications_until: LONG,
    });
  });

  test.each([{ firstBid: 'atStart' }, { applicationsUntil: 'start' }, { limitFromPrice: 3 }] as const)(
    'where state sets leave no choice: %j',
    async (choices) => {
      await expect(publish({ ruleSet: 'state-live', choices })).rejects.toThrow('leaves no choice');
    },
  );

  test.each([0, 11, 1.5])('limits from price %d: refused', async (limitFromPrice) => {
    await expect(publish({ ruleSet: 'private', choices: { limitFromPrice } })).rejects.toThrow();
  });
});

describe('a sale at a fixed price', () => {
  test('ends at its time with nothing sold, in lists and counters too, and once', async () => {
    const it = purchaseWorkflows(database);
    const [over, open, sold] = [await it.lot(1), await it.lot(1), await it.lot(1)];
    await it.buy(sold, await it.person(UNIT));
    await it.letEnd(over);
    const service = createLotsService({
      lots,
      search: createLotSearchRepository(database.db),
      reference: createReferenceService(createReferenceRepository(database.db)),
    });
    const counted = async () => {
      const counts = await service.counters({});
      return [counts.current, counts.notHeld];
    };
    const [current = 0, notHeld = 0] = await counted();
    await it.endAll();
    await it.endAll();
    const lot = await lots.get(over);
    expect(lot).toMatchObject({ status: 11, outcome: 'no-price-given', ended_at: lot?.closes_at });
    expect(await lots.get(open)).toMatchObject({ status: 2, outcome: null });
    expect(await lots.get(sold)).toMatchObject({ status: 7 });
    expect(await counted()).toEqual([current - 1, notHeld + 1]);
    const { rows } = await database.pool.query(
      'select count(*)::int as changes from lot_flow where lot_id = $1 and to_status = 11',
      [over],
    );
    expect(rows[0].changes).toBe(1);
  });
});
