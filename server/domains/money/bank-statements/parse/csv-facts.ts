import { readDay, readMoney } from '#server/platform/tables/index.ts';
import { factOf, type Columns } from './csv-columns.ts';
import { accountIn, statementNumber, type ParsedStatement } from './parsed-statement.ts';

/** Takes a row beside the table; false: it is none, or what it states cannot be read. */
export function takeFact(
  statement: ParsedStatement,
  cells: readonly string[],
  columns: Columns | null,
): boolean {
  const found = factOf(cells);
  if (!found) return false;
  const [value = ''] = found.values;
  const money = readMoney(value);
  switch (found.fact) {
    case 'account': {
      const account = accountIn(value);
      if (account) statement.account ??= account;
      return account !== null;
    }
    case 'number':
      statement.number ??= statementNumber(value);
      return true;
    case 'period': {
      const days = [...found.values.join(' ').matchAll(/\d[\d./-]{7,9}/g)].flatMap(
        ([day]) => readDay(day) ?? [],
      );
      statement.fromDay ??= days[0] ?? null;
      statement.toDay ??= days.at(-1) ?? null;
      return days.length > 0;
    }
    case 'currency':
      statement.currency ??= value.toUpperCase().slice(0, 10) || null;
      return true;
    case 'opening':
      statement.openingTiyin ??= money;
      return money !== null;
    case 'closing':
      statement.closingTiyin = money ?? statement.closingTiyin;
      return money !== null;
    case 'totalDebit':
      statement.totalDebitTiyin = money ?? statement.totalDebitTiyin;
      return money !== null;
    case 'totalCredit':
      statement.totalCreditTiyin = money ?? statement.totalCreditTiyin;
      return money !== null;
    case 'totals': {
      const sum = (column: 'debit' | 'credit') => {
        const [at] = columns?.get(column) ?? [];
        return at === undefined ? null : readMoney(cells[at] ?? '');
      };
      statement.totalDebitTiyin = sum('debit') ?? statement.totalDebitTiyin;
      statement.totalCreditTiyin = sum('credit') ?? statement.totalCreditTiyin;
      return true;
    }
  }
}
