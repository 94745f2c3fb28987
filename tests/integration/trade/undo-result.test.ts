import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/platform/database/index.ts';
import { isSamePerson } from '#server/domains/people/conflicts-of-interest/index.ts';
import { createSaleClaims } from '#server/domains/trade/result-cancellations/index.ts';
import { createResultCancellations } from '#server/domains/trade/result-cancellations/result-cancellations.service.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { LOT_STATUS as S } from '#shared/lifecycles/lot-status.ts';
import { ORDER, type OrderState } from '#shared/lifecycles/order.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { debtsOfPeople } from '../../fixtures/debts-of-people.ts';
import { DEPOSIT, publishPaidLot } from '../../fixtures/applications-fixture.ts';
import { addDocument } from '../../fixtures/owned-documents.ts';
import { brokenBooks } from '../../fixtures/check-ledger.ts';
import { PRICE, RESERVE_PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const REST = PRICE - DEPOSIT;
const STAFF: string = randomUUID();
const SENDER = randomUUID();
const REASON = 'the notice of the auction was unlawful';

let database: TestDatabase;
let sold: SoldLots;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  await database.pool.query(`update rule_set set figures = figures || '{"operatorFeePercent": 2.5}'`);
});
beforeEach(() => {
  sold = soldLots(database);
});
afterAll(() => database.close());

const undo = (lotId: number, cause: 'protest' | 'staff' = 'staff') =>
  inTransaction(database.db, (tx) => sold.undoResult(tx, { lotId, cause, reason: REASON, actor: STAFF }));

/** Approved sellers' orders have requisites to pay to. */
async function giveOrder(lotId: number, seller: string, status: OrderState): Promise<number> {
  const requisites = {
    kind: 'account',
    bankName: 'Namuna bank',
    mfo: '00999',
    account: '20208000900123456001',
    holderName: 'Sotuvchi',
  };
  const { rows } = await database.pool.query<{ id: number }>(
    'insert into customer_order (person_id, request_id, fields, status) values ($1, $2, $3, $4) returning id',
    [seller, randomUUID(), JSON.stringify({ requisites }), status],
  );
  await database.pool.query('update lot set order_id = $2 where id = $1', [lotId, rows[0]!.id]);
  return rows[0]!.id;
}
const orderOf = async (id: number) => {
  const { rows } = await database.pool.query('select status from customer_order where id = $1', [id]);
  const flows = await database.pool.query('select event from order_flow where order_id = $1 order by id', [
    id,
  ]);
  return { status: rows[0].status, events: flows.rows.map(({ event }) => event) };
};

/** A paid sale whose payout has come so far. */
async function paidOut(state: 'planned' | 'approved' | 'in-flight' | 'paid' | 'returned') {
  const won = await sold.open(REST);
  const orderId = await giveOrder(won.lotId, won.seller, stateAfter(ORDER, 'sell'));
  await sold.paying.pay(won.id, won.personId);
  await database.pool.query(
    `update payout set not_before = now() - interval '1 minute' where settlement_id = $1`,
    [won.id],
  );
  const viewer = { personId: STAFF, decides: true, seesRequisites: true };
  const { items } = await sold.payouts.list(viewer, { state: 'all', lotId: won.lotId, page: 1, size: 1 });
  const { id: payoutId, requisitesMark: mark, feeTiyin, amountTiyin } = items[0]!;
  const steps = {
    approved: () => sold.deciding.approve(payoutId, { mark, by: STAFF }),
    'in-flight': () => sold.deciding.send(payoutId, SENDER),
    paid: () => sold.deciding.settle(payoutId, { document: `B-${payoutId}`, by: STAFF }),
    returned: () => sold.payoutReturned(payoutId),
  };
  const way = {
    planned: [],
    approved: ['approved'],
    'in-flight': ['approved', 'in-flight'],
    paid: ['approved', 'in-flight', 'paid'],
    returned: ['approved', 'in-flight', 'returned'],
  } as const satisfies Record<string, readonly (keyof typeof steps)[]>;
  if (state !== 'planned') await sold.handedOver(won.lotId, won.personId);
  for (const step of way[state]) expect(await steps[step]()).toEqual({ outcome: 'done' });
  return { ...won, orderId, payoutId, feeTiyin, amountTiyin };
}
const payoutState = async (id: number) =>
  (await database.pool.query('select state from payout where id = $1', [id])).rows[0].state;
