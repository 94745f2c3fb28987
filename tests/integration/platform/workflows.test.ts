import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLotsRepository, type LotsRepository } from '#server/domains/trade/lots/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
  type ReferenceService,
} from '#server/domains/content/reference/index.ts';
import { createScheduleAuction, type Hammer } from '#server/workflows/index.ts';
import { concludeAuction } from '#server/workflows/settling/conclude-auction.ts';
import type { AuctionTerms } from '#shared/auction/rules.ts';
import type { NewStaffTask } from '#server/domains/staff/tasks/index.ts';
import type { OutcomeToRecord } from '#server/domains/trade/protocols/index.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { fired } from '../../fixtures/fault.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
let lots: LotsRepository;
let reference: ReferenceService;

beforeAll(async () => {
  database = await testDatabase();
  lots = createLotsRepository(database.db);
  reference = createReferenceService(createReferenceRepository(database.db));
});
afterAll(() => database.close());

const END = new Date('2026-12-04T15:00:00+05:00');
const hammer = (lotId: number, more: Partial<Hammer> = {}): Hammer => ({
  v: 1,
  lotId,
  epoch: 1,
  seq: 9,
  atUs: END.getTime() * 1000,
  kind: 'closed',
  outcome: 'sold',
  winner: 'winner',
  winnerNumber: 7,
  priceTiyin: 900_00,
  reserve: 'second',
  reserveNumber: 3,
  reservePriceTiyin: 800_00,
  participants: 4,
  winnerDeclines: false,
  reason: '',
  ...more,
});

function conclude(entry: Hammer) {
  const handedOver: number[] = [];
  const opened: number[] = [];
  const offered: number[] = [];
  const sales: OutcomeToRecord[] = [];
  const tasks: NewStaffTask[] = [];
  const run = () =>
    concludeAuction(
      {
        lots,
        reference,
        closedByCustomer: async () => false,
        confirmedPrices: async () => 5,
        recordOutcome: async (sale) => void sales.push(sale),
        openSettlement: () => Promise.resolve(),
        makeSecondOffer: async (lotId) => void offered.push(lotId),
        openTask: async (task) => void tasks.push(task),
        confirmHandOver: async (lotId) => void handedOver.push(lotId),
        openRoom: async (lotId) => void opened.push(lotId),
      },
      entry,
    );
  return { run, handedOver, opened, offered, sales, tasks };
}

