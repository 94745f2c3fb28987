import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { interestInLot } from '#server/domains/people/conflicts-of-interest/index.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { requireWholeBooks } from '../../fixtures/check-ledger.ts';
import { purchaseWorkflows, UNIT, type PurchaseWorkflows } from '../../fixtures/purchase-workflows.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const STAFF = randomUUID();

let database: TestDatabase;
let it: PurchaseWorkflows;
beforeAll(async () => {
  database = await testDatabase('template', 20);
});
beforeEach(() => {
  it = purchaseWorkflows(database);
});
afterAll(async () => {
  await requireWholeBooks(database.db);
  await database.close();
});

const reasonOf = async (lotId: number, personId: string, quantity = 1) => {
  const answer = await it.reserve(lotId, personId, quantity);
  return answer?.outcome === 'refused' ? answer.objection : answer?.outcome;
};

const lotOf = async (lotId: number) => (await it.lots.get(lotId))!;

describe('the sale of a lot', () => {
  test('ends sold with its last unit, and takes nothing more', async () => {
    const [lotId, personId] = [await it.lot(2), await it.person(2 * UNIT)];
    await it.buy(lotId, personId, 2);
    expect(await lotOf(lotId)).toMatchObject({
      status: LOT_STATUS.soldAndPaid,
      outcome: 'sold',
      room_price_tiyin: UNIT,
      participants: 1,
      room_phase: 'closed',
    });
  });

  test('ends with its time: unsold, or sold when something was', async () => {
    const [unsold, sold] = [await it.lot(2), await it.lot(2)];
    await it.buy(sold, await it.person(UNIT));
    await it.letEnd(unsold);
    await it.letEnd(sold);
    await it.endAll();
    expect(await lotOf(unsold)).toMatchObject({ status: LOT_STATUS.noPriceGiven, outcome: 'no-price-given' });
    expect(await lotOf(sold)).toMatchObject({ status: LOT_STATUS.soldAndPaid, outcome: 'sold' });
    expect((await lotOf(sold)).ended_at).toEqual((await lotOf(sold)).closes_at);
  });

  test('waits at its end for reservations begun before, which may be confirmed', async () => {
    const [lotId, personId] = [await it.lot(3), await it.person(UNIT)];
    await it.reserve(lotId, personId);
    await it.letEnd(lotId);
    await it.endAll();
    expect((await lotOf(lotId)).outcome).toBeNull();
    expect(await reasonOf(lotId, await it.person(UNIT))).toEqual({ reason: 'ended' });
    expect(await it.confirm(lotId, personId)).toMatchObject({ outcome: 'bought' });
    await it.endAll();
    expect(await lotOf(lotId)).toMatchObject({ status: LOT_STATUS.soldAndPaid, outcome: 'sold' });
  });

  test('withdrawn before anything was sold, ends reservations with their own answer', async () => {
    const [lotId, personId] = [await it.lot(3), await it.person(UNIT)];
    await it.reserve(lotId, personId);
    expect(await it.sales.withdraw(lotId, { by: 'staff', reason: 'a court' })).toBe('withdrawn');
    expect(await it.confirm(lotId, personId)).toMatchObject({ outcome: 'over', reason: 'withdrawn' });
    expect(await it.wallet.balanceOf(personId)).toBe(UNIT);
    expect(await it.notices(personId)).toEqual(['purchase-withdrawn']);
    expect(await lotOf(lotId)).toMatchObject({ status: LOT_STATUS.withdrawn, outcome: 'withdrawn' });
    expect(await it.sales.withdraw(lotId, { by: 'staff', reason: 'a court' })).toBeNull();
  });

  test('withdrawn after something was sold, ends the rest alone', async () => {
    const [lotId, buyer, late] = [await it.lot(3), await it.person(UNIT), await it.person(UNIT)];
    await it.buy(lotId, buyer);
    await it.reserve(lotId, late);
    expect(await it.sales.withdraw(lotId, { by: 'customer' })).toBe('sold-in-part');
    expect(await lotOf(lotId)).toMatchObject({ status: LOT_STATUS.soldAndPaid, outcome: 'sold' });
    expect(await it.confirm(lotId, late)).toMatchObject({ outcome: 'over', reason: 'withdrawn' });
    const { rows } = await database.pool.query('select state from settlement where lot_id = $1', [lotId]);
    expect(rows).toEqual([{ state: 'paid' }]);
    expect(await reasonOf(lotId, await it.person(UNIT))).toEqual({ reason: 'withdrawn' });
  });

  test('is wanted while units are reserved or sold', async () => {
    const [lotId, buyer] = [await it.lot(3), await it.person(UNIT)];
    const isWanted = async (id = lotId) => (await interestInLot(database.db, id)).length > 0;
    expect(await isWanted()).toBe(false);
    await it.reserve(lotId, buyer);
    expect(await isWanted()).toBe(true);
    await it.confirm(lotId, buyer);
    expect(await isWanted()).toBe(true);
    const given = await it.lot(1);
    await it.reserve(given, await it.person(UNIT));
    await it.sales.withdraw(given, { by: 'staff', reason: 'a court' });
    expect(await isWanted(given)).toBe(false);
    const passed = await it.lot(1);
    await it.reserve(passed, await it.person(UNIT));
    await it.letPass(passed);
    expect(await isWanted(passed)).toBe(false);
  });

  test('that ended by its time or its last unit says so, whatever was sold', async () => {
    const [over, last] = [await it.lot(2), await it.lot(1)];
    await it.buy(over, await it.person(UNIT));
    await it.buy(last, await it.person(UNIT));
    await it.letEnd(over);
    await it.endAll();
    expect(await reasonOf(over, await it.person(UNIT))).toEqual({ reason: 'ended' });
    expect(await reasonOf(last, await it.person(UNIT))).toEqual({ reason: 'sold-out' });
  });

  test('is suspended and resumed by staff; a reservation that was begun may be confirmed', async () => {
    const [lotId, personId] = [await it.lot(3), await it.person(UNIT)];
    await it.reserve(lotId, personId);
    const by = { personId: STAFF, reason: 'a question of a court' };
    const done = { outcome: 'done', already: false };
    expect(await it.suspend(lotId, 'suspend-sale', by)).toEqual({ ...done, status: LOT_STATUS.suspended });
    expect(await it.suspend(lotId, 'suspend-sale', by)).toMatchObject({ outcome: 'done', already: true });
    expect(await reasonOf(lotId, await it.person(UNIT))).toEqual({ reason: 'suspended' });
    expect(await it.confirm(lotId, personId)).toMatchObject({ outcome: 'bought' });
    expect(await it.suspend(lotId, 'resume-sale', by)).toEqual({
      ...done,
      status: LOT_STATUS.onSaleAtFixedPrice,
    });
    expect(await reasonOf(lotId, await it.person(UNIT))).toBe('reserved');
    const { rows } = await database.pool.query(
      "select by, reason from lot_flow where lot_id = $1 and to_status in (2, 8) and by = 'staff' order by id",
      [lotId],
    );
    expect(rows).toEqual([
      { by: 'staff', reason: by.reason },
      { by: 'staff', reason: by.reason },
    ]);
    expect(await it.suspend(999_999_999, 'suspend-sale', by)).toBeNull();
    const auction = await it.lot(1, { tradeType: 'auction', opensInMs: 3_600_000 });
    expect(await it.suspend(auction, 'suspend-sale', by)).toMatchObject({ reason: 'not-fixed-price' });
    await it.sales.withdraw(lotId, { by: 'staff', reason: 'a court' });
    expect(await it.suspend(lotId, 'suspend-sale', by)).toMatchObject({ outcome: 'refused', reason: 'over' });
  });

  test('a suspended one ends with its last unit; its time does not run and is given back', async () => {
    const [lasting, last, personId] = [await it.lot(2), await it.lot(1), await it.person(UNIT)];
    const by = { personId: STAFF, reason: 'a question' };
    await it.reserve(last, personId);
    for (const lotId of [lasting, last]) await it.suspend(lotId, 'suspend-sale', by);
    await it.letEnd(lasting);
    await it.endAll();
    expect((await lotOf(lasting)).status).toBe(LOT_STATUS.suspended);
    expect(await reasonOf(lasting, await it.person(UNIT))).toEqual({ reason: 'suspended' });
    // It was suspended an hour ago, when ten minutes were left.
    await database.pool.query(
      `update lot set closes_at = now() - interval '50 minutes',
         room_deadline_us = extract(epoch from now() - interval '50 minutes') * 1000000 where id = $1`,
      [lasting],
    );
    await database.pool.query(
      `update lot_flow set at = now() - interval '1 hour' where lot_id = $1 and to_status = 8`,
      [lasting],
    );
    const colleague = { ...by, personId: randomUUID() };
    expect(await it.suspend(lasting, 'resume-sale', colleague)).toMatchObject({ outcome: 'done' });
    const { closes_at: closesAt, room_deadline_us: deadlineUs } = await lotOf(lasting);
    expect((closesAt.getTime() - Date.now()) / 60_000).toBeCloseTo(10, 0);
    expect(Math.abs(deadlineUs / 1_000 - closesAt.getTime())).toBeLessThan(1_000);
    expect(await reasonOf(lasting, await it.person(UNIT))).toBe('reserved');
    await it.confirm(last, personId);
    expect((await lotOf(last)).status).toBe(LOT_STATUS.soldAndPaid);
  });
});
