import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isSamePerson } from '#server/domains/people/conflicts-of-interest/index.ts';
import { createResultCancellations } from '#server/domains/trade/result-cancellations/result-cancellations.service.ts';
import { LOT_STATUS as S } from '#shared/lifecycles/lot-status.ts';
import { requireWholeBooks } from '../../fixtures/check-ledger.ts';
import { addDocument } from '../../fixtures/owned-documents.ts';
import { purchaseWorkflows, UNIT, type PurchaseWorkflows } from '../../fixtures/purchase-workflows.ts';
import { soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const [PROPOSER, DECIDER]: string[] = [randomUUID(), randomUUID()];
const REASON = 'the buyer received another thing than was shown';

let database: TestDatabase;
let shop: PurchaseWorkflows;
let sold: SoldLots;
beforeAll(async () => {
  database = await testDatabase('template', 10);
});
beforeEach(() => {
  shop = purchaseWorkflows(database);
  sold = soldLots(database);
});
afterAll(async () => {
  await requireWholeBooks(database.db);
  await database.close();
});

const cancellations = () =>
  createResultCancellations({
    db: database.db,
    isSamePerson,
    undoing: sold.undoPort,
    namesOf: async () => new Map(),
    documentsOf: async () => [],
    hasDocument: async () => true,
  });
const statusOf = async (lotId: number) => (await shop.lots.get(lotId))!.status;

/** Somebody buys so many units. Returns the buyer and the sale. */
async function bought(lotId: number, units = 1) {
  const personId = await shop.person(units * UNIT);
  expect(await shop.buy(lotId, personId, units)).toMatchObject({ outcome: 'bought' });
  return { personId, id: (await sold.of(lotId)).id };
}
const stateOf = async (table: 'settlement' | 'hand_over' | 'payout', settlementId: number) => {
  const key = table === 'settlement' ? 'id' : 'settlement_id';
  const { rows } = await database.pool.query(`select state from ${table} where ${key} = $1`, [settlementId]);
  return rows.map(({ state }) => state as string);
};

async function prepared(lotId: number, settlementId?: number, by = PROPOSER!) {
  const made = await cancellations().prepare(lotId, { reason: REASON, by, settlementId });
  if (made.outcome !== 'done') throw new Error(made.outcome);
  await addDocument(database, 'result-cancellation', made.cancellationId);
  return made.cancellationId;
}
async function proposed(lotId: number, settlementId?: number) {
  const id = await prepared(lotId, settlementId);
  expect(await cancellations().propose(id, PROPOSER!)).toMatchObject({ outcome: 'done' });
  return id;
}
const approve = (id: number, returnedTiyin: number, owedTiyin = 0) =>
  cancellations().approve(id, { by: DECIDER!, expected: { returnedTiyin, owedTiyin } });
const shownTo = (id: number) => cancellations().one(id, { personId: DECIDER!, cancels: true });

describe('one sale of a lot at a fixed price', () => {
  test('is cancelled by itself: its buyer gets everything back, and the others keep what they bought', async () => {
    const lotId = await shop.lot(5);
    const [one, other] = [await bought(lotId, 2), await bought(lotId)];
    const id = await proposed(lotId, one.id);
    expect(await shownTo(id)).toMatchObject({ saleNumber: 1, returnsTiyin: 2 * UNIT, blockedBy: null });
    expect(await approve(id, 2 * UNIT)).toMatchObject({ outcome: 'done' });
    expect([await sold.balance(one.personId), await sold.balance(other.personId)]).toEqual([2 * UNIT, 0]);
    expect(await stateOf('settlement', one.id)).toEqual(['cancelled']);
    expect(await stateOf('hand_over', one.id)).toEqual(['cancelled']);
    expect(await stateOf('payout', one.id)).toEqual(['cancelled']);
    expect(await stateOf('settlement', other.id)).toEqual(['paid']);
    expect(await stateOf('hand_over', other.id)).toEqual(['awaiting']);
    expect(await sold.notices(one.personId)).toContain('sale-cancelled-returned');
    // Its units are for others while the lot is on sale.
    expect(await shop.stock(lotId)).toEqual({ units: 5, reserved: 0, sold: 1 });
    expect(await statusOf(lotId)).toBe(S.onSaleAtFixedPrice);
    await bought(lotId, 4);
    expect(await statusOf(lotId)).toBe(S.soldAndPaid);
  });

  test('is named where several can be cancelled, and each may be proposed beside the others', async () => {
    const lotId = await shop.lot(2);
    const [one, other] = [await bought(lotId), await bought(lotId)];
    expect(await cancellations().prepare(lotId, { reason: REASON, by: PROPOSER! })).toEqual({
      outcome: 'which-sale',
    });
    const elsewhere = await bought(await shop.lot(1));
    expect(
      await cancellations().prepare(lotId, { reason: REASON, by: PROPOSER!, settlementId: elsewhere.id }),
    ).toEqual({ outcome: 'status' });
    const [first, second] = [await proposed(lotId, one.id), await proposed(lotId, other.id)];
    expect(
      await cancellations().prepare(lotId, { reason: REASON, by: DECIDER!, settlementId: one.id }),
    ).toEqual({ outcome: 'already-open' });
    expect(await approve(first, UNIT)).toMatchObject({ outcome: 'done' });
    expect(await statusOf(lotId)).toBe(S.soldAndPaid);
    expect(await approve(second, UNIT)).toMatchObject({ outcome: 'done' });
    expect(await statusOf(lotId)).toBe(S.resultCancelled);
    expect(await cancellations().prepare(lotId, { reason: REASON, by: PROPOSER! })).toEqual({
      outcome: 'status',
    });
  });

  test('holds no payout but its own while its cancellation is proposed', async () => {
    const lotId = await shop.lot(2);
    const [one, other] = [await bought(lotId), await bought(lotId)];
    await sold.handedOver(lotId, DECIDER!);
    await database.pool.query(
      `update payout set not_before = now() - interval '1 minute', state = 'approved', requisites = '{}'
       where settlement_id = any($1)`,
      [[one.id, other.id]],
    );
    await proposed(lotId, one.id);
    expect(await stateOf('payout', one.id)).toEqual(['planned']);
    expect(await stateOf('payout', other.id)).toEqual(['approved']);
  });

  test('of a lot that was bought once is the result of the lot, also after its time', async () => {
    const lotId = await shop.lot(3);
    const one = await bought(lotId);
    const id = await proposed(lotId);
    await shop.letEnd(lotId);
    await shop.endAll();
    expect(await statusOf(lotId)).toBe(S.soldAndPaid);
    expect(await approve(id, UNIT)).toMatchObject({ outcome: 'done' });
    expect(await statusOf(lotId)).toBe(S.resultCancelled);
    expect(await sold.balance(one.personId)).toBe(UNIT);
  });

  test('is cancelled once, by the first who decides', async () => {
    const lotId = await shop.lot(2);
    const one = await bought(lotId);
    const id = await proposed(lotId, one.id);
    const both = await Promise.all([approve(id, UNIT), approve(id, UNIT)]);
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'over']);
    expect(await sold.balance(one.personId)).toBe(UNIT);
  });

  test('whose crash comes between money and state moves nothing', async () => {
    const lotId = await shop.lot(2);
    const one = await bought(lotId);
    const id = await proposed(lotId, one.id);
    sold.hook.crashAt = (step) => {
      if (step === 'undo-money-moved') throw new Error('killed');
    };
    await expect(approve(id, UNIT)).rejects.toThrow('killed');
    expect([await sold.balance(one.personId), await stateOf('settlement', one.id)]).toEqual([0, ['paid']]);
    sold.hook.crashAt = () => undefined;
    expect(await approve(id, UNIT)).toMatchObject({ outcome: 'done' });
  });
});
