import type { AnyDb } from '#server/platform/database/index.ts';
import type { DecisionKind } from '#server/platform/modules/index.ts';
import { createStatementsRepository } from './statements.repository.ts';
import type { BankStatement } from './statement-tables.ts';

async function mustExist(on: AnyDb, statementId: number): Promise<BankStatement> {
  const statement = await createStatementsRepository(on).byId(statementId);
  if (!statement) throw new Error(`there is no statement ${statementId}`);
  return statement;
}

/**
 * Two persons have compared a statement with the bank's own paper: statements follow on it. The first one of an account, one after a
 * gap, and one whose days another one has need that.
 */
export const confirmStatement: DecisionKind<'confirm-statement'> = {
  name: 'confirm-statement',
  subjectOf: ({ statementId }) => `bank-statement:${statementId}`,

  lock: (tx) => createStatementsRepository(tx).lockImports(),

  async stateOf(on, { statementId }) {
    const statement = await createStatementsRepository(on).byId(statementId);
    return statement && { mark: statement.file_sha256, lines: statement.added_count };
  },

  concerns: async () => ({ personIds: [], lotId: null }),

  async judge(on, { statementId }) {
    const { unbroken, opening_tiyin: opening, closing_tiyin: closing } = await mustExist(on, statementId);
    if (unbroken) return 'nothing-to-do';
    return opening === null || closing === null ? 'no-balances' : null;
  },

  async preview(on, { statementId }) {
    const statement = await mustExist(on, statementId);
    const { from_day: from, to_day: to, opening_tiyin: opening, closing_tiyin: closing } = statement;
    const before = from && (await createStatementsRepository(on).closingBefore(statement.account, from));
    return [
      { fact: 'file', type: 'text', text: statement.file_name },
      ...(from && to ? [{ fact: 'days', type: 'text', text: `${from} – ${to}` } as const] : []),
      ...(before === null ? [] : [{ fact: 'closing-before', type: 'money', tiyin: Number(before) } as const]),
      { fact: 'opening', type: 'money', tiyin: opening! },
      { fact: 'came', type: 'money', tiyin: statement.credit_tiyin },
      { fact: 'left', type: 'money', tiyin: statement.debit_tiyin },
      { fact: 'closing', type: 'money', tiyin: closing! },
    ];
  },

  async apply(tx) {
    await createStatementsRepository(tx).judgeChain();
    return null;
  },
};
