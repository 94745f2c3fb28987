import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { paymentAbsence } from '#server/domains/money/bank-statements/payment-absence.ts';
import { isSamePerson } from '#server/domains/people/conflicts-of-interest/index.ts';
import { createResultCancellations } from '#server/domains/trade/result-cancellations/result-cancellations.service.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { LOT_STATUS as S } from '#shared/lifecycles/lot-status.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { finishAlone } from '../../fixtures/finish-alone.ts';
import { DEPOSIT, START } from '../../fixtures/applications-fixture.ts';
import { decidedByTwo } from '../../fixtures/decided-by-two.ts';
import { moneyJudge } from '../../fixtures/money-judge.ts';
import { bankDay, statementLines, uzs } from '../../fixtures/statement-lines.ts';
import { addDocument } from '../../fixtures/owned-documents.ts';
import { accountChangesIn, NO_SESSIONS } from '../../fixtures/shut-account.ts';
import {
  DAY,
  FIRST,
  SECOND,
  STAFF,
  THIRD,
  withPartSales,
  workingDayIn,
  type PartSales,
} from '../../fixtures/part-sales.ts';
import { PRICE } from '../../fixtures/sold-lots.ts';

let sales: PartSales;
withPartSales((entered) => {
  sales = entered;
});

/** Two of staff move the deadline by some two weeks. Returns what they saw: may the sale be ended, and what is held. */
async function extended(id: number) {
  const asked = await sales.sold.console.ask(id, { day: workingDayIn(10), reason: 'a strike', by: STAFF });
  expect(asked).toMatchObject({ outcome: 'done' });
  const viewer = { personId: randomUUID(), extends: true, cancels: true };
  const { extension, endable, heldTiyin } = await sales.sold.console.one(id, viewer);
  const asApproved = { extensionId: extension!.id, by: viewer.personId };
  expect(await sales.sold.console.approve(id, asApproved)).toMatchObject({ outcome: 'done' });
  return [endable, heldTiyin];
}

describe('parts that are late for long', () => {
  test('are lost by no clock: staff get one task, which ends when they are paid', async () => {
    const won = await sales.begun();
    await sales.late(won.id, 31 * DAY);
    await sales.sold.looking.look(won.id);
    expect(await sales.sold.of(won.lotId)).toMatchObject({ state: 'overdue' });
    const fee = Math.floor((SECOND * 310) / 10_000);
    const [task, ...others] = await sales.tasks(won.lotId);
    expect(others).toEqual([]);
    expect(task).toMatchObject({ kind: 'decide-late-parts', done_at: null });
    expect(await finishAlone(sales.database, won.lotId)).toBe('staff-tasks.decided');
    expect(task.price_tiyin).toBeGreaterThanOrEqual(SECOND + fee);
    await sales.sold.give(won.personId, PRICE);
    await sales.sold.paying.pay(won.id, won.personId);
    expect((await sales.tasks(won.lotId))[0].done_at).not.toBeNull();
    await sales.clean();
  });

  test('go on with a new date by two persons, without a fee until then', async () => {
    const won = await sales.begun(0);
    await sales.late(won.id, 31 * DAY);
    expect(await extended(won.id)).toEqual([true, FIRST]);
    const { parts, dueAtMs } = await sales.shown(won.id);
    expect(parts?.lateTiyin).toBe(0);
    expect(parts?.parts[1]?.dueAtMs).toBe(dueAtMs);
    expect((await sales.tasks(won.lotId)).map(({ done_at }) => done_at)).toEqual([expect.any(Date)]);
    await sales.clean();
    // At the new deadline what is due is taken from the balance, as at the first one, without a fee: the third part is due by then.
    await sales.sold.give(won.personId, SECOND + THIRD);
    await sales.late(won.id, 60_000);
    expect(await sales.sold.of(won.lotId)).toMatchObject({ state: 'part-paid', late_fee_tiyin: 0 });
    expect(await sales.sold.lotStatus(won.lotId)).toBe(S.paidInPart);
    expect(await sales.sold.balance(won.personId)).toBe(0);
    await sales.clean();
  });

  test('that are paid meanwhile get no date before that of the next one', async () => {
    const won = await sales.begun(0);
    await sales.late(won.id, 2 * DAY);
    const day = workingDayIn(3);
    await sales.sold.console.ask(won.id, { day, reason: 'a strike', by: STAFF });
    await sales.sold.give(won.personId, 2 * SECOND);
    expect(await sales.sold.paying.pay(won.id, won.personId, 1)).toMatchObject({ outcome: 'part-paid' });
    const { due_at: due } = await sales.sold.of(won.lotId);
    const viewer = { personId: randomUUID(), extends: true, cancels: true };
    const { extension } = await sales.sold.console.one(won.id, viewer);
    const decision = { extensionId: extension!.id, by: viewer.personId };
    expect(await sales.sold.console.approve(won.id, decision)).toEqual({ outcome: 'extension-day' });
    expect((await sales.sold.of(won.lotId)).due_at).toEqual(due);
  });

  test('are a case for staff again when the new date has passed', async () => {
    const won = await sales.begun(0);
    await sales.late(won.id, 31 * DAY);
    await extended(won.id);
    await sales.late(won.id, 60_000);
    expect(await sales.tasks(won.lotId)).toHaveLength(1);
    await sales.sold.give(won.personId, SECOND);
    // Money that comes after the deadline is for the buyer to use.
    await sales.sold.pass(won.id, '30 days');
    await sales.sold.looking.look(won.id);
    expect(await sales.sold.balance(won.personId)).toBe(SECOND);
    expect((await sales.tasks(won.lotId)).map(({ done_at }) => done_at)).toEqual([expect.any(Date), null]);
    await sales.clean();
  });
});