describe('conclude-auction', () => {
  test.each([
    ['sold', 5],
    ['not-held', 9],
    ['no-price-given', 11],
    ['withdrawn', 10],
  ] as const)('%s gives the lot status %i', async (outcome, status) => {
    const lotId = await publishTestLot(database, { ruleSet: 'private' });
    const sold = outcome === 'sold';
    const entry = hammer(lotId, {
      outcome,
      ...(sold ? {} : { winner: null, winnerNumber: null, priceTiyin: null }),
    });
    const { run, handedOver, sales } = conclude(entry);
    await run();
    const sale = { lotId, cause: 'hammer', priceTiyin: 900_00, winnerPersonId: 'winner', winnerNumber: 7 };
    const minutes = { 'not-held': 'not-held', 'no-price-given': 'no-price' } as const;
    const recorded = sold ? [sale] : outcome === 'withdrawn' ? [] : [{ lotId, cause: minutes[outcome] }];
    expect(sales).toEqual(recorded.map((each) => ({ ...each, endedAt: END })));
    const lot = await lots.get(lotId);
    expect(lot).toMatchObject({
      status,
      outcome,
      room_phase: 'closed',
      room_count: 5,
      participants: 4,
      winner_number: sold ? 7 : null,
      room_price_tiyin: sold ? 900_00 : null,
      ended_at: END,
    });
    expect(handedOver).toEqual([lotId]);
  });

  test('fails, and confirms nothing, for a lot in a status that no hammer can end', async () => {
    const lotId = await publishTestLot(database, { ruleSet: 'private' });
    await database.pool.query('update lot set status = 14 where id = $1', [lotId]);
    const { run, handedOver, sales } = conclude(hammer(lotId));
    await expect(run()).rejects.toThrow('no hammer can end');
    expect({ handedOver, sales }).toEqual({ handedOver: [], sales: [] });
  });

  test('sets when the winner has to pay, in working days of the lot', async () => {
    const lotId = await publishTestLot(database, { ruleSet: 'private', choices: { paymentWorkingDays: 3 } });
    await conclude(hammer(lotId)).run();
    // Friday; Monday 1, Tuesday is a holiday, Wednesday 2, Thursday 3.
    expect((await lots.get(lotId))?.pay_until).toEqual(new Date('2026-12-10T18:00:00+05:00'));
  });

  test('gives the winner no day of Navroʻz to pay on', async () => {
    const lotId = await publishTestLot(database, { ruleSet: 'private', choices: { paymentWorkingDays: 3 } });
    const endedAt = Date.parse('2026-03-18T15:00:00+05:00');
    await conclude(hammer(lotId, { atUs: endedAt * 1000 })).run();
    // Wednesday; Thursday 1, Friday is a feast, the holiday of Saturday moves to Monday, Tuesday 2, Wednesday 3.
    expect((await lots.get(lotId))?.pay_until).toEqual(new Date('2026-03-25T18:00:00+05:00'));
  });

  test('gives a winner who declines no protocol and nothing to pay; the lot is offered to the reserve', async () => {
    const lotId = await publishTestLot(database, { ruleSet: 'private' });
    const { run, offered, sales, tasks } = conclude(hammer(lotId, { winnerDeclines: true }));
    await run();
    expect(await lots.get(lotId)).toMatchObject({
      pay_until: null,
      winner_declines: true,
      status: 5,
      outcome: 'sold',
    });
    expect({ offered, sales, tasks }).toEqual({ offered: [lotId], sales: [], tasks: [] });
  });

  test('with no one in reserve behind a winner who declines the price is not confirmed', async () => {
    const lotId = await publishTestLot(database, { ruleSet: 'private' });
    const noOne = { reserve: null, reserveNumber: null, reservePriceTiyin: null };
    const { run, sales, tasks } = conclude(hammer(lotId, { winnerDeclines: true, ...noOne }));
    await run();
    expect(await lots.get(lotId)).toMatchObject({ status: 13, outcome: 'price-not-confirmed' });
    expect(sales).toEqual([]);
    expect(tasks).toMatchObject([{ kind: 'repeat-lot', lotId, bidderNumber: 7 }]);
  });

  test('F23 delivered twice and side by side, it changes nothing twice', async (ctx) => {
    const lotId = await publishTestLot(database);
    const { run, opened, sales } = conclude(hammer(lotId));
    await Promise.allSettled([run(), run()]);
    await run();
    const { rows } = await database.pool.query('select id, status from lot where repeats_lot_id = $1', [
      lotId,
    ]);
    expect(rows).toHaveLength(1);
    expect(new Set(opened)).toEqual(new Set([rows[0].id]));
    expect((await lots.get(lotId))?.status).toBe(14);
    // A rehearsal sells nothing.
    expect(sales).toEqual([]);
    fired(ctx, 'F23', 3);
  });

  test('the next round of a practice room keeps the figures and starts after the pause, longer when no one came', async () => {
    const lengths = [];
    for (const participants of [3, 0]) {
      const lotId = await publishTestLot(database, { rules: { overtime: null } });
      await conclude(hammer(lotId, { participants, atUs: Date.now() * 1000 })).run();
      const nextId = await lots.repeatOf(lotId);
      const [last, next] = [await lots.get(lotId), await lots.get(nextId ?? 0)];
      expect(next).toMatchObject({
        status: 1,
        practice: true,
        outcome: null,
        rules: last?.rules,
        room_count: 0,
      });
      const inMs = (next?.opens_at.getTime() ?? 0) - Date.now();
      expect(inMs).toBeGreaterThan(8_000);
      expect(inMs).toBeLessThanOrEqual(20_000);
      lengths.push((next?.closes_at.getTime() ?? 0) - (next?.opens_at.getTime() ?? 0));
    }
    expect(lengths).toEqual([300_000, 3_600_000]);
  });
});

const fail = (error: unknown) => {
  throw error;
};

describe('schedule-auction', () => {
  test('opens rooms 30 minutes ahead with their frozen terms, each once', async () => {
    await database.pool.query('update lot set room_opened_at = now() where room_opened_at is null');
    const due = await publishTestLot(database, { ruleSet: 'private', opensInMs: 29 * 60_000 });
    const far = await publishTestLot(database, { ruleSet: 'private', opensInMs: 31 * 60_000 });
    const given: AuctionTerms[] = [];
    const schedule = createScheduleAuction({
      lots,
      openRoom: async (terms) => given.push(terms),
      onError: fail,
    });
    expect(await schedule.openDue()).toBe(1);
    expect(await schedule.openDue()).toBe(0);
    expect(given).toMatchObject([
      { lotId: due, startPriceTiyin: 100_000_00, practice: false, watchable: true },
    ]);
    await schedule.openOne(far);
    await schedule.openOne(far);
    await schedule.openOne(999);
    expect(given.map(({ lotId }) => lotId)).toEqual([due, far]);
  });

  test('is not lost when the core is away: the next round opens the room', async () => {
    const lotId = await publishTestLot(database);
    const other = await publishTestLot(database);
    const reported: number[] = [];
    const openRoom = (terms: AuctionTerms) =>
      terms.lotId === lotId ? Promise.reject(new Error('away')) : Promise.resolve();
    // One room's failure is reported and does not hold up the others.
    const failing = createScheduleAuction({ lots, openRoom, onError: (_error, id) => reported.push(id) });
    expect(await failing.openDue()).toBe(1);
    expect(reported).toEqual([lotId]);
    const given: number[] = [];
    const next = createScheduleAuction({
      lots,
      openRoom: async (terms) => given.push(terms.lotId),
      onError: fail,
    });
    await next.openDue();
    expect(given).toEqual([lotId]);
    expect(given).not.toContain(other);
  });

  test('closes applications when their time is over and bidding has not begun', async () => {
    const lotId = await publishTestLot(database, { ruleSet: 'state-live', opensInMs: 30 * 60_000 });
    await createScheduleAuction({ lots, openRoom: async () => undefined, onError: fail }).openDue();
    expect((await lots.get(lotId))?.status).toBe(3);
  });
});
