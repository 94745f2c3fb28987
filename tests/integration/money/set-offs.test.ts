import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRefunding } from '#server/domains/money/payments/refunds/index.ts';
import { createSaleReturns, createWallet } from '#server/domains/money/wallet/index.ts';
import { isSamePerson } from '#server/domains/people/conflicts-of-interest/index.ts';
import { createSaleClaimsRepository } from '#server/domains/trade/result-cancellations/sale-claims.repository.ts';
import { createSaleClaims } from '#server/domains/trade/result-cancellations/sale-claims.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { ORDER } from '#shared/lifecycles/order.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { brokenBooks } from '../../fixtures/check-ledger.ts';
import { debtsOfPeople } from '../../fixtures/debts-of-people.ts';
import { moneyJudge } from '../../fixtures/money-judge.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { randomBelow } from '../../fixtures/random.ts';

const REST = PRICE - DEPOSIT;
const REQUISITES = {
  kind: 'account',
  bankName: 'Namuna bank',
  mfo: '00999',
  holderName: 'Sotuvchi',
  account: '20208000900123456001',
};
const UNDO = { cause: 'staff', reason: 'the lot was not the seller’s', actor: 'administrator:test' } as const;

let database: TestDatabase;
let sold: SoldLots;
const [anna, boris] = [randomUUID(), randomUUID()];
const viewer = { personId: anna, decides: true, seesRequisites: true };

