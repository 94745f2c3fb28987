import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isSamePerson } from '#server/domains/people/conflicts-of-interest/index.ts';
import { createResultCancellations } from '#server/domains/trade/result-cancellations/result-cancellations.service.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { ORDER } from '#shared/lifecycles/order.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { requireWholeBooks } from '../../fixtures/check-ledger.ts';
import { debtsOfPeople } from '../../fixtures/debts-of-people.ts';
import { addDocument } from '../../fixtures/owned-documents.ts';
import { purchaseWorkflows, UNIT } from '../../fixtures/purchase-workflows.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';

const BHM_TIYIN = 412_000_00;
const REASON = 'the seller keeps the car and answers no call of the buyer';

let database: TestDatabase;
let sold: SoldLots;
beforeAll(async () => {
  database = await testDatabase('template', 20);
});
beforeEach(() => {
  sold = soldLots(database);
});
afterAll(async () => {
  await requireWholeBooks(database.db);
  await database.close();
});

let subjects = 0;
/** An account of the seller with this number: a PINFL, or the STIR of an organisation. */
async function account(number: { pinfl: string } | { stir: string }): Promise<string> {
  const [column, value] = Object.entries(number)[0]!;
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into person (issuer, subject, kind, name, ${column}, language, roles)
     values ('test', $1, $2, 'Sinov Sotuvchi', $3, 'uz', '{customer}') returning id`,
    [String((subjects += 1)), column === 'stir' ? 'legal' : 'natural', value],
  );
  return rows[0]!.id;
}

async function giveOrder(lotId: number, seller: string): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    'insert into customer_order (person_id, request_id, status) values ($1, $2, $3) returning id',
    [seller, randomUUID(), stateAfter(ORDER, 'sell')],
  );
  await database.pool.query('update lot set order_id = $2, customer_person_id = $3 where id = $1', [
    lotId,
    rows[0]!.id,
    seller,
  ]);
  return Number(rows[0]!.id);
}

/** An auction of this seller, sold and paid. */
async function paid(seller: string) {
  const won = await sold.open(PRICE - DEPOSIT, { customerPersonId: seller });
  const orderId = await giveOrder(won.lotId, seller);
  expect(await sold.paying.pay(won.id, won.personId)).toMatchObject({ outcome: 'paid' });
  return { lotId: won.lotId, settlementId: won.id, orderId, returnedTiyin: PRICE };
}

/** One of staff proposes to cancel the sale. Another one decides, when it is called. */
async function proposed(
  { lotId, settlementId, returnedTiyin }: { lotId: number; settlementId: number; returnedTiyin: number },
  notHandedOver = true,
) {
  const cancellations = createResultCancellations({
    db: database.db,
    isSamePerson,
    undoing: sold.undoPort,
    namesOf: async () => new Map(),
    documentsOf: async () => [],
    hasDocument: async () => true,
  });
  const by = randomUUID();
  const made = await cancellations.prepare(lotId, { reason: REASON, by, settlementId, notHandedOver });
  if (made.outcome !== 'done') throw new Error(made.outcome);
  const { cancellationId: id } = made;
  await addDocument(database, 'result-cancellation', id);
  expect(await cancellations.propose(id, by)).toMatchObject({ outcome: 'done' });
  return () => cancellations.approve(id, { by: randomUUID(), expected: { returnedTiyin, owedTiyin: 0 } });
}
async function cancelled(...of: Parameters<typeof proposed>): Promise<void> {
  const approve = await proposed(...of);
  expect(await approve()).toMatchObject({ outcome: 'done' });
}

/** What each of them cost, in base amounts, in the order in which they were counted. */
async function multiples(personIds: readonly string[]): Promise<number[]> {
  const { rows } = await database.pool.query<{ penalty_tiyin: number }>(
    'select penalty_tiyin from order_withdrawal where person_id = any($1) order by id',
    [personIds],
  );
  return rows.map((row) => row.penalty_tiyin / BHM_TIYIN);
}
const owed = (personId: string) => debtsOfPeople(database.db).owedBy(personId);

test.each([
  ['human', { pinfl: '30202800009999' }],
  ['organisation', { stir: '305555557' }],
] as const)(
  'what a seller does not hand over counts as a withdrawal, for all accounts of the %s',
  async (_, number) => {
    const [one, other] = [await account(number), await account(number)];
    const first = await paid(one);
    await cancelled(first);
    expect(await sold.notices(one)).toContain('sale-failed');
    expect(await sold.costs.ofPerson(one)).toMatchObject([
      { order_id: first.orderId, settlement_id: first.settlementId, count: 1, penalty_tiyin: 0 },
    ]);
    await cancelled(await paid(other));
    expect(await sold.costs.next(one)).toEqual({ count: 3, penaltyTiyin: BHM_TIYIN });
    await cancelled(await paid(one));
    expect(await multiples([one, other])).toEqual([0, 0, 1]);
    expect(await owed(one)).toBe(BHM_TIYIN);
    expect(await sold.notices(one)).toContain('sale-failed-penalty');
    expect(await sold.costs.next(other)).toEqual({ count: 4, penaltyTiyin: BHM_TIYIN });
    // It is no withdrawal of the order from trade: the confirmation of one does not find it.
    expect(await sold.costs.ofOrderSince(first.orderId, new Date(0))).toBeUndefined();
  },
);

test('several that are decided at one instant cost what they would one after the other', async () => {
  const seller = await account({ pinfl: '30202800009988' });
  const approvals = [];
  for (let n = 0; n < 6; n += 1) approvals.push(await proposed(await paid(seller)));
  const answers = await Promise.all(approvals.map((approve) => approve()));
  expect(answers.map(({ outcome }) => outcome)).toEqual(Array<string>(6).fill('done'));
  expect(await multiples([seller])).toEqual([0, 0, 1, 1, 3, 3]);
});

test('is not counted where two of staff find that it was not the doing of the seller', async () => {
  const seller = await account({ pinfl: '30202800009977' });
  await cancelled(await paid(seller), false);
  expect(await multiples([seller])).toEqual([]);
  expect(await sold.notices(seller)).not.toContain('sale-failed');
  expect(await sold.notices(seller)).toContain('result-cancelled-seller');
});

test('of a lot at a fixed price each sale counts by itself, and the others stay', async () => {
  const shop = purchaseWorkflows(database);
  const seller = await account({ pinfl: '30202800009966' });
  const lotId = await shop.lot(5);
  await giveOrder(lotId, seller);
  const sales = [];
  for (let n = 0; n < 3; n += 1) {
    expect(await shop.buy(lotId, await shop.person(UNIT))).toMatchObject({ outcome: 'bought' });
    sales.push({ lotId, settlementId: (await sold.of(lotId)).id, returnedTiyin: UNIT });
  }
  for (const sale of sales.slice(0, 2)) await cancelled(sale);
  expect(await multiples([seller])).toEqual([0, 0]);
  const { rows } = await database.pool.query('select state from settlement where lot_id = $1 order by id', [
    lotId,
  ]);
  expect(rows.map(({ state }) => state as string)).toEqual(['cancelled', 'cancelled', 'paid']);
});

test('what the operator itself sells counts for no one', async () => {
  const won = await sold.open(PRICE - DEPOSIT);
  await database.pool.query('update lot set order_id = null where id = $1', [won.lotId]);
  await sold.paying.pay(won.id, won.personId);
  await cancelled({ lotId: won.lotId, settlementId: won.id, returnedTiyin: PRICE });
  expect(await multiples([won.seller])).toEqual([]);
});