const platform = async (kind: string): Promise<number> =>
  Number(
    (
      await database.pool.query(
        `select coalesce(sum(e.amount_tiyin), 0)::text as sum from ledger_entry e join ledger_account a on a.id = e.account_id
         where a.kind = $1 and a.purpose = 'sales'`,
        [kind],
      )
    ).rows[0].sum,
  );
const owed = (personId: string) => debtsOfPeople(database.db).owedBy(personId);
const whole = async () => expect(await brokenBooks(database.db)).toEqual([]);

describe('the result of a lot that is undone', () => {
  test('before it is paid releases the deposit, and the lot, its order and its protocol follow', async () => {
    const { lotId, personId, seller } = await sold.open(5_00);
    const orderId = await giveOrder(lotId, seller, stateAfter(ORDER, 'sell'));
    expect(await undo(lotId)).toEqual({
      outcome: 'undone',
      already: false,
      returnedTiyin: 0,
      owedTiyin: 0,
    });
    expect(await sold.of(lotId)).toMatchObject({ state: 'cancelled', look_at: null, decided_by: STAFF });
    expect(await sold.lotStatus(lotId)).toBe(S.resultCancelled);
    expect(await sold.balance(personId)).toBe(DEPOSIT + 5_00);
    expect(await orderOf(orderId)).toEqual({ status: 'traded', events: ['lose-result'] });
    expect(sold.cancelled).toEqual([{ lotId, reason: 'result-cancelled' }]);
    expect(await sold.notices(personId)).toContain('result-cancelled-returned');
    expect(await sold.notices(seller)).toContain('result-cancelled-seller');
    expect(await undo(lotId)).toMatchObject({ outcome: 'undone', already: true });
    await whole();
  });

  test('by an upheld protest cancels the protocol for that reason', async () => {
    const { lotId } = await sold.open(0);
    await undo(lotId, 'protest');
    expect(sold.cancelled).toEqual([{ lotId, reason: 'protest-upheld' }]);
  });

  test.each(['planned', 'approved', 'returned'] as const)(
    'with the payout %s gives the buyer the whole price back and cancels the payout',
    async (state) => {
      const before = [await platform('escrow'), await platform('fee')];
      const { lotId, personId, seller, orderId, payoutId } = await paidOut(state);
      expect(await undo(lotId)).toEqual({
        outcome: 'undone',
        already: false,
        returnedTiyin: PRICE,
        owedTiyin: 0,
      });
      expect((await sold.of(lotId)).state).toBe('cancelled');
      expect(await sold.balance(personId)).toBe(PRICE);
      expect(await payoutState(payoutId)).toBe('cancelled');
      expect(await owed(seller)).toBe(0);
      expect((await orderOf(orderId)).status).toBe('traded');
      expect([await platform('escrow'), await platform('fee')]).toEqual(before);
      await whole();
    },
  );

  test('after the payout returns what is left, and the buyer is owed the rest until the seller pays it', async () => {
    const before = [await platform('escrow'), await platform('fee'), await platform('claims')];
    const { lotId, personId, seller, amountTiyin, feeTiyin, payoutId, orderId } = await paidOut('paid');
    expect(feeTiyin).toBeGreaterThan(0);
    await database.pool.query(`update customer_order set status = 'finished' where id = $1`, [orderId]);
    expect(await undo(lotId)).toEqual({
      outcome: 'undone',
      already: false,
      returnedTiyin: feeTiyin,
      owedTiyin: amountTiyin,
    });
    // Other people's money in the account of sales stays theirs.
    expect(await sold.balance(personId)).toBe(feeTiyin);
    expect(await owed(seller)).toBe(amountTiyin);
    expect(await payoutState(payoutId)).toBe('paid');
    expect(await orderOf(orderId)).toEqual({ status: 'finished', events: ['note-lost-result'] });
    expect([await platform('escrow'), await platform('fee')]).toEqual(before.slice(0, 2));
    expect(await platform('claims')).toBe(before[2]! + amountTiyin);
    expect(await sold.notices(seller)).toContain('result-cancelled-owed');
    expect(await sold.notices(personId)).toContain('sale-cancelled-claim');
    await whole();

    const claims = createSaleClaims(database.db);
    const [claim] = await claims.ofSeller(seller);
    expect(claim).toMatchObject({ lot_id: lotId, amount_tiyin: amountTiyin, paid_at: null });
    expect(await claims.ofBuyer(personId)).toMatchObject([{ id: claim!.id, ended: null }]);
    const pay = () => debtsOfPeople(database.db).pay(seller, [claim!.journal_id], '127.0.0.1');
    expect(await pay()).toEqual({ outcome: 'short', missingTiyin: amountTiyin });
    await sold.give(seller, amountTiyin + 7);
    const answers = await Promise.all([pay(), pay(), pay(), pay()]);
    expect(answers.filter((each) => each.outcome === 'paid' && !each.repeated)).toHaveLength(1);
    expect([await owed(seller), await sold.balance(seller)]).toEqual([0, 7]);
    expect(await sold.balance(personId)).toBe(PRICE);
    expect(await claims.ofBuyer(personId)).toMatchObject([{ ended: 'repaid' }]);
    expect(await platform('claims')).toBe(before[2]);
    expect(await sold.notices(personId)).toContain('claim-paid');
    await whole();
  });

  test('waits while the bank has the payout: nothing is written until it answers', async () => {
    const { lotId, personId, payoutId, amountTiyin } = await paidOut('in-flight');
    expect(await undo(lotId)).toEqual({ outcome: 'refused', reason: 'payout-in-flight' });
    expect([await sold.lotStatus(lotId), await sold.balance(personId)]).toEqual([S.soldAndPaid, 0]);
    await sold.deciding.settle(payoutId, { document: `B-${payoutId}`, by: STAFF });
    expect(await undo(lotId)).toMatchObject({ outcome: 'undone', owedTiyin: amountTiyin });
    await whole();
  });

  test('with an open offer takes it back, and the forfeited deposit of the earlier buyer stays lost', async () => {
    const reserve = randomUUID();
    await sold.give(reserve, RESERVE_PRICE);
    const { lotId, personId, id } = await sold.open(0, { reserve });
    await sold.passUntil(id, -2 * 3_600_000);
    await sold.lookAtDue();
    expect(await sold.lotStatus(lotId)).toBe(S.offeredToOne);
    expect(await undo(lotId)).toMatchObject({ outcome: 'undone', returnedTiyin: 0 });
    const { rows } = await database.pool.query('select id, state, obstacle from offer where lot_id = $1', [
      lotId,
    ]);
    expect(rows[0]).toMatchObject({ state: 'void', obstacle: 'result-cancelled' });
    expect(await sold.answering.accept(rows[0].id, reserve)).toEqual({ outcome: 'over' });
    expect(await sold.notices(reserve)).toContain('result-cancelled');
    expect([await sold.balance(personId), await sold.balance(reserve)]).toEqual([0, RESERVE_PRICE]);
    expect((await sold.of(lotId)).state).toBe('defaulted');
    await whole();
  });

  test('with the sale to the reserve participant releases that deposit alone', async () => {
    const reserve = randomUUID();
    await sold.give(reserve, RESERVE_PRICE);
    const { lotId, personId, id } = await sold.open(0, { reserve });
    await sold.passUntil(id, -2 * 3_600_000);
    await sold.lookAtDue();
    const { rows } = await database.pool.query('select id from offer where lot_id = $1', [lotId]);
    expect(await sold.answering.accept(rows[0].id, reserve)).toMatchObject({ outcome: 'accepted' });
    expect(await sold.balance(reserve)).toBe(RESERVE_PRICE - DEPOSIT);
    await undo(lotId);
    expect([await sold.balance(personId), await sold.balance(reserve)]).toEqual([0, RESERVE_PRICE]);
    await whole();
  });

  test('right after the hammer leaves nothing that could still be settled', async () => {
    const { lotId, personId } = await sold.ended(0, { unsettled: true });
    await Promise.all([undo(lotId), sold.opening.ofHammer(lotId)]);
    await sold.opening.ofHammer(lotId);
    await sold.applications.deposits.ofLot(lotId);
    expect(await sold.lotStatus(lotId)).toBe(S.resultCancelled);
    expect(await sold.balance(personId)).toBe(DEPOSIT);
    await whole();
  });

  test.each(['undo-money-moved', 'undo-written'] as const)('interrupted at %s is not begun', async (at) => {
    const { lotId, personId, feeTiyin } = await paidOut('paid');
    sold.hook.crashAt = (step) => {
      if (step === at) throw new Error('died');
    };
    await expect(undo(lotId)).rejects.toThrow('died');
    sold.hook.crashAt = () => undefined;
    expect([await sold.lotStatus(lotId), await sold.balance(personId)]).toEqual([S.soldAndPaid, 0]);
    expect(await undo(lotId)).toMatchObject({ outcome: 'undone', already: false, returnedTiyin: feeTiyin });
    await whole();
  });

  test('at one instant with payment, refusal, default or the sending of its payout is whole', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const won = await sold.open(REST);
      await Promise.all([undo(won.lotId), sold.paying.pay(won.id, won.personId), undo(won.lotId)]);
      expect(await sold.lotStatus(won.lotId)).toBe(S.resultCancelled);
      expect(await sold.balance(won.personId)).toBe(PRICE);

      const late = await sold.open(REST);
      await sold.passUntil(late.id, -2 * 3_600_000);
      await Promise.all([undo(late.lotId), sold.looking.look(late.id)]);
      expect([await sold.lotStatus(late.lotId), (await sold.of(late.lotId)).state]).toEqual([
        S.resultCancelled,
        expect.stringMatching(/^(cancelled|defaulted)$/),
      ]);

      const sent = await paidOut('approved');
      const [undone] = await Promise.all([undo(sent.lotId), sold.deciding.send(sent.payoutId, SENDER)]);
      expect([undone.outcome, await payoutState(sent.payoutId)]).toEqual(
        undone.outcome === 'undone' ? ['undone', 'cancelled'] : ['refused', 'in-flight'],
      );
    }
    await whole();
  });
});

