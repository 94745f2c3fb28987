import { lockSales, type LotsRepository } from '#server/domains/trade/lots/index.ts';
import { canWithdraw, createProtestsRepository, judgeProtest } from '#server/domains/trade/protests/index.ts';
import { ownProtestUntil } from '#server/domains/trade/trade-applications/index.ts';
import { deadlineAfter } from '#server/domains/content/reference/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { ProtestRefusal } from '#shared/lifecycles/protest.ts';
import { PROTEST_ADMISSION_DAYS, PROTEST_FILES_MS } from '#shared/limits/protests.ts';
import type { ProtestSteps } from './protest-steps.ts';

export interface FileProtestDeps {
  db: AnyDb;
  lots: Pick<LotsRepository, 'get'>;
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
export function createFileProtest({ db, lots, steps, isSamePerson }: FileProtestDeps) {
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
        const now = await protests.now();
        const until = await ownProtestUntil(tx, lot, personId, { calendar, now });
        const judged = await judgeProtest({ isSamePerson }, tx, { lot, until, personId, isStaff, now });
        if ('refusal' in judged) return { outcome: 'refused', reason: judged.refusal };
        const atLeast = new Date(now.getTime() + PROTEST_FILES_MS);
        const admitBy = deadlineAfter(calendar, now, PROTEST_ADMISSION_DAYS);
        const { id } = await protests.file({
          lotId,
          personId,
          text,
          admitBy,
          bidderNumber: judged.bidderNumber,
          filesUntil: until !== null && until > atLeast ? until : atLeast,
        });
        const row = (await protests.rowOf(id))!;
        await steps.note(tx, row, { note: 'protest-filed', by: { kind: 'system' }, why: text });
        await steps.say(tx, row, personId, 'filed', {
          template: 'protest-filed',
          params: { ...steps.about(row), admitByMs: admitBy.getTime() },
        });
        if ((await protests.openOfLot(lotId)).length === 1)
          await steps.tellPaidBuyer(tx, row, 'paid-sale-paused');
        return { outcome: 'filed', already: false, protestId: id };
      });
    },

    /** While the customer has not answered. @throws when the protest is another person’s */
    async withdraw(protestId: number, personId: string): Promise<WithdrawOutcome> {
      const done = await steps.inHand<WithdrawOutcome>(protestId, async (hand) => {
        const { tx, protests, row } = hand;
        if (row.person_id !== personId) throw new Error(`protest ${protestId} is another person’s`);
        if (row.state === 'withdrawn') return { outcome: 'withdrawn', already: true };
        if (!canWithdraw(row)) return { outcome: 'over' };
        await protests.move(row, 'withdraw', { actor: personId, action: 'withdrawn' });
        await steps.note(tx, row, { note: 'protest-withdrawn', by: { kind: 'system' }, why: '' });
        // The customer was notified only once it was admitted.
        if (row.state === 'admitted')
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