describe('the end of a late sale', () => {
  const PROPOSER: string = randomUUID();
  const REASON = 'the buyer has not paid for months';
  const cancellations = () =>
    createResultCancellations({
      db: sales.database.db,
      isSamePerson,
      namesOf: async () => new Map(),
      undoing: sales.sold.undoPort,
      documentsOf: async () => [],
      hasDocument: async () => true,
    });
  const viewer = { personId: STAFF, cancels: true };
  async function proposed(lotId: number, returnTiyin: number, by = PROPOSER) {
    const prepared = await cancellations().prepare(lotId, {
      reason: REASON,
      by,
      returnTiyin,
    });
    if (prepared.outcome !== 'done') return prepared.outcome;
    const { cancellationId: id } = prepared;
    await addDocument(sales.database, 'result-cancellation', id);
    await cancellations().propose(id, by);
    return id;
  }
  const approve = (id: number, returnedTiyin: number, by = STAFF) =>
    cancellations().approve(id, { by, expected: { returnedTiyin, owedTiyin: 0 } });

  test('returns what was decided, sends the rest to the seller, and the lot is not confirmed', async () => {
    const won = await sales.begun(SECOND);
    await sales.sold.paying.pay(won.id, won.personId, 1);
    await sales.late(won.id, 31 * DAY);
    const returnTiyin = FIRST;
    const id = (await proposed(won.lotId, returnTiyin)) as number;
    const shownThen = await cancellations().one(id, viewer);
    expect(shownThen).toMatchObject({
      kind: 'default',
      returnsTiyin: returnTiyin,
      owedTiyin: 0,
      toSellerTiyin: SECOND,
      blockedBy: null,
    });
    expect(await approve(id, returnTiyin, PROPOSER)).toEqual({ outcome: 'second-person' });
    expect(await approve(id, returnTiyin + 1)).toEqual({ outcome: 'sums-changed' });
    expect(await approve(id, returnTiyin)).toEqual({ outcome: 'done', cancellationId: id });
    expect(await approve(id, returnTiyin)).toEqual({ outcome: 'over' });
    expect(await sales.sold.of(won.lotId)).toMatchObject({ state: 'defaulted', returned_tiyin: returnTiyin });
    expect(await sales.sold.lotStatus(won.lotId)).toBe(S.priceNotConfirmed);
    expect(await sales.sold.balance(won.personId)).toBe(returnTiyin);
    expect(sales.sold.cancelled.at(-1)).toEqual({ lotId: won.lotId, reason: 'defaulted' });
    expect(await sales.payoutsOf(won.id)).toMatchObject([
      { part: 0, state: 'cancelled' },
      { part: 1, state: 'cancelled' },
      { part: 2, through_part: null, price_tiyin: SECOND, state: 'planned' },
    ]);
    expect((await sales.sold.handOvers.ofSettlements([won.id])).get(won.id)).toMatchObject({
      state: 'cancelled',
    });
    expect((await sales.tasks(won.lotId)).every(({ done_at }) => done_at !== null)).toBe(true);
    expect(await sales.sold.notices(won.personId)).toContain('lot-parts-ended');
    expect(await sales.sold.notices(won.seller)).toContain('sale-parts-ended');
    expect(await cancellations().one(id, viewer)).toMatchObject({ state: 'approved', toSellerTiyin: SECOND });
    await sales.clean();
  });

  test('pays the seller by the approval of neither of the two who decided it, whatever the sum', async () => {
    const won = await sales.begun();
    await sales.late(won.id, 31 * DAY);
    await sales.giveRequisites(won.lotId, won.seller);
    const id = (await proposed(won.lotId, 0)) as number;
    expect(await approve(id, 0)).toMatchObject({ outcome: 'done' });
    await sales.database.pool.query(
      `update payout set not_before = now() - interval '1 minute' where settlement_id = $1`,
      [won.id],
    );
    const asked = { state: 'planned', lotId: won.lotId, page: 1, size: 1 } as const;
    const seen = { personId: STAFF, decides: true, seesRequisites: true };
    const [payout] = (await sales.sold.payouts.list(seen, asked)).items;
    expect(payout).toMatchObject({ priceTiyin: FIRST, approvalsNeeded: 1, may: [] });
    const { id: payoutId, requisitesMark: mark } = payout!;
    for (const by of [PROPOSER, STAFF])
      expect(await sales.sold.deciding.approve(payoutId, { mark, by })).toEqual({ outcome: 'second-person' });
    const third = { mark, by: randomUUID() };
    expect(await sales.sold.deciding.approve(payoutId, third)).toEqual({ outcome: 'done' });
    await sales.clean();
  });

  test('is refused before the patience is over, above what is held, and while the bank has a payout', async () => {
    const won = await sales.begun();
    expect(await proposed(won.lotId, 0)).toBe('not-late');
    await sales.late(won.id, 29 * DAY);
    expect(await proposed(won.lotId, 0)).toBe('not-late');
    await sales.sold.pass(won.id, '2 days');
    expect(await proposed(won.lotId, FIRST + 1)).toBe('above-held');
    await sales.giveRequisites(won.lotId, won.seller);
    const payoutId = await sales.sent(won.lotId);
    const id = (await proposed(won.lotId, FIRST)) as number;
    expect(await approve(id, FIRST)).toEqual({ outcome: 'payout-in-flight' });
    await sales.sold.deciding.settle(payoutId, { document: `B-${payoutId}`, by: STAFF });
    expect(await approve(id, FIRST)).toEqual({ outcome: 'above-held' });
    expect(await cancellations().one(id, viewer)).toMatchObject({ blockedBy: 'above-held' });
    await cancellations().drop(id, PROPOSER);
    const nothing = (await proposed(won.lotId, 0, randomUUID())) as number;
    expect(await approve(nothing, 0)).toMatchObject({ outcome: 'done' });
    expect(await sales.sold.balance(won.personId)).toBe(0);
    await sales.clean();
  });

  /** A sale whose buyer has a payment order for the part that is late. */
  async function ordered() {
    const won = await sales.begun();
    const order = await sales.sold.winLots.bankOrder(won.lotId, won.personId, { throughPart: 1 });
    expect(order).not.toBeNull();
    await sales.late(won.id, 31 * DAY);
    return won;
  }

  test('is refused while no two persons have said that the transfer of a payment order did not come', async () => {
    const won = await ordered();
    expect(await proposed(won.lotId, 0)).toBe('transfer-waits');
    const asked = (await sales.tasks(won.lotId)).map(({ kind }) => kind);
    expect(asked).toEqual(['decide-late-parts', 'confirm-absence']);
    const absence = paymentAbsence({
      namesOf: async () => new Map(),
      tasks: { finishOccasion: async () => undefined },
      moneyJudge: moneyJudge(),
    });
    const payload = { settlementId: won.id };
    // The days in which a statement may still come are over.
    await sales.database.pool.query(
      `update settlement set statement_until = now() - interval '1 minute' where id = $1`,
      [won.id],
    );
    expect(await decidedByTwo(sales.database, absence, { kind: 'payment-absence', payload })).toMatchObject({
      outcome: 'done',
    });
    const id = (await proposed(won.lotId, 0)) as number;
    expect(await approve(id, 0)).toMatchObject({ outcome: 'done' });
    await sales.clean();
  });

  test('is refused while one member of staff alone keeps its buyer from paying', async () => {
    const personId = await sales.sold.registered('31299905550701');
    const won = await sales.begun(0, { personId });
    await sales.late(won.id, 29 * DAY);
    await sales.sold.pass(won.id, '2 days');
    const id = (await proposed(won.lotId, 0)) as number;
    const one = await sales.sold.registered('31299905550702', 'operator');
    await accountChangesIn(sales.database, NO_SESSIONS).decide(
      personId,
      { kind: 'disable', role: null, reason: 'False documents', evidence: 'Letter 17' },
      { personId: one, name: 'Xodim', roles: ['operator'], address: '127.0.0.1' },
    );
    expect(await approve(id, 0)).toEqual({ outcome: 'not-late' });
    expect(await cancellations().one(id, viewer)).toMatchObject({ blockedBy: 'not-late' });
    expect(await sales.sold.of(won.lotId)).toMatchObject({ state: 'overdue' });
    await sales.clean();
  });

  test('is no more asked about once the part is paid otherwise', async () => {
    const won = await ordered();
    expect(await sales.tasks(won.lotId)).toMatchObject([{ done_at: null }, { done_at: null }]);
    await sales.sold.give(won.personId, PRICE);
    await sales.sold.paying.pay(won.id, won.personId, 1);
    expect(await sales.tasks(won.lotId)).toMatchObject([
      { done_at: expect.any(Date) },
      { done_at: expect.any(Date) },
    ]);
    await sales.clean();
  });

  test('is refused while a transfer that pays the part waits for staff, also one that came since it was proposed', async () => {
    const won = await sales.begun();
    await sales.late(won.id, 31 * DAY);
    const id = (await proposed(won.lotId, 0)) as number;
    const bank = statementLines(sales.database, sales.sold);
    const day = bankDay(0, new Date(Date.now() - 40 * DAY));
    const credit = uzs(SECOND);
    await bank.brought([{ day, document: 'LP-1', credit, purpose: `Savdo S-${won.id}` }]);
    expect(await approve(id, 0)).toEqual({ outcome: 'transfer-waits' });
    expect(await cancellations().one(id, viewer)).toMatchObject({ blockedBy: 'transfer-waits' });
    expect(await sales.sold.of(won.lotId)).toMatchObject({ state: 'overdue' });
    await sales.clean();
  });

  test('with a payout that the bank sent back gives its fee back, too', async () => {
    const won = await sales.begun();
    await sales.late(won.id, 31 * DAY);
    await sales.giveRequisites(won.lotId, won.seller);
    await sales.sold.payoutReturned(await sales.sent(won.lotId));
    const id = (await proposed(won.lotId, FIRST - 1_00)) as number;
    expect(await approve(id, FIRST - 1_00)).toMatchObject({ outcome: 'done' });
    expect((await sales.payoutsOf(won.id)).at(-1)).toMatchObject({
      part: 1,
      price_tiyin: 1_00,
      state: 'planned',
    });
    await sales.clean();
  });

  test.each(['late-parts-money-moved', 'late-parts-ended'] as const)(
    'interrupted at %s is not begun',
    async (step) => {
      const won = await sales.begun();
      await sales.late(won.id, 31 * DAY);
      const id = (await proposed(won.lotId, 1_00)) as number;
      sales.sold.hook.crashAt = (at) => {
        if (at === step) throw new Error('power cut');
      };
      await expect(approve(id, 1_00)).rejects.toThrow('power cut');
      expect(await sales.sold.of(won.lotId)).toMatchObject({ state: 'overdue', returned_tiyin: 0 });
      sales.sold.hook.crashAt = () => undefined;
      expect(await approve(id, 1_00)).toMatchObject({ outcome: 'done' });
      await sales.clean();
    },
  );

  test('and a payment at one instant: one of the two', async () => {
    for (let round = 0; round < 3; round += 1) {
      const won = await sales.begun(PRICE);
      await sales.database.pool.query('update settlement set look_at = null where id = $1', [won.id]);
      await sales.sold.passUntil(won.id, -31 * DAY);
      await sales.database.pool.query(
        `update settlement set state = 'overdue', look_at = now() where id = $1`,
        [won.id],
      );
      await sales.database.pool.query('update lot set status = 15 where id = $1', [won.lotId]);
      const id = (await proposed(won.lotId, 0)) as number;
      const [paid, ended] = await Promise.all([sales.sold.paying.pay(won.id, won.personId), approve(id, 0)]);
      expect([paid.outcome, ended.outcome]).toEqual(
        paid.outcome === 'paid' ? ['paid', 'not-late'] : ['over', 'done'],
      );
    }
    await sales.clean();
  });

  test('bars the buyer of a lot of the state', async () => {
    const pinfl = `3010190123456${pinflCheckDigit('3010190123456')}`;
    const personId = await sales.sold.registered(pinfl);
    const terms = {
      ruleSet: 'state-shop',
      choices: { depositPercent: 5 },
      startPriceTiyin: 2 * START,
    } as const;
    const won = await sales.begun(0, { personId, ...terms });
    await sales.late(won.id, 31 * DAY);
    expect(await approve((await proposed(won.lotId, 0)) as number, 0)).toMatchObject({ outcome: 'done' });
    const [bar, ...more] = await sales.sold.sanctions.check('pinfl', pinfl);
    expect(more).toEqual([]);
    expect(bar).toMatchObject({ lotNumber: String(won.lotId) });
  });
});

