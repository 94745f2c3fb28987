import { lockSales, type LotsRepository } from '#server/domains/trade/lots/index.ts';
import { createSecondOffersRepository } from '#server/domains/trade/second-offers/index.ts';
import {
  createProtestsRepository,
  judgeProtest,
  protestUntilOf,
  type ProtestRow,
} from '#server/domains/trade/protests/index.ts';
import { deadlineAfter, type WorkingCalendar } from '#server/domains/content/reference/index.ts';
import { createSettlementsRepository } from '#server/domains/money/settlements/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { ProtestRefusal } from '#shared/lifecycles/protest.ts';
import { PROTEST_ANSWER_DAYS, PROTEST_FILES_MS } from '#shared/limits/protests.ts';
import type { ProtestSteps } from './protest-steps.ts';
import type { SalesClock } from '../selling/sales-clock.ts';

type Lot = NonNullable<Awaited<ReturnType<LotsRepository['get']>>>;

export interface FileProtestDeps {
  db: AnyDb;
  lots: Pick<LotsRepository, 'get'>;
  clock: Pick<SalesClock, 'pause'>;
  steps: ProtestSteps;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
}

export type FileOutcome =
  | { outcome: 'filed'; already: boolean; protestId: number }
  | { outcome: 'refused'; reason: ProtestRefusal }
  | { outcome: 'no-lot' };

export type WithdrawOutcome = { outcome: 'withdrawn'; already: boolean } | { outcome: 'over' };

export type FileProtest = ReturnType<typeof createFileProtest>;

/**
 * A participant protests against the result of an auction, or withdraws the protest. Judged by the clock of the database under
 * the lock of the lot's sales: of a protest and a default, a payment or a payout at one moment the first with the lock decides.
 */
export function createFileProtest({ db, lots, clock, steps, isSamePerson }: FileProtestDeps) {
  /** The customer is asked; where there is none, or no order to answer by, staff decide at once. */
  async function ask(tx: AnyDb, row: ProtestRow, calendar: WorkingCalendar): Promise<void> {
    const { order_id: orderId, answer_by: answerBy } = row;
    const noted = await steps.note(tx, row, { note: 'protest-filed', by: { kind: 'system' }, why: row.text });
    if (noted && orderId !== null && row.seller !== null) {
      await steps.say(tx, row, row.person_id, 'filed', {
        template: 'protest-filed',
        params: { ...steps.about(row), answerByMs: answerBy.getTime() },
      });
      await steps.say(tx, row, row.seller, 'to-answer', {
        template: 'protest-to-answer',
        params: { ...steps.about(row), orderId, answerByMs: answerBy.getTime() },
      });
      return;
    }
    const protests = createProtestsRepository(tx);
    await protests.move(row, 'fall-unanswered', { actor: 'rules', action: 'unanswered' });
    await steps.say(tx, row, row.person_id, 'filed', {
      template: 'protest-to-staff',
      params: steps.about(row),
    });
    await steps.toDecide(tx, row, calendar, await protests.now());
  }

  /** Is this, under whatever account, who has to pay for the lot, or to answer the offer? */
  async function hasToAct(tx: AnyDb, lot: Lot, personId: string): Promise<boolean> {
    const settlements = createSettlementsRepository(tx);
    const waiting = await settlements.lockWaiting(lot.id);
    const offer = await createSecondOffersRepository(tx).lockOpenOf(lot.id);
    // Between the hammer and its settlement the winner has to pay already.
    const winner = (await settlements.lastOfLot(lot.id)) ? null : lot.winner_person_id;
    for (const id of [winner, offer?.person_id, ...waiting.map(({ person_id }) => person_id)])
      if (id && (await isSamePerson(tx, personId, id))) return true;
    return false;
  }

  return {
    /** Once for each person and lot: a repeat answers the first one. */
    async file(asked: {
      lotId: number;
      personId: string;
      isStaff: boolean;
      text: string;
    }): Promise<FileOutcome> {
      const { lotId, personId, isStaff, text } = asked;
      if (!(await lots.get(lotId))) return { outcome: 'no-lot' };
      const { calendar } = await steps.rulesOf(lotId);
      return inTransaction(db, async (tx): Promise<FileOutcome> => {
        await lockSales(tx, lotId);
        const protests = createProtestsRepository(tx);
        const before = await protests.ofPerson(lotId, personId);
        if (before) return { outcome: 'filed', already: true, protestId: before.id };
        const lot = await steps.lotOf(tx, lotId);
        const until = protestUntilOf(lot, calendar);
        const now = await protests.now();
        const judged = await judgeProtest({ isSamePerson }, tx, { lot, until, personId, isStaff, now });
        if ('refusal' in judged) return { outcome: 'refused', reason: judged.refusal };
        const atLeast = new Date(now.getTime() + PROTEST_FILES_MS);
        const pauses = !(await hasToAct(tx, lot, personId));
        const { id } = await protests.file({
          lotId,
          personId,
          text,
          pauses,
          bidderNumber: judged.bidderNumber,
          filesUntil: until !== null && until > atLeast ? until : atLeast,
          answerBy: deadlineAfter(calendar, now, PROTEST_ANSWER_DAYS),
        });
        if (pauses) await clock.pause(tx, lot, { calendar }, `protest:${id}`);
        const row = (await protests.rowOf(id))!;
        if ((await protests.openOfLot(lotId)).length === 1)
          await steps.tellPaidBuyer(tx, row, 'paid-sale-paused');
        await ask(tx, row, calendar);
        return { outcome: 'filed', already: false, protestId: id };
      });
    },

    /** While the customer has not answered. @throws when the protest is another person’s */
    async withdraw(protestId: number, personId: string): Promise<WithdrawOutcome> {
      const done = await steps.inHand<WithdrawOutcome>(protestId, async (hand) => {
        const { tx, protests, row } = hand;
        if (row.person_id !== personId) throw new Error(`protest ${protestId} is another person’s`);
        if (row.state === 'withdrawn') return { outcome: 'withdrawn', already: true };
        if (row.state !== 'filed') return { outcome: 'over' };
        await protests.move(row, 'withdraw', { actor: personId, action: 'withdrawn' });
        await steps.note(tx, row, { note: 'protest-withdrawn', by: { kind: 'system' }, why: '' });
        await steps.say(tx, row, row.seller, 'withdrawn', {
          template: 'protest-withdrawn',
          params: steps.about(row),
        });
        await steps.goOn(hand);
        return { outcome: 'withdrawn', already: false };
      });
      if (!done) throw new Error(`there is no protest ${protestId}`);
      return done;
    },
  };
}
