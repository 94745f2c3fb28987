import { createCreditCorrections, createIndemnity } from '#server/domains/money/wallet/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import type { DecisionKind } from '#server/platform/modules/index.ts';
import { creditedLine, correctionKey, sayMoved, type CorrectCreditDeps } from './correct-credit.ts';
import { taskOfCorrection } from './credit-corrections.repository.ts';
import { createLinesRepository } from './lines.repository.ts';
import type { BankLine } from './statement-tables.ts';

export interface CreditClaimEndDeps extends CorrectCreditDeps {
  tasks: Pick<StaffTasksService, 'finishOccasion'>;
}

/** What is owed because a transfer was credited to the wrong person. */
interface Owed {
  line: BankLine;
  key: string;
  /** Who owes it. */
  debtor: string;
  /** Whose transfer it was. */
  owner: string;
  /** Who proposed to take it back. */
  proposedBy: string;
  decisionId: number;
  isOpen: boolean;
}

/** What is owed, or was, after the last correction of a line; null: it has none. */
export async function owedFor(on: AnyDb, lineId: number): Promise<Owed | null> {
  const credited = await creditedLine(on, lineId);
  if (!credited || credited.decisionId === null || credited.proposedBy === null) return null;
  const { line, holder: owner, decisionId, proposedBy } = credited;
  const key = correctionKey(decisionId);
  const corrections = createCreditCorrections(on);
  const claim = await corrections.claimByKey(key);
  if (!claim) return null;
  const isOpen = (await corrections.endOf(claim.id)) === undefined && !(await corrections.isCovered(key));
  return { line, key, debtor: claim.personId, owner, proposedBy, decisionId, isOpen };
}

async function mustBeOwed(on: AnyDb, lineId: number): Promise<Owed> {
  const owed = await owedFor(on, lineId);
  if (!owed) throw new Error(`nothing was taken back of line ${lineId}`);
  return owed;
}

/**
 * A transfer was taken back from who had it, who does not pay: the operator answers for it with money of its own, and whom it belongs to gets
 * it. The debt stays, and is the operator's from then on.
 */
export const creditClaimEnd = (deps: CreditClaimEndDeps): DecisionKind<'credit-claim-end'> => ({
  name: 'credit-claim-end',
  subjectOf: ({ lineId }) => `bank-line:${lineId}`,

  async lock(tx, { lineId }) {
    await createLinesRepository(tx).lock(lineId);
  },

  async stateOf(on, { lineId }) {
    const owed = await owedFor(on, lineId);
    return owed && { claim: owed.key, open: owed.isOpen };
  },

  async concerns(on, { lineId }) {
    const { debtor, owner } = await mustBeOwed(on, lineId);
    return { personIds: [debtor, owner], lotId: null };
  },

  async accounts(on, { lineId }) {
    const { debtor, owner } = await mustBeOwed(on, lineId);
    return [debtor, owner];
  },

  async money(on, { lineId }) {
    const { line, debtor, owner, proposedBy, decisionId } = await mustBeOwed(on, lineId);
    return {
      ref: `credit-cover:${decisionId}`,
      amountTiyin: line.amount_tiyin,
      personIds: [debtor, owner],
      leaves: false,
      // Who says that the transfer is the owner's is none of the two who have the operator pay it, above the limit.
      statedBy: [proposedBy],
    };
  },

  async judge(on, { lineId }) {
    const { line, isOpen } = await mustBeOwed(on, lineId);
    if (!isOpen) return 'nothing-to-do';
    return (await createIndemnity(on).sum()) < line.amount_tiyin ? 'not-enough' : null;
  },

  async preview(on, { lineId }) {
    const { line, debtor, owner } = await mustBeOwed(on, lineId);
    const names = await deps.namesOf([debtor, owner]);
    return [
      { fact: 'sum', type: 'money', tiyin: line.amount_tiyin },
      { fact: 'credited-to', type: 'text', text: names.get(debtor) ?? '' },
      { fact: 'belongs-to', type: 'text', text: names.get(owner) ?? '' },
      { fact: 'account', type: 'money', tiyin: await createIndemnity(on).sum() },
    ];
  },

  async apply(tx, { lineId }, { decidedBy, document }) {
    const { line, key, debtor, owner } = await mustBeOwed(tx, lineId);
    const corrections = createCreditCorrections(tx);
    await corrections.lock(debtor, owner);
    // It may have been paid before the accounts were locked.
    if (!(await mustBeOwed(tx, lineId)).isOpen) return 'nothing-to-do';
    if ((await createIndemnity(tx).sum()) < line.amount_tiyin) return 'not-enough';
    const sum = { key, amountTiyin: line.amount_tiyin, reference: `bank-line:${lineId}`, actor: decidedBy };
    await corrections.cover({ ...sum, personId: debtor });
    await corrections.move({ ...sum, personId: owner });
    await sayMoved(tx, deps.notifications, { line, personId: owner, key });
    const by = { personId: decidedBy, name: '' };
    await deps.tasks.finishOccasion(taskOfCorrection(key), by, document ?? '', tx);
    return null;
  },
});