describe('a cancelled result', () => {
  const undo = (lotId: number) =>
    inTransaction(sales.database.db, (tx) =>
      sales.sold.undoResult(tx, { lotId, cause: 'staff', reason: 'an unlawful notice', actor: STAFF }),
    );

  test('returns every part and every fee for being late', async () => {
    const won = await sales.begun();
    await sales.late(won.id);
    await sales.sold.give(won.personId, 2 * SECOND);
    await sales.sold.paying.pay(won.id, won.personId, 1);
    const { paid_tiyin: paid, late_fee_tiyin: fee } = await sales.sold.of(won.lotId);
    expect(fee).toBeGreaterThan(0);
    expect(await undo(won.lotId)).toMatchObject({ outcome: 'undone', returnedTiyin: paid + DEPOSIT + fee });
    expect(await sales.sold.lotStatus(won.lotId)).toBe(S.resultCancelled);
    await sales.clean();
  });

  test('after a part went out leaves a claim against the seller', async () => {
    const won = await sales.begun(SECOND);
    await sales.giveRequisites(won.lotId, won.seller);
    await sales.sold.deciding.settle(await sales.sent(won.lotId), { document: 'B-2', by: STAFF });
    await sales.sold.paying.pay(won.id, won.personId, 1);
    const [first] = await sales.payoutsOf(won.id);
    expect(await undo(won.lotId)).toMatchObject({
      outcome: 'undone',
      returnedTiyin: FIRST + SECOND - first.amount_tiyin,
      owedTiyin: first.amount_tiyin,
    });
    await sales.clean();
  });
});
