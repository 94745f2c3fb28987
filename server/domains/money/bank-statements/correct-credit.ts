import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { createCreditCorrections, type DebtBook } from '#server/domains/money/wallet/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { DecisionKind } from '#server/platform/modules/index.ts';
import { BANK_LINE } from '#shared/lifecycles/bank-line.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import {
  isPerson,
  lastCorrection,
  ownersOfCorrections,
  taskOfCorrection,
} from './credit-corrections.repository.ts';
import { createLineProofs } from './line-proofs.repository.ts';
import { createLinesRepository } from './lines.repository.ts';
import type { BankLine } from './statement-tables.ts';

export interface CorrectCreditDeps {
  notifications: Pick<Notifications, 'notify'>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Key of the movements of a correction. */
export const correctionKey = (decisionId: number): string => `correction:${decisionId}`;
const referenceOf = (lineId: number): string => `bank-line:${lineId}`;

/** A credited line, and who has its money by what was decided last. */
interface Credited {
  line: BankLine;
  holder: string;
  /** The last correction; null: there was none. */
  decisionId: number | null;
  /** Who proposed it. */
  proposedBy: string | null;
}

/** A credited line and who has its money; null: it is credited to no one. */
export async function creditedLine(on: AnyDb, lineId: number): Promise<Credited | null> {
  const line = await createLinesRepository(on).byId(lineId);
  if (!line || line.state !== stateAfter(BANK_LINE, 'credit') || line.person_id === null) return null;
  const last = await lastCorrection(on, lineId);
  return {
    line,
    holder: last?.personId ?? line.person_id,
    decisionId: last?.id ?? null,
    proposedBy: last?.proposedBy ?? null,
  };
}

async function mustBeCredited(on: AnyDb, lineId: number): Promise<Credited> {
  const found = await creditedLine(on, lineId);
  if (!found) throw new Error(`line ${lineId} is credited to no one`);
  return found;
}

/** Has the one before reached whom it belongs to? Nothing is taken from who does not have it yet. */
async function isUnderway(on: AnyDb, decisionId: number | null): Promise<boolean> {
  if (decisionId === null) return false;
  const corrections = createCreditCorrections(on);
  const key = correctionKey(decisionId);
  const claim = await corrections.claimByKey(key);
  if (!claim || (await corrections.endOf(claim.id)) !== undefined) return false;
  return !(await corrections.isCovered(key));
}

/** Tells a person that a transfer of theirs is on the balance, in the transaction that moves it. */
export const sayMoved = (
  tx: AnyDb,
  notifications: Pick<Notifications, 'notify'>,
  { line, personId, key }: { line: BankLine; personId: string; key: string },
): Promise<unknown> =>
  notifications.notify(tx, {
    personId,
    key: `${key}:credited`,
    template: 'transfer-credited',
    params: { amountTiyin: line.amount_tiyin, valueOnMs: Date.parse(`${line.value_on}T00:00:00+05:00`) },
  });

/**
 * A transfer was credited to the wrong person: who has it owes it from now on, and what is on their balance pays it at once; the rest is
 * collected as every other debt. Whom it belongs to gets it when it is paid whole. The line stays as it was decided.
 */
export const correctCredit = (deps: CorrectCreditDeps): DecisionKind<'correct-credit'> => ({
  name: 'correct-credit',
  subjectOf: ({ lineId }) => `bank-line:${lineId}`,

  async lock(tx, { lineId }) {
    await createLinesRepository(tx).lock(lineId);
  },

  async stateOf(on, { lineId }) {
    const found = await creditedLine(on, lineId);
    return found && { holder: found.holder, correction: found.decisionId };
  },

  async concerns(on, { lineId, personId }) {
    return { personIds: [(await mustBeCredited(on, lineId)).holder, personId], lotId: null };
  },

  accounts: async (on, { lineId, personId }) => [(await mustBeCredited(on, lineId)).holder, personId],

  async money(on, { lineId, personId }) {
    const { line, holder, decisionId } = await mustBeCredited(on, lineId);
    return {
      // Corrections of the line before this one count.
      ref: `credit-correction:after-${decisionId ?? `line-${lineId}`}`,
      amountTiyin: line.amount_tiyin,
      personIds: [holder, personId],
      leaves: false,
      statedBy: [await createLineProofs(on).broughtBy(line.statement_id)],
    };
  },

  async judge(on, { lineId, personId }) {
    const { holder, decisionId } = await mustBeCredited(on, lineId);
    if (holder === personId || (await isUnderway(on, decisionId))) return 'nothing-to-do';
    return (await isPerson(on, personId)) ? null : 'no-account';
  },

  async preview(on, { lineId, personId }) {
    const { line, holder } = await mustBeCredited(on, lineId);
    const names = await deps.namesOf([holder, personId]);
    return [
      { fact: 'sum', type: 'money', tiyin: line.amount_tiyin },
      {
        fact: 'bankDocument',
        type: 'text',
        text: `${line.document ?? line.reference ?? '-'}, ${line.booked_on}`,
      },
      ...(line.party_name ? [{ fact: 'payer', type: 'text', text: line.party_name } as const] : []),
      { fact: 'credited-to', type: 'text', text: names.get(holder) ?? '' },
      { fact: 'belongs-to', type: 'text', text: names.get(personId) ?? '' },
    ];
  },

  async apply(tx, { lineId, personId }, { decidedBy, decisionId, reason }) {
    const { line } = await mustBeCredited(tx, lineId);
    // This decision counts as the last one by now.
    const before = (await lastCorrection(tx, lineId, decisionId))?.personId ?? line.person_id!;
    const key = correctionKey(decisionId);
    const sum = { key, amountTiyin: line.amount_tiyin, reference: referenceOf(lineId), actor: decidedBy };
    const corrections = createCreditCorrections(tx);
    await corrections.lock(before, personId);
    const isPaid = await corrections.claim({ ...sum, personId: before });
    await deps.notifications.notify(tx, {
      personId: before,
      key,
      template: 'credit-taken-back',
      params: { amountTiyin: line.amount_tiyin, reason },
    });
    if (!isPaid) return null;
    await corrections.move({ ...sum, personId });
    await sayMoved(tx, deps.notifications, { line, personId, key });
    return null;
  },
});

/** How corrections hear that they were paid as debts: whom the transfer belongs to gets it, or the operator who has answered for it. */
export function createCorrectionBook(
  notifications: Pick<Notifications, 'notify'>,
  tasks: Pick<StaffTasksService, 'finishOccasion'>,
): DebtBook {
  async function ownersOf(tx: AnyDb, journalIds: readonly number[]) {
    const claims = await createCreditCorrections(tx).claimsOf(journalIds);
    const owners = await ownersOfCorrections(
      tx,
      claims.map(({ key }) => key),
    );
    return claims.map((claim) => ({ claim, ...owners.find(({ key }) => key === claim.key)! }));
  }

  return {
    lock: async (tx, journalIds) => (await ownersOf(tx, journalIds)).map(({ personId }) => personId),

    async paid(tx, journalIds, actor) {
      for (const { claim, key, personId, lineId } of await ownersOf(tx, journalIds)) {
        const { amountTiyin, reference } = claim;
        const corrections = createCreditCorrections(tx);
        // Its owner has it: the debt was the operator's.
        if (await corrections.recover(key, actor)) continue;
        await corrections.move({ key, personId, amountTiyin, reference, actor });
        await tasks.finishOccasion(taskOfCorrection(key), { personId: actor, name: '' }, '', tx);
        const line = await createLinesRepository(tx).byId(Number(lineId));
        await sayMoved(tx, notifications, { line: line!, personId, key });
      }
    },
  };
}
