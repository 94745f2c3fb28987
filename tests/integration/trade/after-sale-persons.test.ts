import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isSamePerson } from '#server/domains/people/conflicts-of-interest/index.ts';
import { createResultCancellations } from '#server/domains/trade/result-cancellations/result-cancellations.service.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { LOT_STATUS as S } from '#shared/lifecycles/lot-status.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { handOverWorkflows, type HandOverWorkflows } from '../../fixtures/hand-over-workflows.ts';
import { addDocument } from '../../fixtures/owned-documents.ts';
import { protestedLots, type ProtestedLots } from '../../fixtures/protested-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';
import { randomBelow } from '../../fixtures/random.ts';

const REASON = 'the notice of the auction was unlawful';
const WRONG = 'The keys do not fit, and two pipes are missing.';

const REQUISITES = {
  kind: 'account',
  bankName: 'Namuna bank',
  mfo: '00999',
  account: '20208000900123456001',
  holderName: 'Sotuvchi',
};

let database: TestDatabase;
let work: HandOverWorkflows;
let lots: ProtestedLots;
let bank: StatementLines;

beforeAll(async () => {
  database = await testDatabase('template', 20);
});
beforeEach(() => {
  work = handOverWorkflows(database);
  lots = protestedLots(database);
  bank = statementLines(database, lots.sold);
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

const by = (personId: string = randomUUID()) => ({ personId, name: 'Xodim', address: '127.0.0.1' });

/** Two accounts of one person. */
async function twoAccounts(): Promise<[string, string]> {
  const pinfl = `3${String(Date.now()).slice(-9)}${randomBelow(9_000) + 1_000}`;
  return [await lots.sold.registered(pinfl, 'operator'), await lots.sold.registered(pinfl, 'operator')];
}

/** A protest against the lot, by a participant who lost. */
async function protested(lotId: number): Promise<number> {
  const loser = randomUUID();
  await lots.sold.give(loser, DEPOSIT);
  await lots.sold.admitted(lotId, loser);
  await lots.sold.applications.deposits.ofLot(lotId);
  return lots.admitted(lotId, loser);
}
async function toDecide(lotId: number): Promise<number> {
  const protestId = await protested(lotId);
  await database.pool.query('update protest set answer_by = clock_timestamp() where id = $1', [protestId]);
  await lots.answering.fallUnanswered(protestId);
  return protestId;
}

/** Both wait for the row that is locked meanwhile, or for who waits for it. */
async function whileLocked<Answer>(table: string, id: number, begin: () => Promise<Answer>, waiting: number) {
  const lock = await database.pool.connect();
  await lock.query('begin');
  await lock.query(`select from ${table} where id = $1 for update`, [id]);
  const answer = begin();
  await waitsForLock(database, waiting);
  await lock.query('commit');
  lock.release();
  return answer;
}

describe('the deadline of a sale', () => {
  test('is not moved by one person under two accounts at the same instant', async () => {
    const { sold } = lots;
    const { id, lotId } = await sold.open(0);
    const [one, other] = await twoAccounts();
    const { due_at: before } = await sold.of(lotId);
    const days = Array.from({ length: 9 }, (_, at) => new Date(before.getTime() + (at + 1) * DAY_MS));
    for (const day of days)
      await sold.console.ask(id, { day: tashkentDay(day), reason: 'a strike', by: one });
    const viewer = { personId: other, extends: true, cancels: false };
    const { extension } = await sold.console.one(id, viewer);
    const approve = () => sold.console.approve(id, { extensionId: extension!.id, by: other });
    expect(await whileLocked('settlement', id, approve, 1)).toEqual({ outcome: 'second-person' });
    expect((await sold.of(lotId)).due_at).toEqual(before);
    expect(await sold.console.approve(id, { extensionId: extension!.id, by: randomUUID() })).toMatchObject({
      outcome: 'done',
    });
  });
});

describe('a hand-over', () => {
  const disputed = async (given: Parameters<HandOverWorkflows['paid']>[0] = {}) => {
    const sale = await work.paid(given);
    expect(await work.disputing(sale.lotId, sale.personId, WRONG)).toMatchObject({ outcome: 'done' });
    return sale;
  };

  test('is confirmed by no one while a protest is open, and afterwards as before', async () => {
    const { lotId, id, personId, orderId } = await work.paid();
    const protestId = await toDecide(lotId);
    await work.letPass(id);
    expect(await work.confirming.byBuyer(lotId, personId)).toEqual({ outcome: 'protested' });
    expect(await work.byStaff(id)).toEqual({ outcome: 'not-now', why: 'protested' });
    expect(await work.disputing(lotId, personId, WRONG)).toMatchObject({ outcome: 'done' });
    expect(await work.byStaff(id)).toEqual({ outcome: 'not-now', why: 'protested' });
    expect(await work.rowOf(lotId)).toMatchObject({ state: 'disputed', act: null });
    expect(await work.orderStatus(orderId)).toBe('awaiting-payment');
    await lots.deciding.dismiss(protestId, { reason: REASON, by: randomUUID() });
    expect(await work.confirming.byBuyer(lotId, personId)).toEqual({ outcome: 'done', already: false });
  });

  test('and a protest at one instant: the first one with the lock decides', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { lotId, personId } = await work.paid();
      const [answer] = await Promise.all([work.confirming.byBuyer(lotId, personId), protested(lotId)]);
      const { state } = await work.rowOf(lotId);
      expect([answer.outcome, state]).toEqual(
        answer.outcome === 'done' ? ['done', 'confirmed'] : ['protested', 'awaiting'],
      );
    }
  });

  test('is decided by no one who is a side of the sale under another account, and never by one person', async () => {
    const [buyer, hidden] = await twoAccounts();
    const [seller, shadow] = await twoAccounts();
    const given = { personId: buyer, customerPersonId: seller };
    const late = await work.paid(given);
    await work.letPass(late.id);
    for (const { id } of [await disputed(given), late]) {
      for (const who of [hidden, shadow])
        expect(await work.propose(id, who)).toEqual({ outcome: 'own-interest' });
      const [one, other] = await twoAccounts();
      const proposed = await work.propose(id, one);
      if (proposed.outcome !== 'done') throw new Error(proposed.outcome);
      for (const who of [one, other])
        expect(await work.decide(proposed.decisionId, who)).toEqual({ outcome: 'second-person' });
      for (const who of [hidden, shadow])
        expect(await work.decide(proposed.decisionId, who)).toEqual({ outcome: 'own-interest' });
      expect(await work.decide(proposed.decisionId)).toMatchObject({ outcome: 'done' });
    }
  });

  test('lets none of those who decided about it approve the payout, under any account', async () => {
    const { sold } = work;
    const [one, same] = await twoAccounts();
    const other = randomUUID();
    const { id, lotId, settlementId, orderId } = await disputed();
    expect(await work.byStaff(id, [one, other])).toMatchObject({ outcome: 'done' });
    const { pool } = database;
    await pool.query('update customer_order set fields = $2 where id = $1', [
      orderId,
      JSON.stringify({ requisites: REQUISITES }),
    ]);
    await pool.query(`update payout set not_before = now() where settlement_id = $1`, [settlementId]);
    const shownTo = async (personId: string) => {
      const viewer = { personId, decides: true, seesRequisites: true };
      return (await sold.payouts.list(viewer, { state: 'all', lotId, page: 1, size: 1 })).items[0]!;
    };
    const { id: payoutId, requisitesMark: mark } = await shownTo(randomUUID());
    for (const by of [one, same, other]) {
      expect(await sold.deciding.approve(payoutId, { mark, by })).toEqual({ outcome: 'second-person' });
      expect((await shownTo(by)).may).toEqual([]);
    }
    expect(await sold.deciding.approve(payoutId, { mark, by: randomUUID() })).toEqual({ outcome: 'done' });
    // Sending it decides nothing more.
    expect(await sold.deciding.send(payoutId, one)).toEqual({ outcome: 'done' });
  });

  test('that one of staff proposed to confirm is still confirmed by its buyer alone', async () => {
    const { id, lotId, personId } = await disputed();
    await work.propose(id);
    expect(await work.confirming.byBuyer(lotId, personId)).toEqual({ outcome: 'done', already: false });
  });
});

