import { createTurningDown, hasLeft, mustStillDecide } from '#server/domains/people/accounts/index.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import {
  createLineProofs,
  createLinesRepository,
  createRelistingsRepository,
  droppedLastBy,
  refusalOfRelisting,
  type AskedDecision,
  type BankLine,
} from '#server/domains/money/bank-statements/index.ts';
import { lockSales } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { RefundDecisions } from '#server/domains/money/payments/index.ts';
import type { DecidePayouts } from '#server/domains/money/payouts/index.ts';
import { createSettlementsRepository, isOpen } from '#server/domains/money/settlements/index.ts';
import type { MoneyJudge } from '#server/domains/money/staff-money/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { BANK_LINE, type BankLineAction } from '#shared/lifecycles/bank-line.ts';
import { allows, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import type { PaySettlement } from './pay-settlement.ts';

/** A member of staff, and the address they act from. */
export interface LineDecider {
  personId: string;
  name: string;
  address: string;
}

export type LineOutcome =
  | 'done'
  | 'none'
  /** Decided by now, or not for this side of the account. */
  | 'over'
  /** The money of the decider, under this account or another. */
  | 'own-money'
  | 'second-person'
  /** Something else is asked for than was read, or the settlement is another person's. */
  | 'changed'
  /** The movement of another line, or perhaps: a person says which. */
  | 'repeat'
  | 'repeat-unclear'
  /** Another file contradicts it, and two persons have not settled that. */
  | 'in-doubt'
  | 'other-sum'
  /** Money that left went elsewhere than the payment was sent to, and no one has said why. */
  | 'other-account'
  | 'not-in-flight'
  /** Another payment of this sum was noted as paid by the document of the line. */
  | 'document-used';

export interface DecideStatementLineDeps {
  db: AnyDb;
  judge: MoneyJudge;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  isPerson(personId: string): Promise<boolean>;
  notifications: Pick<Notifications, 'notify'>;
  paying: Pick<PaySettlement, 'payWithTransfer'>;
  /** Decisions within a transaction. */
  payoutsIn(tx: AnyDb): Pick<DecidePayouts, 'settle' | 'partOf'>;
  refundsIn(tx: AnyDb): Pick<RefundDecisions, 'paid' | 'partOf'>;
  crashAt: WorkflowCrashPoint;
}

/** What a person asks for about a line. */
type Asked = AskedDecision & { kind: 'credit' | 'return' | 'ignore' | 'repeat' | 'another' };

/** The payout or refund by which money left. */
interface Left {
  kind: 'payout' | 'refund';
  id: number;
}

/** Money of a day counts as paid on it, whatever the hour. @param day `YYYY-MM-DD` */
const endOfDay = (day: string): Date => new Date(Date.parse(`${day}T00:00:00+05:00`) + 18 * 3_600_000);

const ACTION_OF = {
  credit: 'credited',
  return: 'returned',
  ignore: 'ignored',
  repeat: 'repeat-confirmed',
  another: 'repeat-denied',
} as const;

export type DecideStatementLine = ReturnType<typeof createDecideStatementLine>;

/**
 * Staff say what a line of a bank statement is. Each decision is one transaction that locks the line first, so that it is made
 * once; a sum above the threshold of payouts, and money that does not answer a payment order, need two different persons.
 */
export function createDecideStatementLine(deps: DecideStatementLineDeps) {
  const { db, judge, isSamePerson, notifications, paying, crashAt } = deps;
  const turning = createTurningDown(isSamePerson);

  const onLocked = async (
    lineId: number,
    event: EventOf<typeof BANK_LINE>,
    work: (tx: AnyDb, line: BankLine) => Promise<LineOutcome>,
  ): Promise<LineOutcome> => {
    const outcome = await inTransaction(db, async (tx): Promise<LineOutcome> => {
      await judge.lock(tx);
      const line = await createLinesRepository(tx).lock(lineId);
      if (!line) return 'none';
      if (allows(BANK_LINE, line.state, event)) return work(tx, line);
      return refusalOfRelisting(line) === 'repeat' ? 'repeat' : 'over';
    });
    crashAt('line-committed');
    return outcome;
  };

  /** The history of the line, and the log of who did it. */
  async function note(
    tx: AnyDb,
    lineId: number,
    { action, by, words = null }: { action: BankLineAction; by: LineDecider; words?: string | null },
  ): Promise<void> {
    await createLinesRepository(tx).step(lineId, action, by.personId, words);
    await createActionLog(tx).record({
      personId: by.personId,
      type: 'bank-line',
      action,
      result: 'done',
      address: by.address,
      reason: `bank-line:${lineId}`,
    });
  }

  /** A sale that waited for this transfer is looked at again; one that a protest pauses is when that is over. */
  async function lookAgain(tx: AnyDb, line: BankLine): Promise<void> {
    const settlements = createSettlementsRepository(tx);
    const named = line.names_settlement_id === null ? null : await settlements.lock(line.names_settlement_id);
    const now = await settlements.now();
    if (named && isOpen(named.state) && named.paused_at === null && named.default_at <= now)
      await settlements.lookAgain(named.id, now);
  }

  async function credit(tx: AnyDb, line: BankLine, asked: Asked, by: LineDecider): Promise<LineOutcome> {
    const personId = asked.personId!;
    const settlementId = asked.settlementId ?? null;
    const settlements = createSettlementsRepository(tx);
    if (settlementId !== null && (await settlements.lock(settlementId))?.person_id !== personId)
      return 'changed';
    const row = settlementId === null ? null : await settlements.rowOf(settlementId);
    const credited = await createWallet(tx).topUp({
      provider: 'bank',
      key: `line:${line.id}`,
      personId,
      amountTiyin: line.amount_tiyin,
      reference: row ? `lot:${row.lot_id}` : `bank-line:${line.id}`,
      reason: 'a bank transfer',
      actor: by.personId,
    });
    if (credited.outcome !== 'credited') throw new Error(`line ${line.id} not credited: ${credited.outcome}`);
    crashAt('line-money-moved');
    await createLinesRepository(tx).decide(line, 'credit', asked, {
      by: by.personId,
      journalId: credited.journalId,
    });
    await notifications.notify(tx, {
      personId,
      key: `bank-line:${line.id}:credited`,
      template: 'transfer-credited',
      params: { amountTiyin: line.amount_tiyin, valueOnMs: Date.parse(`${line.value_on}T00:00:00+05:00`) },
    });
    if (!row) return 'done';
    const paid = await paying.payWithTransfer(tx, row.id, endOfDay(line.value_on));
    // It is paid when the protest that stops the sale is over.
    if (paid.outcome === 'over' && paid.reason === 'paused') return 'done';
    if ((paid.outcome !== 'paid' && paid.outcome !== 'part-paid') || paid.already)
      await notifications.notify(tx, {
        personId,
        key: `bank-line:${line.id}:left-over`,
        template: 'payment-left-over',
        params: { lotId: row.lot_id, lotTitle: row.lot_title, amountTiyin: line.amount_tiyin },
      });
    return 'done';
  }

  /** Sales first, then settlements, both before the person's accounts: as a payment from the balance locks them. */
  async function lockNamed(tx: AnyDb, named: readonly (number | null | undefined)[]): Promise<void> {
    const settlements = createSettlementsRepository(tx);
    const ids = [...new Set(named)].filter((id) => typeof id === 'number').toSorted((a, b) => a - b);
    const rows = await Promise.all(ids.map((id) => settlements.byId(id)));
    const lots = [...new Set(rows.flatMap((row) => row?.lot_id ?? []))].toSorted((a, b) => a - b);
    for (const lotId of lots) await lockSales(tx, lotId);
    for (const id of ids) await settlements.lock(id);
  }

  async function carryOut(tx: AnyDb, line: BankLine, asked: Asked, by: LineDecider): Promise<LineOutcome> {
    await lockNamed(tx, [line.names_settlement_id, asked.settlementId]);
    if (asked.kind === 'credit') {
      const outcome = await credit(tx, line, asked, by);
      if (outcome !== 'done') return outcome;
    } else if (asked.kind === 'repeat') await createRelistingsRepository(tx).tell(line);
    else if (asked.kind === 'another') await createRelistingsRepository(tx).deny(line);
    else await createLinesRepository(tx).decide(line, asked.kind, asked, { by: by.personId });
    await note(tx, line.id, { action: ACTION_OF[asked.kind], by, words: asked.reason ?? null });
    if (line.names_settlement_id !== asked.settlementId) await lookAgain(tx, line);
    crashAt('line-written');
    return 'done';
  }

  /** Is the sale that it pays the person's? */
  async function isOfPerson(tx: AnyDb, { personId, settlementId }: Asked): Promise<boolean> {
    if (typeof settlementId !== 'number') return true;
    return (await createSettlementsRepository(tx).byId(settlementId))?.person_id === personId;
  }

  /**
   * Persons who decide, and why this one may not. Money that does not answer a payment order in an unbroken statement moves by two
   * persons, whatever the sum; so does a sale that waits for it lose it.
   */
  async function judged(tx: AnyDb, line: BankLine, asked: Asked, by: LineDecider, before: string[] = []) {
    const settlementId = asked.kind === 'credit' ? asked.settlementId : line.names_settlement_id;
    const about = { personId: asked.personId ?? null, settlementId: settlementId ?? null };
    const proofs = createLineProofs(tx);
    const statedBy = asked.kind === 'credit' ? [await proofs.broughtBy(line.statement_id)] : [];
    const item = { ...(await proofs.moneyOf(line, about)), statedBy };
    const { approvers, refused } = await judge.judge(tx, item, { by: by.personId, before });
    if (asked.kind !== 'credit') {
      const bySum = await judge.personsFor(tx, line.amount_tiyin);
      return { refused, persons: await proofs.droppers(line, bySum) };
    }
    const asking = { bySum: approvers, by: by.personId, judge };
    return { refused, persons: await proofs.creditors(line, about, asking) };
  }

  /** @param like the line whose movement it would be, as it was read */
  function ask(
    lineId: number,
    asked: Asked,
    by: LineDecider,
    like: number | null = null,
  ): Promise<LineOutcome> {
    return onLocked(lineId, 'ask', async (tx, line) => {
      if (like !== null && line.repeats_line_id !== like) return 'changed';
      const movesMoney = asked.kind === 'credit' || asked.kind === 'return';
      if (movesMoney && line.side !== 'credit') return 'over';
      const refusal = movesMoney ? await createLineProofs(tx).refusalOf(line) : null;
      if (refusal) return refusal;
      const { refused, persons } = await judged(tx, line, asked, by);
      if (refused) return refused;
      if (!(await isOfPerson(tx, asked))) return 'changed';
      if (persons < 2) return carryOut(tx, line, asked, by);
      await turning.mustMayAsk(tx, `bank-line:${line.id}`, by.personId);
      await createLinesRepository(tx).ask(line, asked, by.personId);
      await note(tx, line.id, { action: 'asked', by, words: asked.reason ?? null });
      return 'done';
    });
  }

  /**
   * So many persons take back what was decided about a line, none of them one of the two who had decided it.
   * @returns what this person is answered; null: enough have said so, and it is taken back now
   */
  async function takenBackBy(
    tx: AnyDb,
    line: BankLine,
    { needed, reason, by }: { needed: number; reason: string; by: LineDecider },
  ): Promise<LineOutcome | null> {
    const steps = await createLinesRepository(tx).steps([line.id]);
    const last = steps.at(-1);
    // Its money is on the operator's own account.
    if (last?.action === 'paid-in') return 'over';
    const dropped = { asked_by: line.asked_by, decided_by: droppedLastBy(line, steps) };
    if (await createLineProofs(tx).hasDropped(dropped, by.personId, judge)) return 'second-person';
    const asker = last?.action === 'reopen-asked' ? last.actor : null;
    if (asker !== null && (await isSamePerson(tx, asker, by.personId))) return 'second-person';
    // Who has left the staff is not one of the two: this person asks in their place.
    const first = asker !== null && !(await hasLeft(tx, asker, 'decideStatements')) ? asker : null;
    if (first !== null || needed < 2) return null;
    await note(tx, line.id, { action: 'reopen-asked', by, words: reason });
    return 'done';
  }

  const decisionsOf = (tx: AnyDb, { kind }: Left) =>
    kind === 'payout' ? deps.payoutsIn(tx) : deps.refundsIn(tx);

  const paidBy = ({ kind, id }: Left) => (kind === 'payout' ? { payoutId: id } : { refundId: id });

  /** Why this person may not say that a line paid it; null: they may. Who sent it never does: whether it arrived is for others to say. */
  async function refusalOfMatch(
    tx: AnyDb,
    line: BankLine,
    left: Left,
    by: LineDecider,
  ): Promise<LineOutcome | null> {
    if (line.side !== 'debit') return 'over';
    const refusal = await createLineProofs(tx).refusalOf(line);
    if (refusal) return refusal;
    const part = await decisionsOf(tx, left).partOf(left.id);
    if (!part?.isAtBank) return 'not-in-flight';
    if (part.amountTiyin !== line.amount_tiyin) return 'other-sum';
    if (await isSamePerson(tx, part.personId, by.personId)) return 'own-money';
    const before = [part.sentBy, line.asked_by].filter((each) => each !== null);
    return (await judge.isOneOf(tx, by.personId, before)) ? 'second-person' : null;
  }

  /** The payout or refund counts as paid by the line. */
  async function settle(tx: AnyDb, line: BankLine, left: Left, by: LineDecider): Promise<LineOutcome> {
    const { kind, id } = left;
    const document = [line.document ?? line.reference, line.booked_on].filter(Boolean).join(', ');
    const settled =
      kind === 'payout'
        ? await deps.payoutsIn(tx).settle(id, { document, by: by.personId })
        : await deps.refundsIn(tx).paid(id, by, document);
    if (settled.outcome === 'own-money' || settled.outcome === 'document-used') return settled.outcome;
    if (settled.outcome !== 'done') return 'not-in-flight';
    const asked = { kind: 'match', reason: line.reason, ...paidBy(left) } as const;
    await createLinesRepository(tx).decide(line, 'match', asked, { by: by.personId });
    await note(tx, line.id, { action: 'matched', by, words: `${kind}:${id}` });
    return 'done';
  }

  async function approveMatch(tx: AnyDb, line: BankLine, by: LineDecider): Promise<LineOutcome> {
    const left: Left =
      line.payout_id === null
        ? { kind: 'refund', id: line.refund_id! }
        : { kind: 'payout', id: line.payout_id };
    const refused = await refusalOfMatch(tx, line, left, by);
    if (refused) return refused;
    await mustStillDecide(tx, line.asked_by!, 'decideStatements');
    return settle(tx, line, left, by);
  }

  return {
    /** To a person's balance; it pays the settlement where one is named and the balance suffices. */
    async credit(
      lineId: number,
      { personId, settlementId = null }: { personId: string; settlementId?: number | null },
      by: LineDecider,
    ): Promise<LineOutcome> {
      if (!(await deps.isPerson(personId))) return 'changed';
      return ask(lineId, { kind: 'credit', personId, settlementId }, by);
    },

    /** Back to its payer, by the bank. */
    giveBack: (lineId: number, reason: string, by: LineDecider) =>
      ask(lineId, { kind: 'return', reason }, by),

    /** Not money of trade. */
    ignore: (lineId: number, reason: string, by: LineDecider) => ask(lineId, { kind: 'ignore', reason }, by),

    /** @param round of what the second person has read */
    approve: (lineId: number, round: number, by: LineDecider): Promise<LineOutcome> =>
      onLocked(lineId, 'reject', async (tx, line) => {
        if (line.round !== round) return 'changed';
        // Judged under the lock: both accounts of one person may have passed the check of the call.
        const { decision, person_id: personId, settlement_id: settlementId, reason } = line;
        if (decision === 'match') return approveMatch(tx, line, by);
        const asked = { kind: decision as Asked['kind'], personId, settlementId, reason };
        const movesMoney = asked.kind === 'credit' || asked.kind === 'return';
        const refusal = movesMoney ? await createLineProofs(tx).refusalOf(line) : null;
        if (refusal) return refusal;
        const { refused } = await judged(tx, line, asked, by, [line.asked_by!]);
        if (refused) return refused;
        await mustStillDecide(tx, line.asked_by!, 'decideStatements');
        return carryOut(tx, line, asked, by);
      }),

    /** What was asked for is turned down, or taken back by who asked. */
    reject: (lineId: number, { round, reason }: { round: number; reason: string }, by: LineDecider) =>
      onLocked(lineId, 'reject', async (tx, line) => {
        if (line.round !== round) return 'changed';
        await turning.turnDown(tx, `bank-line:${lineId}`, { by: by.personId, askedBy: line.asked_by });
        await createLinesRepository(tx).openAgain(line, 'reject');
        await note(tx, lineId, { action: 'rejected', by, words: reason });
        return 'done';
      }),

    /** Whether a line is the movement of the one that it is like. @param like that line, as it was read */
    async repeat(
      lineId: number,
      { like, same, reason }: { like: number; same: boolean; reason: string },
      by: LineDecider,
    ): Promise<LineOutcome> {
      const words = `№ ${like}: ${reason}`;
      if (same) return ask(lineId, { kind: 'repeat', reason: words }, by, like);
      const seen = await createLinesRepository(db).byId(lineId);
      if (seen?.contradicts && allows(BANK_LINE, seen.state, 'ask') && !seen.repeat_denied)
        return ask(lineId, { kind: 'another', reason: words }, by, like);
      return onLocked(lineId, 'deny-repeat', async (tx, line) => {
        if (line.repeats_line_id !== like) return 'changed';
        // Decided by two; meanwhile somebody has asked for something else, or it waits for a decision again.
        if (
          allows(BANK_LINE, line.state, 'reject') ||
          (line.contradicts && allows(BANK_LINE, line.state, 'ask'))
        )
          return 'over';
        if (line.repeat_denied) return 'over';
        const asked = { needed: line.asked_by === null ? 1 : 2, reason: words, by };
        const refused = await takenBackBy(tx, line, asked);
        if (refused) return refused;
        await lockNamed(tx, [line.names_settlement_id]);
        await createRelistingsRepository(tx).deny(line);
        await note(tx, lineId, { action: 'repeat-denied', by, words });
        return 'done';
      });
    },

    /**
     * A line that was to be returned or ignored is decided about again; of a large sum, of what two persons dropped, and of a
     * transfer that went back and names a sale, a second person says so too. Neither is one of the two who dropped it.
     */
    reopen: (lineId: number, reason: string, by: LineDecider): Promise<LineOutcome> =>
      onLocked(lineId, 'reopen', async (tx, line) => {
        const bySum = await judge.personsFor(tx, line.amount_tiyin);
        const needed = createLineProofs(tx).reopeners(line, bySum);
        const refused = await takenBackBy(tx, line, { needed, reason, by });
        if (refused) return refused;
        await createLinesRepository(tx).openAgain(line, 'reopen');
        await note(tx, lineId, { action: 'reopened', by, words: reason });
        return 'done';
      }),

    /**
     * Money that left: the payout or refund is paid by this line. A line without the account that it was sent to is matched by two
     * persons, with a reason.
     */
    match: (
      lineId: number,
      { reason = null, ...left }: Left & { reason?: string | null },
      by: LineDecider,
    ): Promise<LineOutcome> =>
      onLocked(lineId, 'ask', async (tx, line) => {
        const refused = await refusalOfMatch(tx, line, left, by);
        if (refused) return refused;
        const { account } = (await decisionsOf(tx, left).partOf(left.id))!;
        // Of money that was sent to no account, as to a card, the line alone proves nothing.
        if (account !== null && account === line.party_account) return settle(tx, line, left, by);
        if (reason === null) return 'other-account';
        await turning.mustMayAsk(tx, `bank-line:${lineId}`, by.personId);
        const asked = { kind: 'match', reason, ...paidBy(left) } as const;
        await createLinesRepository(tx).ask(line, asked, by.personId);
        await note(tx, lineId, { action: 'asked', by, words: reason });
        return 'done';
      }),
  };
}
