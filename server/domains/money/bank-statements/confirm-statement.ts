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
 * Two persons have compared a statement with the bank's own paper: statements follow on it, and its lines are credited again where
 * another file says other things of its days. That other one is in doubt then, also where two had confirmed it before. The first one of an account, one after a gap, and one whose days another one has need that.
 */
export const confirmStatement: DecisionKind<'confirm-statement'> = {
  name: 'confirm-statement',
  subjectOf: ({ statementId }) => `bank-statement:${statementId}`,

  lock: (tx) => createStatementsRepository(tx).lockImports(),

  async stateOf(on, { statementId }) {
    const statement = await createStatementsRepository(on).byId(statementId);
    if (!statement) return null;
    const { file_sha256: mark, added_count: lines, doubted } = statement;
    return { mark, lines, doubted };
  },

  concerns: async () => ({ personIds: [], lotId: null }),

  async judge(on, { statementId }) {
    const statement = await mustExist(on, statementId);
    const { unbroken, doubted, opening_tiyin: opening, closing_tiyin: closing } = statement;
    if (doubted) return null;
    if (unbroken) return 'nothing-to-do';
    return opening === null || closing === null ? 'no-balances' : null;
  },

  async preview(on, { statementId }) {
    const statement = await mustExist(on, statementId);
    const { from_day: from, to_day: to, opening_tiyin: opening, closing_tiyin: closing } = statement;
    const statements = createStatementsRepository(on);
    const before = from && (await statements.closingBefore(statement.account, from, opening));
    const others =
      from && to && statement.doubted ? await statements.overlapping(statement.account, from, to) : [];
    const names = others.filter(({ id }) => id !== statementId).map(({ file_name: name }) => name);
    return [
      { fact: 'file', type: 'text', text: statement.file_name },
      ...(from && to ? [{ fact: 'days', type: 'text', text: `${from} – ${to}` } as const] : []),
      ...(before === null ? [] : [{ fact: 'closing-before', type: 'money', tiyin: Number(before) } as const]),
      ...(names.length === 0 ? [] : [{ fact: 'same-days', type: 'text', text: names.join(', ') } as const]),
      ...(opening === null ? [] : [{ fact: 'opening', type: 'money', tiyin: opening } as const]),
      { fact: 'came', type: 'money', tiyin: statement.credit_tiyin },
      { fact: 'left', type: 'money', tiyin: statement.debit_tiyin },
      ...(closing === null ? [] : [{ fact: 'closing', type: 'money', tiyin: closing } as const]),
    ];
  },

  async apply(tx, { statementId }) {
    const statements = createStatementsRepository(tx);
    await statements.confirm(statementId);
    await statements.judgeChain();
    return null;
  },
};