describe('a line of a statement that was returned', () => {
  let documents = 0;
  const line = async (amountTiyin: number) => {
    const document = `R-${(documents += 1)}-${randomUUID()}`;
    const [made] = await bank.brought([{ day: bankDay(), document, credit: uzs(amountTiyin) }]);
    return made!.id;
  };

  test('of a large sum is opened again by two persons, not by two accounts of one', async () => {
    lots.sold.hook.twoAbove = 1;
    const [one, other] = await twoAccounts();
    const id = await line(900);
    await bank.deciding.giveBack(id, 'unknown payer', by());
    expect(await bank.deciding.approve(id, 1, by())).toBe('done');
    expect(await bank.deciding.reopen(id, 'the payer is known', by(one))).toBe('done');
    expect(await bank.line(id)).toMatchObject({ state: 'returned', may: ['reopen'] });
    for (const same of [one, other])
      expect(await bank.deciding.reopen(id, 'the payer is known', by(same))).toBe('second-person');
    const both = await Promise.all([1, 2].map(() => bank.deciding.reopen(id, 'it is so', by())));
    expect(both.toSorted()).toEqual(['done', 'over']);
    const { state, steps } = await bank.line(id);
    expect(state).toBe('undecided');
    expect(steps.map(({ action }) => action)).toEqual(['asked', 'returned', 'reopen-asked', 'reopened']);
    // What was asked for the last time counts for that time alone.
    await bank.deciding.ignore(id, 'a fee', by(one));
    await bank.deciding.approve(id, 2, by());
    expect(await bank.deciding.reopen(id, 'no fee', by())).toBe('done');
    expect(await bank.line(id)).toMatchObject({ state: 'ignored' });
  });

  test('of a small sum is opened again by one', async () => {
    const id = await line(500);
    await bank.deciding.giveBack(id, 'unknown payer', by());
    expect(await bank.deciding.reopen(id, 'the payer is known', by())).toBe('done');
    expect(await bank.line(id)).toMatchObject({ state: 'undecided' });
  });
});