beforeAll(async () => {
  database = await testDatabase('template', 20);
});
beforeEach(() => {
  sold = soldLots(database);
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

const wallet = () => createWallet(database.db);
const debts = () => debtsOfPeople(database.db);

async function fine(personId: string, amountTiyin: number): Promise<number> {
  const owed = await wallet().owePenalty({
    key: randomUUID(),
    reference: `order:${100_000 + randomBelow(900_000)}`,
    personId,
    amountTiyin,
    reason: 'test',
    actor: personId,
  });
  if (owed.outcome !== 'owed') throw new Error(owed.outcome);
  return owed.journalId;
}

/** A sale of this seller that is paid and handed over, with its payout. */
async function paidSale(seller: string) {
  const won = await sold.open(REST, { customerPersonId: seller });
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into customer_order (person_id, request_id, fields, status) values ($1, $2, $3, $4) returning id`,
    [seller, randomUUID(), JSON.stringify({ requisites: REQUISITES }), stateAfter(ORDER, 'sell')],
  );
  await database.pool.query('update lot set order_id = $2 where id = $1', [won.lotId, rows[0]!.id]);
  expect(await sold.paying.pay(won.id, won.personId)).toMatchObject({ outcome: 'paid' });
  await sold.handedOver(won.lotId, won.personId);
  await database.pool.query(
    `update payout set not_before = now() - interval '1 minute' where settlement_id = $1`,
    [won.id],
  );
  return { lotId: won.lotId, buyer: won.personId, payout: await payoutOf(won.lotId) };
}
async function payoutOf(lotId: number) {
  const { items } = await sold.payouts.list(viewer, { state: 'all', lotId, page: 1, size: 5 });
  return items[0]!;
}
async function sendPayout({ id, requisitesMark: mark }: Awaited<ReturnType<typeof payoutOf>>) {
  expect(await sold.deciding.approve(id, { mark, by: anna })).toEqual({ outcome: 'done' });
  return sold.deciding.send(id, boris);
}
/** What has gone to the banks of sellers of a lot, and was not sent back. */
const sentToBank = async (lotId: number): Promise<number> => {
  const { rows } = await database.pool.query(
    `select coalesce(sum(o.amount_tiyin), 0)::float as sum from ledger_journal o
     where o.kind = 'sale-out' and o.reference = $1
       and not exists (select from ledger_journal e where e.resolves_id = o.id and e.kind = 'sale-out-returned')`,
    [`lot:${lotId}`],
  );
  return rows[0].sum;
};
const whole = async () => expect(await brokenBooks(database.db)).toEqual([]);

const refunding = () =>
  createRefunding({
    db: database.db,
    walletIn: createWallet,
    requisitesOf: async () => ({ bankName: 'Namuna bank', mfo: '00444', account: '20208000912345678001' }),
    cardTokens: null,
    isMfo: async () => null,
    isSamePerson,
    judge: moneyJudge(),
    debts: debts(),
    limits: { minTiyin: 1, maxTiyin: 1_000_000_00 },
  });
const by = (personId: string) => ({ personId, name: 'Staff', address: '' });

async function refundOf(personId: string, amountTiyin: number) {
  await sold.give(personId, amountTiyin);
  const made = await refunding().refunds.create({
    personId,
    requestKey: randomUUID(),
    amountTiyin,
    destination: { kind: 'account', id: 0 },
    address: '',
  });
  if (made.outcome !== 'created') throw new Error(made.outcome);
  return made.refund;
}
async function sendRefund(id: number) {
  expect(await refunding().decisions.approve(id, by(anna))).toMatchObject({ outcome: 'done' });
  const sent = await refunding().decisions.approve(id, by(boris));
  if (sent.outcome !== 'done') throw new Error(sent.outcome);
  return sent.refund;
}

describe('what a seller owes is set off against a payout', () => {
  test('whole debts first, and of the rest a part, so that only what is left goes to the bank', async () => {
    const seller = randomUUID();
    const { lotId, payout } = await paidSale(seller);
    const first = await fine(seller, 300_00);
    await fine(seller, 200_00);
    expect(await payoutOf(lotId)).toMatchObject({ setOffTiyin: 500_00, amountTiyin: payout.amountTiyin });
    expect(await sendPayout(payout)).toEqual({ outcome: 'done' });
    expect(await sentToBank(lotId)).toBe(payout.amountTiyin - 500_00);
    expect(await payoutOf(lotId)).toMatchObject({ state: 'in-flight', setOffTiyin: 500_00 });
    expect(await debts().owedBy(seller)).toBe(0);
    expect((await debts().ofPerson(seller, { page: 1, size: 9 })).items.at(-1)).toMatchObject({ id: first });
    expect(await wallet().balanceOf(seller)).toBe(0);
    expect(await sold.notices(seller)).toEqual(expect.arrayContaining(['debts-set-off', 'payout-sent']));
    // The bank pays out what it was given, and a bank line of that sum ends it.
    expect(await sold.deciding.settle(payout.id, { document: `B-${payout.id}`, by: anna })).toEqual({
      outcome: 'done',
    });
    await whole();
  });

  test('whose debt is larger gets nothing from the bank, and owes less; with a later payout the debt is paid whole', async () => {
    const seller = randomUUID();
    const [one, other] = [await paidSale(seller), await paidSale(seller)];
    const { amountTiyin } = one.payout;
    await fine(seller, amountTiyin + 700_00);
    expect(await sendPayout(one.payout)).toEqual({ outcome: 'done' });
    expect(await payoutOf(one.lotId)).toMatchObject({
      state: 'paid',
      setOffTiyin: amountTiyin,
      bankDocument: null,
    });
    expect(await sentToBank(one.lotId)).toBe(0);
    expect(await debts().owedBy(seller)).toBe(700_00);
    await whole();
    expect(await sendPayout(other.payout)).toEqual({ outcome: 'done' });
    expect(await sentToBank(other.lotId)).toBe(other.payout.amountTiyin - 700_00);
    expect(await debts().ofPerson(seller, { page: 1, size: 9 })).toMatchObject({
      owedTiyin: 0,
      ownUnpaidIds: [],
    });
    await whole();
  });

  test('pays the buyer of a cancelled sale, whom the seller owes the price', async () => {
    const seller = randomUUID();
    const [undone, next] = [await paidSale(seller), await paidSale(seller)];
    expect(await sendPayout(undone.payout)).toEqual({ outcome: 'done' });
    expect(
      await sold.deciding.settle(undone.payout.id, { document: `B-${undone.payout.id}`, by: anna }),
    ).toEqual({
      outcome: 'done',
    });
    await inTransaction(database.db, (tx) => sold.undoResult(tx, { ...UNDO, lotId: undone.lotId }));
    const owed = undone.payout.amountTiyin;
    expect(await debts().owedBy(seller)).toBe(owed);
    const before = await wallet().balanceOf(undone.buyer);
    expect(await sendPayout(next.payout)).toEqual({ outcome: 'done' });
    expect(await wallet().balanceOf(undone.buyer)).toBe(before + owed);
    expect(await createSaleClaims(database.db).ofBuyer(undone.buyer)).toMatchObject([{ ended: 'repaid' }]);
    expect(await sentToBank(next.lotId)).toBe(next.payout.amountTiyin - owed);
    await whole();
  });

  test('stays set off when the bank sends the rest back and when the sale is cancelled afterwards', async () => {
    const seller = randomUUID();
    const { lotId, buyer, payout } = await paidSale(seller);
    await fine(seller, 100_00);
    expect(await sendPayout(payout)).toEqual({ outcome: 'done' });
    expect(await sold.payoutReturned(payout.id)).toEqual({
      outcome: 'done',
    });
    await whole();
    await fine(seller, 50_00);
    expect(await sold.deciding.planAgain(payout.id, anna)).toEqual({ outcome: 'done' });
    expect(await sendPayout(await payoutOf(lotId))).toEqual({ outcome: 'done' });
    expect(await sentToBank(lotId)).toBe(payout.amountTiyin - 150_00);
    expect(await sold.payoutReturned(payout.id)).toEqual({
      outcome: 'done',
    });
    const before = await wallet().balanceOf(buyer);
    await inTransaction(database.db, (tx) => sold.undoResult(tx, { ...UNDO, lotId }));
    // What was set off is gone from the sale: the seller owes it to the buyer.
    expect(await wallet().balanceOf(buyer)).toBe(before + PRICE - 150_00);
    expect(await debts().owedBy(seller)).toBe(150_00);
    await whole();
  });

  test('is on the balance again when the buyer waives the debt that it lowered', async () => {
    const seller = randomUUID();
    const undone = await paidSale(seller);
    expect(await sendPayout(undone.payout)).toEqual({ outcome: 'done' });
    expect(
      await sold.deciding.settle(undone.payout.id, { document: `B-${undone.payout.id}`, by: anna }),
    ).toEqual({
      outcome: 'done',
    });
    await inTransaction(database.db, (tx) => sold.undoResult(tx, { ...UNDO, lotId: undone.lotId }));
    await fine(seller, 100_00);
    // The penalty is paid whole; the claim is larger than the rest.
    await sendRefund((await refundOf(seller, 700_00)).id);
    expect(await debts().owedBy(seller)).toBe(undone.payout.amountTiyin + 100_00 - 700_00);
    await whole();
    const { rows } = await database.pool.query('select * from sale_claim where lot_id = $1', [undone.lotId]);
    const [claim] = rows;
    await inTransaction(database.db, async (tx) => {
      const of = { sellerClaimId: claim.journal_id, buyerClaimId: claim.buyer_journal_id };
      await createSaleReturns(tx).waive(of, anna);
      await createSaleClaimsRepository(tx).end(claim.id, { ended: 'waived' });
    });
    expect([await debts().owedBy(seller), await wallet().balanceOf(seller)]).toEqual([0, 600_00]);
    await whole();
  });

  test('is set off once when two payouts are sent at the same instant', async () => {
    const seller = randomUUID();
    const sales = [await paidSale(seller), await paidSale(seller)];
    await fine(seller, 900_00);
    expect(await Promise.all(sales.map(({ payout }) => sendPayout(payout)))).toEqual([
      { outcome: 'done' },
      { outcome: 'done' },
    ]);
    const gone = await Promise.all(sales.map(({ lotId }) => sentToBank(lotId)));
    expect(gone[0]! + gone[1]!).toBe(2 * sales[0]!.payout.amountTiyin - 900_00);
    expect(await debts().owedBy(seller)).toBe(0);
    await whole();
  });
});

describe('what a person owes is set off against a refund', () => {
  test('and the rest goes to the bank and can come back', async () => {
    const person = randomUUID();
    const { id } = await refundOf(person, 1_000_00);
    await fine(person, 400_00);
    const [seen] = (await refunding().decisions.list({ personId: person }, { limit: 5, offset: 0 }, anna))
      .items;
    expect(seen).toMatchObject({ setOffTiyin: 400_00 });
    expect(await sendRefund(id)).toMatchObject({ status: 'sent-to-bank', set_off_tiyin: 400_00 });
    expect(await debts().owedBy(person)).toBe(0);
    expect(await refunding().decisions.partOf(id)).toMatchObject({ personId: person, amountTiyin: 600_00 });
    expect(await refunding().decisions.paid(id, by(anna), '417')).toMatchObject({ outcome: 'done' });
    expect(await sold.notices(person)).toEqual(expect.arrayContaining(['debts-set-off', 'refund-paid']));
    await whole();
  });

  test('who owes more gets nothing from the bank, and the rest stays owed until it is paid from the balance', async () => {
    const person = randomUUID();
    const { id } = await refundOf(person, 1_000_00);
    const debt = await fine(person, 1_500_00);
    expect(await sendRefund(id)).toMatchObject({ status: 'paid', set_off_tiyin: 1_000_00, pay_out_id: null });
    expect(await debts().owedBy(person)).toBe(500_00);
    await whole();
    await sold.give(person, 499_00);
    expect(await debts().pay(person, [debt], '')).toEqual({ outcome: 'short', missingTiyin: 1_00 });
    await sold.give(person, 1_00);
    expect(await debts().pay(person, [debt], '')).toMatchObject({ outcome: 'paid', owedTiyin: 0 });
    expect(await wallet().balanceOf(person)).toBe(0);
    await whole();
  });
});

describe('what a human owes under another account', () => {
  /** Two accounts whose number is known in these ways; null: it is only stated. */
  async function accounts(...ways: (string | null)[]): Promise<string[]> {
    const hash = randomUUID();
    const ids: string[] = [];
    for (const way of ways) {
      const { rows } = await database.pool.query<{ id: string }>(
        `insert into person (issuer, subject, kind, name, language, roles)
         values ('test', $1, 'natural', 'Anvar Namuna', 'uz', '{buyer}') returning id`,
        [randomUUID()],
      );
      await database.pool.query(
        `insert into person_number (person_id, number_hash, key_check, proven_by) values ($1, $2, 'test', $3)`,
        [rows[0]!.id, hash, way],
      );
      ids.push(rows[0]!.id);
    }
    return ids;
  }

  test('is set off against a payout, after what its seller owes under this one', async () => {
    const [seller, other] = (await accounts('oneid', 'document')) as [string, string];
    const { lotId, payout } = await paidSale(seller);
    await fine(seller, 300_00);
    const whose = await fine(other, 200_00);
    await fine(other, payout.amountTiyin);
    expect(await payoutOf(lotId)).toMatchObject({ setOffTiyin: payout.amountTiyin });
    expect(await sendPayout(payout)).toEqual({ outcome: 'done' });
    expect(await sentToBank(lotId)).toBe(0);
    expect(await wallet().owedBy(seller)).toBe(0);
    // A part of the second one is set off, and the first is paid.
    expect(await wallet().owedBy(other)).toBe(500_00);
    const { items } = await debts().ofPerson(other, { page: 1, size: 9 });
    expect(items.find(({ id }) => id === whose)).toMatchObject({ paidAtMs: expect.any(Number) });
    expect([await wallet().balanceOf(seller), await wallet().balanceOf(other)]).toEqual([0, 0]);
    await whole();
  });

  test('is set off against the first payout of a seller who never had money here', async () => {
    const [seller, other] = (await accounts('oneid', 'oneid')) as [string, string];
    const { lotId, payout } = await paidSale(seller);
    await fine(other, 200_00);
    expect(await sendPayout(payout)).toEqual({ outcome: 'done' });
    expect(await sentToBank(lotId)).toBe(payout.amountTiyin - 200_00);
    expect([await debts().owedBy(other), await wallet().balanceOf(seller)]).toEqual([0, 0]);
    await whole();
  });

  test('is set off against a refund, and the rest goes to the bank', async () => {
    const [person, other] = (await accounts('certificate', 'e-imzo')) as [string, string];
    const { id } = await refundOf(person, 1_000_00);
    await fine(other, 400_00);
    expect(await sendRefund(id)).toMatchObject({ status: 'sent-to-bank', set_off_tiyin: 400_00 });
    expect(await debts().owedBy(other)).toBe(0);
    await whole();
  });

  test.each([
    ['this account', null, 'oneid'],
    ['the other one', 'oneid', null],
    ['the other one by an act in its name', 'oneid', 'act'],
  ])('is not taken from it where the number of %s is not proven', async (_, mine, others) => {
    const [seller, other] = (await accounts(mine, others)) as [string, string];
    const { lotId, payout } = await paidSale(seller);
    await fine(other, 200_00);
    expect(await payoutOf(lotId)).toMatchObject({ setOffTiyin: 0 });
    expect(await sendPayout(payout)).toEqual({ outcome: 'done' });
    expect(await sentToBank(lotId)).toBe(payout.amountTiyin);
    expect(await wallet().owedBy(other)).toBe(200_00);
    await whole();
  });

  test('is set off once when payouts of both accounts are sent at the same instant', async () => {
    const [one, other] = (await accounts('oneid', 'oneid')) as [string, string];
    const sales = [await paidSale(one), await paidSale(other)];
    await fine(one, 300_00);
    await fine(other, 600_00);
    expect(await Promise.all(sales.map(({ payout }) => sendPayout(payout)))).toEqual([
      { outcome: 'done' },
      { outcome: 'done' },
    ]);
    const gone = await Promise.all(sales.map(({ lotId }) => sentToBank(lotId)));
    expect(gone[0]! + gone[1]!).toBe(2 * sales[0]!.payout.amountTiyin - 900_00);
    await whole();
  });
});
