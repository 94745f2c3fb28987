import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RoundError } from '#server/workflows/retrying-sweep.ts';
import { LOT_STATUS as S, type LotStatus } from '#shared/lifecycles/lot-status.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { RESERVE_PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';

/** One more than each of these rounds reads in one query. */
const STUCK = { settlements: 101, offers: 101, lots: 51 };
/** Longer than the longest pause of what keeps failing. */
const PAUSE_MS = 10 * 60_000;

let database: TestDatabase;
let sold: SoldLots;
let atMs: number;

beforeAll(async () => {
  database = await testDatabase('template', 20);
});
beforeEach(() => {
  sold = soldLots(database);
  atMs = 0;
  sold.hook.roundsAtMs = () => atMs;
});
afterAll(() => database.close());

const query = (text: string, values: unknown[] = []) => database.pool.query(text, values);

async function many<Made>(count: number, make: () => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  while (made.length < count)
    made.push(...(await Promise.all(Array.from({ length: Math.min(10, count - made.length) }, make))));
  return made;
}

const setStatus = (lotIds: readonly number[], status: LotStatus) =>
  query('update lot set status = $2 where id = any($1)', [lotIds, status]);

/** A round, and the ids at which it failed. */
async function roundOf(run: (onError: RoundError) => Promise<void>): Promise<number[]> {
  const failed: number[] = [];
  await run((_, id) => failed.push(id));
  return failed;
}

/** What failed is tried by the next round, then not before its pause is over. */
async function expectPauses(round: () => Promise<number[]>, stuck: readonly number[]): Promise<void> {
  expect(await round()).toEqual(stuck);
  expect(await round()).toEqual([]);
  atMs += PAUSE_MS;
}

const ascending = (one: number, other: number) => one - other;

test('settlements that keep failing hold up none of the others, and are looked at again after a pause', async () => {
  const stuck = await many(STUCK.settlements, () => sold.open(0));
  const lots = stuck.map(({ lotId }) => lotId);
  const ids = stuck.map(({ id }) => id).sort(ascending);
  await Promise.all(ids.map((id) => sold.pass(id, '40 days')));
  // From there a lot cannot fall due.
  await setStatus(lots, S.priceNotConfirmed);
  const last = await sold.open(0);
  await sold.pass(last.id, '30 days');
  const round = () => roundOf(sold.looking.lookAtDue);

  const failed = await round();
  expect((await sold.of(last.lotId)).state).toBe('defaulted');
  expect(failed).toEqual(ids);
  await expectPauses(round, ids);
  const mended = stuck[0]!;
  await setStatus([mended.lotId], S.awaitingPayment);
  expect(await round()).toEqual(ids.filter((id) => id !== mended.id));
  expect((await sold.of(mended.lotId)).state).toBe('defaulted');
  await setStatus(
    lots.filter((lotId) => lotId !== mended.lotId),
    S.awaitingPayment,
  );
});

test('offers that cannot be ended hold up none of the others, and are ended after a pause', async () => {
  const stuck = await many(STUCK.offers, () => sold.ended(0, { winnerDeclines: true }));
  const lots = stuck.map(({ lotId }) => lotId).sort(ascending);
  const { rows } = await query(
    `insert into offer (lot_id, kind, person_id, bidder_number, price_tiyin, deposit_tiyin, answer_by)
     select id, 'reserve', $2, 2, $3, 0, now() - interval '3 days' from lot where id = any($1) order by id returning id`,
    [lots, randomUUID(), RESERVE_PRICE],
  );
  const ids = rows.map(({ id }) => id as number);
  // From there the price of a lot cannot be lost.
  await setStatus(lots, S.soldAndPaid);
  const reserve = randomUUID();
  await sold.give(reserve, DEPOSIT);
  const last = await sold.ended(0, { reserve, winnerDeclines: true });
  await sold.offering.afterHammer(last.lotId);
  await query(`update offer set answer_by = now() - interval '1 day' where lot_id = $1`, [last.lotId]);
  const round = () => roundOf(sold.answering.lapseAll);

  const failed = await round();
  expect(await sold.lotStatus(last.lotId)).toBe(S.priceNotConfirmed);
  expect(failed).toEqual(ids);
  await expectPauses(round, ids);
  await setStatus(lots.slice(0, 1), S.offeredToOne);
  expect(await round()).toEqual(ids.slice(1));
  expect(await sold.lotStatus(lots[0]!)).toBe(S.priceNotConfirmed);
  await setStatus(lots.slice(1), S.offeredToOne);
});

test('sold lots whose settlement cannot be opened hold up none of the others, and are opened after a pause', async () => {
  const stuck = await many(STUCK.lots, () => sold.ended(0));
  const lots = stuck.map(({ lotId }) => lotId).sort(ascending);
  const last = await sold.ended(0);
  await query(`update lot set ended_at = now() - interval '1 minute' where id = any($1)`, [
    [...lots, last.lotId],
  ]);
  await query(
    `insert into protocol (number, lot_id, cause, signed_on, price_tiyin, winner_person_id, winner_number, winner_kind,
       winner_name, check_word)
     select 'P-2020-' || (10000000 + id), id, 'hammer', '2020-01-01', room_price_tiyin, winner_person_id, winner_number,
       'natural', '', 'AAAA2222' from lot where id = any($1)`,
    [[...lots, last.lotId]],
  );
  const price = (await sold.lots.get(last.lotId))!.room_price_tiyin;
  const setPrice = (of: readonly number[], tiyin: number | null) =>
    query('update lot set room_price_tiyin = $2 where id = any($1)', [of, tiyin]);
  // A sale at less than its deposit cannot be settled.
  await setPrice(lots, 1);
  const round = () => roundOf(sold.openingLost.openLost);

  const failed = await round();
  expect((await sold.of(last.lotId)).state).toBe('awaiting');
  expect(failed).toEqual(lots);
  await expectPauses(round, lots);
  await setPrice(lots.slice(0, 1), price);
  expect(await round()).toEqual(lots.slice(1));
  expect((await sold.of(lots[0]!)).state).toBe('awaiting');
  await setPrice(lots.slice(1), price);
});
