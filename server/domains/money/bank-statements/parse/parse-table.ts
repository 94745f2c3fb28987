import {
  isDamaged,
  readDay,
  readMoney,
  tableHeads,
  type Table,
  type TableHeads,
  type TableRow,
} from '#server/platform/tables/index.ts';
import type { BankSide, RowRefusal } from '#shared/api/console/bank-statements.ts';
import { stripInvisible } from '#shared/text/index.ts';
import { columnsOf, isUzs, sideOf, type Columns, type CsvColumn, type Party } from './csv-columns.ts';
import { takeFact } from './csv-facts.ts';
import {
  accountIn,
  createBreather,
  emptyStatement,
  lineText,
  refusedRow,
  isAfter,
  TEXT_MAX,
  type ParsedFile,
  type ParsedLine,
  type ParsedStatement,
  type RefusedRow,
} from './parsed-statement.ts';
import { stirIn } from './purpose.ts';

/** What a row says in a column; two cells of one column that differ have refused the row before. */
type Cell = (column: CsvColumn) => string;

const orNull = (text: string): string | null => (text === '' ? null : text);
/** Columns that decide about money: two of one name must say the same. */
const DECIDING: readonly CsvColumn[] = [
  'bookedOn',
  'documentOn',
  'valueOn',
  'debit',
  'credit',
  'amount',
  'direction',
];

/** The sum and its side; a reason where they are not certain. */
function sumOf(
  cell: Cell,
  byAccounts: BankSide | null,
): Pick<ParsedLine, 'side' | 'amountTiyin'> | RowRefusal {
  const read = (text: string) => (text === '' || /^[-–—]$/.test(text) ? 0 : readMoney(text));
  const debit = read(cell('debit'));
  const credit = read(cell('credit'));
  if (debit === null || credit === null) return 'amount';
  if (debit !== 0 || credit !== 0) {
    if (debit !== 0 && credit !== 0) return 'two-sums';
    const [side, sum] = credit === 0 ? (['debit', debit] as const) : (['credit', credit] as const);
    // A reversal: a negative sum of one side is a movement of the other.
    if (sum < 0) return { side: side === 'debit' ? 'credit' : 'debit', amountTiyin: -sum };
    return byAccounts && byAccounts !== side ? 'direction' : { side, amountTiyin: sum };
  }
  const amount = read(cell('amount'));
  if (!amount) return 'amount';
  const named = cell('direction');
  const amountTiyin = Math.abs(amount);
  if (named === '') {
    const bySign = amount > 0 ? 'credit' : 'debit';
    if (amount < 0 && byAccounts === 'credit') return 'direction';
    return { side: byAccounts ?? bySign, amountTiyin };
  }
  const side = sideOf(named);
  if (!side || (byAccounts && byAccounts !== side)) return 'direction';
  return amount < 0 && side === 'credit' ? 'direction' : { side, amountTiyin };
}

/** The side by the accounts of payer and payee; null: the row does not name both. */
function sideByAccounts(cell: Cell, own: string | null): BankSide | 'neither' | null {
  const [payer, payee] = [accountIn(cell('payerAccount')), accountIn(cell('payeeAccount'))];
  if (own === null || payer === null || payee === null) return null;
  if (payer === payee) return 'neither';
  return payee === own ? 'credit' : payer === own ? 'debit' : 'neither';
}

interface Heads {
  columns: Columns;
  heads: TableHeads;
}

function lineOf(row: TableRow, { columns, heads }: Heads, own: string | null): ParsedLine | RowRefusal {
  if (row.fault === 'row-too-long' || row.fault === 'quote') return 'quote';
  if (row.fault === 'damaged' || isDamaged(row.text)) return 'damaged';
  const cells = heads.under(row.cells);
  if (!cells) return 'columns';
  const valuesOf = (column: CsvColumn): string[] => [
    ...new Set((columns.get(column) ?? []).map((at) => cells[at]!).filter((text) => text !== '')),
  ];
  if (DECIDING.some((column) => valuesOf(column).length > 1)) return 'two-columns';
  const cell: Cell = (column) => (valuesOf(column)[0] ?? '').slice(0, TEXT_MAX);
  if (cell('currency') !== '' && !isUzs(cell('currency'))) return 'currency';
  const bookedOn = readDay(cell('bookedOn') || cell('documentOn') || cell('valueOn'));
  const valueOn = cell('valueOn') === '' ? bookedOn : readDay(cell('valueOn'));
  if (!bookedOn || !valueOn) return 'date';
  const byAccounts = sideByAccounts(cell, own);
  if (byAccounts === 'neither') return 'direction';
  const sum = sumOf(cell, byAccounts);
  if (typeof sum === 'string') return sum;
  const other: Party = sum.side === 'credit' ? 'payer' : 'payee';
  const of = (what: 'Name' | 'Account' | 'Mfo' | 'Stir') => cell(`${other}${what}`) || cell(`party${what}`);
  const stir = of('Stir').replace(/\D/g, '');
  return {
    row: row.line,
    bookedOn,
    valueOn,
    ...sum,
    purpose: lineText(stripInvisible(cell('purpose'))) ?? '',
    reference: orNull(cell('reference')),
    document: orNull(cell('document')),
    partyName: lineText(of('Name')),
    partyAccount: accountIn(of('Account')) ?? orNull(of('Account').replace(/\s/g, '')),
    partyMfo: orNull(of('Mfo')),
    partyStir: stir === '' ? stirIn(of('Name')) : stir,
  };
}

