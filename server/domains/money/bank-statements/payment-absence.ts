import { lockSales } from '#server/domains/trade/lots/index.ts';
import {
  createSettlementsRepository,
  isOpen,
  missingTransfer,
  type Settlement,
} from '#server/domains/money/settlements/index.ts';
import type { MoneyJudge } from '#server/domains/money/staff-money/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { DecisionKind } from '#server/platform/modules/index.ts';
import { createValueDates } from './value-dates.repository.ts';

export interface PaymentAbsenceDeps {
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  tasks: Pick<StaffTasksService, 'finishOccasion'>;
  moneyJudge: Pick<MoneyJudge, 'isOneOf' | 'areSame'>;
}

const deadlineOf = ({ grace_until: grace, due_at: due }: Settlement): Date => grace ?? due;

async function mustExist(on: AnyDb, settlementId: number): Promise<Settlement> {
  const settlement = await createSettlementsRepository(on).byId(settlementId);
  if (!settlement) throw new Error(`there is no settlement ${settlementId}`);
  return settlement;
}

/**
 * That a buyer with a payment order did not pay is read from a statement which does not name the payment. Two persons confirm it
 * before the sale is lost: by an unbroken statement of the last day, or when none came in time by the bank's answer. So they do about a
 * transfer that one person alone brought and that no one else has borne out in time, with or without a payment order.
 */
export const paymentAbsence = ({
  namesOf,
  tasks,
  moneyJudge,
}: PaymentAbsenceDeps): DecisionKind<'payment-absence'> => ({
  name: 'payment-absence',
  subjectOf: ({ settlementId }) => `settlement:${settlementId}`,

  async lock(tx, { settlementId }) {
    const seen = await createSettlementsRepository(tx).byId(settlementId);
    if (!seen) return;
    await lockSales(tx, seen.lot_id);
    await createSettlementsRepository(tx).lock(settlementId);
  },

  async stateOf(on, { settlementId }) {
    const settlement = await createSettlementsRepository(on).byId(settlementId);
    return (
      settlement && {
        deadline: deadlineOf(settlement).getTime(),
        paidTiyin: settlement.paid_tiyin,
        open: isOpen(settlement.state),
      }
    );
  },

  async concerns(on, { settlementId }) {
    const { person_id: personId, lot_id: lotId } = await mustExist(on, settlementId);
    return { personIds: [personId], lotId };
  },

  async judge(on, { settlementId }) {
    const settlement = await mustExist(on, settlementId);
    const deadline = deadlineOf(settlement);
    if (settlement.no_transfer_by?.getTime() === deadline.getTime()) return 'nothing-to-do';
    const now = await createSettlementsRepository(on).now();
    if (!isOpen(settlement.state) || settlement.paused_at !== null || settlement.default_at > now)
      return 'not-late';
    const dates = createValueDates(on, moneyJudge);
    const { namedTiyin, holdingTiyin } = await dates.underway(settlementId, deadline);
    if (holdingTiyin > 0) return 'transfer-waits';
    // What one person alone brought is asked about at the bank, whose answer is the document.
    if (settlement.bank_order_at === null) return namedTiyin > 0 ? null : 'nothing-to-do';
    const until = settlement.statement_until;
    const proven = (until !== null && until <= now) || (await dates.hasStatementOf(deadline));
    return proven ? null : 'statement-missing';
  },

  async preview(on, { settlementId }) {
    const settlement = await mustExist(on, settlementId);
    const name = (await namesOf([settlement.person_id])).get(settlement.person_id);
    const sum = settlement.bank_order_tiyin;
    const { namedTiyin } = await createValueDates(on, moneyJudge).underway(
      settlementId,
      deadlineOf(settlement),
    );
    return [
      ...(namedTiyin === 0 ? [] : [{ fact: 'unproven-transfer', type: 'money', tiyin: namedTiyin } as const]),
      ...(sum === null ? [] : [{ fact: 'sum', type: 'money', tiyin: sum } as const]),
      { fact: 'deadline', type: 'time', atMs: deadlineOf(settlement).getTime() },
      ...(name ? [{ fact: 'person', type: 'text', text: name } as const] : []),
      { fact: 'lot', type: 'lot', lotId: settlement.lot_id },
    ];
  },

  async apply(tx, { settlementId }, { decidedBy, document }) {
    const settlement = await mustExist(tx, settlementId);
    const name = (await namesOf([decidedBy])).get(decidedBy) ?? '';
    const by = { personId: decidedBy, name };
    await tasks.finishOccasion(missingTransfer(settlement), by, document ?? '', tx);
    await createSettlementsRepository(tx).confirmNoTransfer(settlementId, deadlineOf(settlement));
    return null;
  },
});
