import { createIndemnity } from '#server/domains/money/wallet/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { DecisionKind } from '#server/platform/modules/index.ts';
import { BANK_LINE } from '#shared/lifecycles/bank-line.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { createLineProofs } from './line-proofs.repository.ts';
import { createLinesRepository } from './lines.repository.ts';
import type { BankLine } from './statement-tables.ts';

/** A transfer that came; null: there is none. */
async function transfer(on: AnyDb, lineId: number): Promise<BankLine | null> {
  const line = await createLinesRepository(on).byId(lineId);
  return line?.side === 'credit' ? line : null;
}

async function mustExist(on: AnyDb, lineId: number): Promise<BankLine> {
  const line = await transfer(on, lineId);
  if (!line) throw new Error(`line ${lineId} is no transfer that came`);
  return line;
}

/** What the bank calls it. */
const documentOf = (line: BankLine): string =>
  [line.document ?? line.reference, line.booked_on].filter(Boolean).join(', ');

/** The operator pays into its own account for buyers of cancelled sales: a line of a statement, which is no money of trade, once. */
export const indemnityIn: DecisionKind<'indemnity-in'> = {
  name: 'indemnity-in',
  subjectOf: ({ lineId }) => `bank-line:${lineId}`,

  async lock(tx, { lineId }) {
    await createLinesRepository(tx).lock(lineId);
    await createIndemnity(tx).sum();
  },

  async stateOf(on, { lineId }) {
    const line = await transfer(on, lineId);
    return line && { state: line.state, round: line.round };
  },

  concerns: async () => ({ personIds: [], lotId: null }),

  async money(on, { lineId }) {
    const line = await mustExist(on, lineId);
    return {
      ref: `bank-line:${lineId}`,
      amountTiyin: line.amount_tiyin,
      personIds: [],
      leaves: false,
      statedBy: [await createLineProofs(on).broughtBy(line.statement_id)],
    };
  },

  async judge(on, { lineId }) {
    const line = await mustExist(on, lineId);
    if (!allows(BANK_LINE, line.state, 'pay-in')) return 'nothing-to-do';
    // There is no way back from the operator's account: what a buyer has transferred never gets there, not even by two.
    if (line.names_settlement_id !== null) return 'names-a-sale';
    return (await createLineProofs(on).refusalOf(line)) === null ? null : 'repeated-line';
  },

  async preview(on, { lineId }) {
    const line = await mustExist(on, lineId);
    return [
      { fact: 'sum', type: 'money', tiyin: line.amount_tiyin },
      { fact: 'bankDocument', type: 'text', text: documentOf(line) },
      ...(line.party_name ? [{ fact: 'payer', type: 'text', text: line.party_name } as const] : []),
      { fact: 'account', type: 'money', tiyin: await createIndemnity(on).sum() },
    ];
  },

  async apply(tx, { lineId }, { proposedBy, decidedBy, reason }) {
    const line = await mustExist(tx, lineId);
    if (!allows(BANK_LINE, line.state, 'pay-in')) return 'nothing-to-do';
    await createIndemnity(tx).payIn({ lineId, amountTiyin: line.amount_tiyin, reason, actor: decidedBy });
    const lines = createLinesRepository(tx);
    await lines.decide(line, 'pay-in', { kind: 'ignore', reason }, { by: decidedBy, askedBy: proposedBy });
    await lines.step(lineId, 'paid-in', decidedBy, reason);
    return null;
  },
};