/**
 * A line under the table that says neither a day nor a sum: who signs it, and the like. A cell alone, without separators behind it,
 * may be the rest of a purpose that was broken in two.
 */
function isFooter(row: TableRow, { heads }: Heads, kind: Table['kind']): boolean {
  const { fault, text } = row;
  const cells = heads.own(row.cells);
  if (fault !== null && fault !== 'unfinished') return false;
  const filled = cells.filter((cell) => cell !== '');
  return (
    filled.length <= 2 &&
    filled.every((cell) => /\p{L}/u.test(cell) && readDay(cell) === null && readMoney(cell) === null) &&
    (kind === 'sheet' || cells.length >= heads.names.length || text.includes(':'))
  );
}

/** Is a sum the last thing of a row? Cut off, it would be a smaller one. */
const endsWithSum = ({ columns, heads }: Heads): boolean =>
  (['debit', 'credit', 'amount'] as const).some((column) =>
    columns.get(column)?.includes(heads.names.length - 1),
  );

const hasChecks = ({ openingTiyin, closingTiyin, totalCreditTiyin }: ParsedStatement): boolean =>
  (openingTiyin !== null && closingTiyin !== null) || totalCreditTiyin !== null;

/** Heads of a table of lines; null: the row is none. Empty heads behind are none, either. */
function headsOf(row: TableRow, kind: Table['kind']): Heads | null {
  if (row.fault === 'quote' || row.fault === 'row-too-long') return null;
  const heads = tableHeads(row.cells.slice(0, row.cells.findLastIndex((head) => head !== '') + 1), kind);
  const columns = columnsOf(heads.names);
  return columns && { columns, heads };
}

/**
 * A statement as a table, by the names of its columns. After the header every row is a line, a stated sum, or refused by name.
 * @param given.ownAccount the account that lines are booked on, where the file names none
 */
export async function parseTable(
  table: Table,
  { ownAccount, today }: { ownAccount: string | null; today: string | null },
): Promise<ParsedFile> {
  const statement = emptyStatement();
  const file: ParsedFile = {
    format: table.kind === 'sheet' ? 'xlsx' : 'csv',
    statements: [statement],
    refused: [],
    table: null,
  };
  const breathe = createBreather();
  const above: (readonly string[])[] = [];
  const footers: RefusedRow[] = [];
  let found: Heads | null = null;
  let lastRow: TableRow | null = null;
  for await (const row of table.rows()) {
    await breathe();
    lastRow = row;
    if (!found) {
      found = headsOf(row, table.kind);
      if (!found && takeFact(statement, row.cells, null)) above.push(row.cells);
      continue;
    }
    const own = found.heads.own(row.cells);
    const read = lineOf(row, found, statement.account ?? ownAccount);
    const line = typeof read !== 'string' && today !== null && isAfter(read, today) ? 'future' : read;
    if (typeof line !== 'string') {
      statement.lines.push(line);
      // What is between lines is no footer.
      file.refused.push(...footers.splice(0));
    } else if (!takeFact(statement, own, found.columns)) {
      const refused = refusedRow(row.line, line, row.text, own.length > 0 ? own : [row.text]);
      (isFooter(row, found, table.kind) ? footers : file.refused).push(refused);
    }
  }
  if (!found) return { ...file, statements: [] };
  file.table = { heads: found.heads.names, above };
  statement.hasDocumentDaysOnly = !found.columns.has('bookedOn') && !found.columns.has('valueOn');
  const last = statement.lines.at(-1);
  if (
    lastRow?.fault === 'unfinished' &&
    last?.row === lastRow.line &&
    endsWithSum(found) &&
    !hasChecks(statement)
  ) {
    statement.lines.pop();
    file.refused.push(refusedRow(last.row, 'unfinished', lastRow.text, lastRow.cells));
  }
  return file;
}