describe('a cancellation of a result by staff', () => {
  const PROPOSER: string = randomUUID();
  const cancellations = () =>
    createResultCancellations({
      db: database.db,
      isSamePerson,
      namesOf: async () => new Map(),
      undoing: sold.undoPort,
      documentsOf: async () => [],
      hasDocument: async (_, id) =>
        (
          await database.pool.query(
            `select from uploaded_file where owner = 'result-cancellation' and owner_id = $1`,
            [id],
          )
        ).rows.length > 0,
    });
  const viewer = { personId: STAFF, cancels: true };
  async function proposed(lotId: number, by = PROPOSER): Promise<number> {
    const prepared = await cancellations().prepare(lotId, { reason: REASON, by });
    if (prepared.outcome !== 'done') throw new Error(prepared.outcome);
    const { cancellationId: id } = prepared;
    expect(await cancellations().propose(id, by)).toEqual({ outcome: 'no-document' });
    await addDocument(database, 'result-cancellation', id);
    expect(await cancellations().propose(id, by)).toEqual({ outcome: 'done', cancellationId: id });
    return id;
  }

  test('takes two persons and a document, and says what it does', async () => {
    const { lotId, personId, seller, amountTiyin, feeTiyin } = await paidOut('paid');
    const id = await proposed(lotId);
    const expected = { returnedTiyin: feeTiyin, owedTiyin: amountTiyin };
    const shown = await cancellations().one(id, viewer);
    expect(shown).toMatchObject({ returnsTiyin: feeTiyin, owedTiyin: amountTiyin, blockedBy: null });
    expect(shown.may).toEqual(['approve', 'turn-down']);
    expect(await cancellations().approve(id, { by: PROPOSER, expected })).toEqual({
      outcome: 'second-person',
    });
    const other = { ...expected, owedTiyin: 0 };
    expect(await cancellations().approve(id, { by: STAFF, expected: other })).toEqual({
      outcome: 'sums-changed',
    });
    const answers = await Promise.all(
      [STAFF, randomUUID(), STAFF].map((by) => cancellations().approve(id, { by, expected })),
    );
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'over', 'over']);
    expect([await sold.balance(personId), await owed(seller)]).toEqual([feeTiyin, amountTiyin]);
    expect(await cancellations().one(id, viewer)).toMatchObject({
      state: 'approved',
      returnsTiyin: feeTiyin,
      owedTiyin: amountTiyin,
      may: [],
      claim: { amountTiyin, ended: null, court: null },
    });
    await whole();
  });

  test('is not approved by another account of the one who proposed it', async () => {
    const { lotId } = await sold.open(0);
    const pinfl = `3010190123457${pinflCheckDigit('3010190123457')}`;
    const [one, other] = [await sold.registered(pinfl, 'operator'), await sold.registered(pinfl, 'operator')];
    const id = await proposed(lotId, one);
    const expected = { returnedTiyin: 0, owedTiyin: 0 };
    expect(await cancellations().approve(id, { by: other, expected })).toEqual({ outcome: 'second-person' });
    expect(await cancellations().turnDown(id, { by: other, note: 'no' })).toEqual({
      outcome: 'second-person',
    });
    expect(await sold.lotStatus(lotId)).toBe(S.awaitingPayment);
  });

  test('is prepared by each for themselves, and proposed one at a time, for a lot that was sold', async () => {
    const { lotId } = await sold.open(0);
    const [first, again, another] = await Promise.all([
      cancellations().prepare(lotId, { reason: REASON, by: PROPOSER }),
      cancellations().prepare(lotId, { reason: REASON, by: PROPOSER }),
      cancellations().prepare(lotId, { reason: REASON, by: STAFF }),
    ]);
    expect(again).toEqual(first);
    expect(another).toMatchObject({ outcome: 'done' });
    const id = (made: typeof first) => (made.outcome === 'done' ? made.cancellationId : 0);
    expect(id(another)).not.toBe(id(first));
    // What one person prepares blocks no colleague, who cannot take it away either.
    expect(await cancellations().drop(id(first), STAFF)).toEqual({ outcome: 'another-person' });
    for (const made of [first, another]) await addDocument(database, 'result-cancellation', id(made));
    const both = await Promise.all([
      cancellations().propose(id(first), PROPOSER),
      cancellations().propose(id(another), STAFF),
    ]);
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['already-open', 'done']);
    expect(await cancellations().prepare(lotId, { reason: REASON, by: randomUUID() })).toEqual({
      outcome: 'already-open',
    });
    const onTrade = await publishPaidLot(database, {});
    expect(await cancellations().prepare(onTrade, { reason: REASON, by: STAFF })).toEqual({
      outcome: 'status',
    });
  });

  test('waits for the bank, and can only be given up once a protest has undone the result', async () => {
    const { lotId, payoutId } = await paidOut('in-flight');
    const id = await proposed(lotId);
    expect(await cancellations().one(id, viewer)).toMatchObject({
      blockedBy: 'payout-in-flight',
      may: ['turn-down'],
    });
    const expected = { returnedTiyin: PRICE, owedTiyin: (await cancellations().one(id, viewer)).owedTiyin };
    expect(await cancellations().approve(id, { by: STAFF, expected })).toEqual({
      outcome: 'payout-in-flight',
    });
    await sold.payoutReturned(payoutId);
    await undo(lotId, 'protest');
    expect(await cancellations().approve(id, { by: STAFF, expected })).toEqual({ outcome: 'status' });
    expect(await cancellations().drop(id, STAFF)).toEqual({ outcome: 'another-person' });
    expect(await cancellations().drop(id, PROPOSER)).toEqual({ outcome: 'done', cancellationId: id });
    await whole();
  });

  test('that is turned down changes nothing, and another one may follow', async () => {
    const { lotId } = await sold.open(0);
    const id = await proposed(lotId);
    expect(await cancellations().turnDown(id, { by: STAFF, note: 'no ground' })).toMatchObject({
      outcome: 'done',
    });
    expect(await cancellations().one(id, viewer)).toMatchObject({ state: 'turned-down', note: 'no ground' });
    expect(await sold.lotStatus(lotId)).toBe(S.awaitingPayment);
    await proposed(lotId, randomUUID());
  });

  test('holds the payout of a sale once by the same person, who turns down no two either', async () => {
    const { lotId } = await paidOut('approved');
    const pinfl = `3010190123458${pinflCheckDigit('3010190123458')}`;
    const [own, second] = [
      await sold.registered(pinfl, 'operator'),
      await sold.registered(pinfl, 'operator'),
    ];
    const first = await proposed(lotId, own);
    expect(await cancellations().drop(first, second)).toEqual({ outcome: 'another-person' });
    expect(await cancellations().drop(first, own)).toMatchObject({ outcome: 'done' });
    const prepared = await cancellations().prepare(lotId, { reason: REASON, by: second });
    const id = (prepared as { cancellationId: number }).cancellationId;
    await addDocument(database, 'result-cancellation', id);
    expect(await cancellations().propose(id, second)).toEqual({ outcome: 'proposed-before' });
    // A colleague answers for it.
    expect(await cancellations().propose(id, PROPOSER)).toMatchObject({ outcome: 'done' });
    const down = (of: number, by: string) => cancellations().turnDown(of, { by, note: 'no ground' });
    expect(await down(id, STAFF)).toMatchObject({ outcome: 'done' });
    const third = await proposed(lotId, randomUUID());
    expect(await down(third, STAFF)).toEqual({ outcome: 'turned-down-before' });
    await database.pool.query(
      `update result_cancellation set proposed_at = now() - interval '31 days' where lot_id = $1`,
      [lotId],
    );
    expect(await down(third, STAFF)).toMatchObject({ outcome: 'done' });
    await proposed(lotId, own);
  });
});
