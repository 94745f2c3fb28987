import { csvRecords, delimiterOf, isDamaged, type CsvRecord } from '#server/platform/csv/index.ts';
import type { RowRefusal } from '#shared/api/bank-statements.ts';
import { columnsOf, factOf, sideOf, type CsvColumn } from './csv-columns.ts';
import {
  beginningOf,
  createBreather,
  emptyStatement,
  type ParsedFile,
  type ParsedLine,
  type ParsedStatement,
} from './parsed-statement.ts';
import { stirIn } from './purpose.ts';
import { readDay, readMoney } from '#server/platform/csv/index.ts';

type Columns = ReadonlyMap<CsvColumn, number>;

const orNull = (text: string): string | null => (text === '' ? null : text);
/** Letters of a cell that are stored. */
const CELL_MAX = 1_000;

/** The sum and its side; a reason where they are not certain. */
function sumOf(cell: (column: CsvColumn) => string): Pick<ParsedLine, 'side' | 'amountTiyin'> | RowRefusal {
  const read = (text: string) => (text === '' || text === '-' ? 0 : readMoney(text));
  const debit = read(cell('debit'));
  const credit = read(cell('credit'));
  if (debit === null || credit === null) return 'amount';
  if (debit !== 0 || credit !== 0) {
    if (debit !== 0 && credit !== 0) return 'two-sums';
    const [side, sum] = credit === 0 ? (['debit', debit] as const) : (['credit', credit] as const);
    // A reversal: a negative sum of one side is a movement of the other.
    if (sum < 0) return { side: side === 'debit' ? 'credit' : 'debit', amountTiyin: -sum };
    return { side, amountTiyin: sum };
  }
  const amount = read(cell('amount'));
  if (!amount) return 'amount';
  const named = cell('direction');
  if (named === '') return { side: amount > 0 ? 'credit' : 'debit', amountTiyin: Math.abs(amount) };
  const side = sideOf(named);
  if (!side) return 'direction';
  return amount < 0 && side === 'credit' ? 'direction' : { side, amountTiyin: Math.abs(amount) };
}

function lineOf(record: CsvRecord, columns: Columns, width: number): ParsedLine | RowRefusal {
  if (record.broken) return 'quote';
  if (isDamaged(record.text)) return 'damaged';
  if (record.cells.length !== width) return 'columns';
  const cell = (column: CsvColumn): string => {
    const at = columns.get(column);
    return at === undefined ? '' : (record.cells[at] ?? '').slice(0, CELL_MAX);
  };
  const currency = cell('currency').toUpperCase();
  if (currency !== '' && !['UZS', '000', '860', 'СУМ', 'SOʻM'].includes(currency)) return 'currency';
  const bookedOn = readDay(cell('bookedOn'));
  const valueOn = cell('valueOn') === '' ? bookedOn : readDay(cell('valueOn'));
  if (!bookedOn || !valueOn) return 'date';
  const sum = sumOf(cell);
  if (typeof sum === 'string') return sum;
  const purpose = cell('purpose').replace(/\s+/g, ' ');
  const stir = cell('partyStir').replace(/\D/g, '');
  return {
    ...{ row: record.row, bookedOn, valueOn, ...sum, purpose },
    reference: orNull(cell('reference')),
    document: orNull(cell('document')),
    partyName: orNull(cell('partyName').replace(/\s+/g, ' ')),
    partyAccount: orNull(cell('partyAccount').replace(/\s/g, '')),
    partyMfo: orNull(cell('partyMfo')),
    partyStir: stir === '' ? stirIn(cell('partyName')) : stir,
  };
}

/** Takes a row beside the table; false: it is none, or what it states cannot be read. */
function takeFact(statement: ParsedStatement, cells: readonly string[], columns: Columns | null): boolean {
  const found = factOf(cells);
  if (!found) return false;
  const [value = ''] = found.values;
  const money = readMoney(value);
  switch (found.fact) {
    case 'account': {
      const account = /\d{20}/.exec(value.replace(/\s/g, ''));
      if (account) statement.account ??= account[0];
      return account !== null;
    }
    case 'number':
      statement.number ??= orNull(value.slice(0, 50));
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
      statement.currency ??= orNull(value.toUpperCase().slice(0, 10));
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
        const at = columns?.get(column);
        return at === undefined ? null : readMoney(cells[at] ?? '');
      };
      statement.totalDebitTiyin = sum('debit') ?? statement.totalDebitTiyin;
      statement.totalCreditTiyin = sum('credit') ?? statement.totalCreditTiyin;
      return true;
    }
  }
}

/** Is a sum the last thing of a row? Cut off, it would be a smaller one. */
const endsWithSum = (columns: Columns, width: number): boolean =>
  (['debit', 'credit', 'amount'] as const).some((column) => columns.get(column) === width - 1);

const hasChecks = ({ openingTiyin, closingTiyin, totalCreditTiyin }: ParsedStatement): boolean =>
  (openingTiyin !== null && closingTiyin !== null) || totalCreditTiyin !== null;

/** A statement as CSV, by the names of its columns. After the header every row is a line, a stated sum, or refused by name. */
export async function parseCsv(text: string): Promise<ParsedFile> {
  const statement = emptyStatement();
  const file: ParsedFile = { format: 'csv', statements: [statement], refused: [] };
  const breathe = createBreather();
  let columns: Columns | null = null;
  let width = 0;
  let lastRow: CsvRecord | null = null;
  for (const record of csvRecords(text, delimiterOf(text))) {
    await breathe();
    lastRow = record;
    if (!columns) {
      columns = record.broken ? null : columnsOf(record.cells);
      width = record.cells.length;
      if (!columns) takeFact(statement, record.cells, null);
      continue;
    }
    const line = lineOf(record, columns, width);
    if (typeof line !== 'string') statement.lines.push(line);
    else if (record.cells.some((cell) => cell !== '') && !takeFact(statement, record.cells, columns))
      file.refused.push({ row: record.row, reason: line, text: beginningOf(record.text) });
  }
  if (!columns) return { ...file, statements: [] };
  const last = statement.lines.at(-1);
  if (
    lastRow?.unfinished &&
    last?.row === lastRow.row &&
    endsWithSum(columns, width) &&
    !hasChecks(statement)
  ) {
    statement.lines.pop();
    file.refused.push({ row: last.row, reason: 'unfinished', text: beginningOf(lastRow.text) });
  }
  return file;
}
