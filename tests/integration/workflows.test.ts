import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLotsRepository, type LotsRepository } from '#server/domains/lots/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
  type ReferenceService,
} from '#server/domains/reference/index.ts';
import { concludeAuction, createScheduleAuction, type Hammer } from '#server/workflows/index.ts';
import type { AuctionTerms } from '#shared/auction/rules.ts';
import type { NewStaffTask } from '#server/domains/staff-tasks/index.ts';
import type { SaleToRecord } from '#server/domains/protocols/index.ts';
import { publishTestLot } from '../support/lots.ts';
import { fired } from '../support/fault.ts';
import { testDatabase, type TestDatabase } from '../support/services.ts';

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
  const sales: SaleToRecord[] = [];
  const tasks: NewStaffTask[] = [];
  const run = () =>
    concludeAuction(
      {
        lots,
        reference,
        confirmedPrices: async () => 5,
        recordSale: async (sale) => void sales.push(sale),
        openTask: async (task) => void tasks.push(task),
        confirmHandOver: async (lotId) => void handedOver.push(lotId),
        openRoom: async (lotId) => void opened.push(lotId),
      },
      entry,
    );
  return { run, handedOver, opened, sales, tasks };
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
    expect(sales).toEqual(sold ? [{ ...sale, endedAt: END }] : []);
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

  test('sets when the winner has to pay, in working days of the lot', async () => {
    const lotId = await publishTestLot(database, { ruleSet: 'private', choices: { paymentWorkingDays: 3 } });
    await conclude(hammer(lotId)).run();
    // Friday; Monday 1, Tuesday is a holiday, Wednesday 2, Thursday 3.
    expect((await lots.get(lotId))?.pay_until).toEqual(new Date('2026-12-10T15:00:00+05:00'));
  });

  test('gives the winner no day of Navroʻz to pay on', async () => {
    const lotId = await publishTestLot(database, { ruleSet: 'private', choices: { paymentWorkingDays: 3 } });
    const endedAt = Date.parse('2026-03-18T15:00:00+05:00');
    await conclude(hammer(lotId, { atUs: endedAt * 1000 })).run();
    // Wednesday; Thursday 1, Friday is a feast, the holiday of Saturday moves to Monday, Tuesday 2, Wednesday 3.
    expect((await lots.get(lotId))?.pay_until).toEqual(new Date('2026-03-25T15:00:00+05:00'));
  });

  test('gives a winner who declines no protocol and nothing to pay; staff are to invite the reserve', async () => {
    const lotId = await publishTestLot(database, { ruleSet: 'private' });
    const { run, sales, tasks } = conclude(hammer(lotId, { winnerDeclines: true }));
    await run();
    // The price stands until the reserve participant has really been invited and has answered.
    expect(await lots.get(lotId)).toMatchObject({
      ...{ pay_until: null, winner_declines: true, status: 5, outcome: 'sold' },
    });
    expect(sales).toEqual([]);
    expect(tasks).toEqual([
      {
        ...{ occasion: `invite-reserve:${lotId}`, kind: 'invite-reserve', lotId },
        ...{ bidderNumber: 3, priceTiyin: 800_00 },
        // Friday; the next working day ends on Monday at 18:00.
        dueAt: new Date('2026-12-07T18:00:00+05:00'),
      },
    ]);
  });

  test('with nobody in reserve behind a winner who declines the price is not confirmed', async () => {
    const lotId = await publishTestLot(database, { ruleSet: 'private' });
    const nobody = { reserve: null, reserveNumber: null, reservePriceTiyin: null };
    const { run, sales, tasks } = conclude(hammer(lotId, { winnerDeclines: true, ...nobody }));
    await run();
    expect(await lots.get(lotId)).toMatchObject({ status: 13, outcome: 'price-not-confirmed' });
    expect(sales).toEqual([]);
    expect(tasks).toMatchObject([{ kind: 'repeat-lot', lotId, bidderNumber: 7 }]);
  });

  test('offers the lot to the sole participant where the rule set says so, by a task for staff', async () => {
    await database.pool.query(
      `insert into rule_set select name, max(version) + 1, '2026-12-01', jsonb_set(figures, '{offerToSoleParticipant}', 'true')
       from rule_set where name = 'private' group by name, figures, version order by version desc limit 1`,
    );
    const sole = async (publishedAt: string, participants: number) => {
      const lotId = await publishTestLot(database, {
        ruleSet: 'private',
        publishedAt: new Date(publishedAt),
        choices: { firstBid: 'startPlusIncrement' },
      });
      const none = { winner: null, winnerNumber: null, priceTiyin: null, reserve: null };
      const { run, tasks } = conclude(hammer(lotId, { outcome: 'not-held', ...none, participants }));
      await run();
      expect(await lots.get(lotId)).toMatchObject({ status: 9, outcome: 'not-held' });
      return tasks;
    };
    expect(await sole('2026-12-02T10:00:00+05:00', 1)).toMatchObject([
      { kind: 'offer-to-sole', priceTiyin: 105_000_00, dueAt: new Date('2026-12-07T18:00:00+05:00') },
    ]);
    expect(await sole('2026-12-02T10:00:00+05:00', 0)).toEqual([]);
    // Published under the version without the flag.
    expect(await sole('2026-11-20T10:00:00+05:00', 1)).toEqual([]);
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

  test('the next round of a practice room keeps the figures and starts after the pause, longer when nobody came', async () => {
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
    const told: number[] = [];
    const openRoom = (terms: AuctionTerms) =>
      terms.lotId === lotId ? Promise.reject(new Error('away')) : Promise.resolve();
    // One room's trouble is told and does not hold up the others.
    const failing = createScheduleAuction({ lots, openRoom, onError: (_error, id) => told.push(id) });
    expect(await failing.openDue()).toBe(1);
    expect(told).toEqual([lotId]);
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