describe('a proposal to cancel a result', () => {
  const cancellations = () =>
    createResultCancellations({
      db: database.db,
      isSamePerson,
      namesOf: async () => new Map(),
      undoing: {
        holdPayouts: async () => undefined,
        preview: async () => ({ returnedTiyin: 0, owedTiyin: 0, blockedBy: null }),
        undo: (tx, result) => lots.sold.undoResult(tx, { ...result, cause: 'staff' }),
        previewEnd: () => Promise.reject(new Error('not paid by parts')),
        prepareEnd: () => Promise.reject(new Error('not paid by parts')),
      },
      documentsOf: async () => [],
      hasDocument: async () => true,
    });
  const PROPOSER: string = randomUUID();
  async function proposed(lotId: number): Promise<number> {
    const prepared = await cancellations().prepare(lotId, { reason: REASON, by: randomUUID() });
    if (prepared.outcome !== 'done') throw new Error(prepared.outcome);
    await addDocument(database, 'result-cancellation', prepared.cancellationId);
    await cancellations().propose(prepared.cancellationId, PROPOSER);
    return prepared.cancellationId;
  }
  const stateOf = async (id: number) =>
    (await database.pool.query('select state from result_cancellation where id = $1', [id])).rows[0].state;
  const uphold = (protestId: number) => lots.deciding.uphold(protestId, { reason: REASON, by: randomUUID() });

  test('ends in the transaction that upholds a protest, also one that is being prepared', async () => {
    for (const propose of [true, false]) {
      const { lotId } = await lots.sold.open(0);
      const protestId = await toDecide(lotId);
      const id = propose
        ? await proposed(lotId)
        : await cancellations()
            .prepare(lotId, { reason: REASON, by: randomUUID() })
            .then((made) => ('cancellationId' in made ? made.cancellationId : 0));
      await uphold(protestId);
      expect(await stateOf(id)).toBe(propose ? 'proposed' : 'prepared');
      await uphold(protestId);
      expect(await stateOf(id)).toBe('dropped');
      expect(await cancellations().drop(id, randomUUID())).toEqual({ outcome: 'over' });
    }
  });

  test('approved, prepared or dropped at the instant of an upheld protest: no deadlock, and one of them cancels', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { lotId } = await lots.sold.open(0);
      const protestId = await toDecide(lotId);
      const id = await proposed(lotId);
      await uphold(protestId);
      const expected = { returnedTiyin: 0, owedTiyin: 0 };
      const [approved, upheld] = await Promise.all([
        cancellations().approve(id, { by: randomUUID(), expected }),
        uphold(protestId),
        ...(round % 2 ? [cancellations().drop(id, PROPOSER)] : []),
        ...(round % 3 ? [] : [cancellations().prepare(lotId, { reason: REASON, by: randomUUID() })]),
      ]);
      expect(['done', 'over', 'status']).toContain(approved.outcome);
      expect(['done', 'over']).toContain(upheld.outcome);
      expect(await lots.sold.lotStatus(lotId)).toBe(S.resultCancelled);
      const { rows } = await database.pool.query(
        `select from result_cancellation where lot_id = $1 and state in ('prepared', 'proposed')`,
        [lotId],
      );
      expect(rows).toEqual([]);
    }
  });
});
