import type { BankSide, RowRefusal, StatementFormat } from '#shared/api/console/bank-statements.ts';
import { withoutHiddenMarks } from '#shared/text/hidden-marks.ts';

/** A movement of the account, as the bank states it. */
export interface ParsedLine {
  /** Line of the file, from 1. */
  row: number;
  /** `YYYY-MM-DD`: the day on which the bank booked it. */
  bookedOn: string;
  /** `YYYY-MM-DD`: the day from which the money counts. */
  valueOn: string;
  side: BankSide;
  /** Whole tiyin above zero. */
  amountTiyin: number;
  /** Number that the bank gives to one movement only; null: none. */
  reference: string | null;
  /** Number of the payer's document. */
  document: string | null;
  purpose: string;
  partyName: string | null;
  partyAccount: string | null;
  partyMfo: string | null;
  /** STIR or PINFL. */
  partyStir: string | null;
}

export interface RefusedRow {
  row: number;
  reason: RowRefusal;
  /** Beginning of the row. */
  text: string;
  /** The row itself: of a table its cells, otherwise its text. */
  cells: readonly string[];
}

export interface ParsedStatement {
  /** Null where the file names none. */
  account: string | null;
  /** Null where the file names none, which means UZS. */
  currency: string | null;
  number: string | null;
  /** Days that the file states itself, `YYYY-MM-DD`. */
  fromDay: string | null;
  toDay: string | null;
  openingTiyin: number | null;
  closingTiyin: number | null;
  /** Sums that the file itself states. */
  totalCreditTiyin: number | null;
  totalDebitTiyin: number | null;
  /** The file has the days of documents alone: those on which the bank booked them may be later. */
  hasDocumentDaysOnly: boolean;
  /** Two of its pages that do not join: what the second begins with, and what the first ends with. */
  brokenPages: { statedTiyin: number; foundTiyin: number } | null;
  /** What looks like a movement or a balance and was read as part of a purpose, because the balances add up only so. */
  rowsInPurposes: { row: number }[];
  lines: ParsedLine[];
}

export interface ParsedFile {
  format: StatementFormat;
  statements: ParsedStatement[];
  refused: RefusedRow[];
  /** Of a table: its heads, and the rows above them that count for all others. */
  table: { heads: readonly string[]; above: readonly (readonly string[])[] } | null;
}

export const emptyStatement = (): ParsedStatement => ({
  account: null,
  currency: null,
  number: null,
  fromDay: null,
  toDay: null,
  openingTiyin: null,
  closingTiyin: null,
  totalCreditTiyin: null,
  totalDebitTiyin: null,
  lines: [],
  hasDocumentDaysOnly: false,
  brokenPages: null,
  rowsInPurposes: [],
});

/** Do its lines lead from one of its balances to the other? */
export function addsUp({ openingTiyin, closingTiyin, brokenPages, lines }: ParsedStatement): boolean {
  if (openingTiyin === null || closingTiyin === null || brokenPages !== null) return false;
  const reached = lines.reduce(
    (sum, { side, amountTiyin }) => sum + BigInt(side === 'credit' ? amountTiyin : -amountTiyin),
    BigInt(openingTiyin),
  );
  return reached === BigInt(closingTiyin);
}

/** Balances of the next page of a statement: it goes on where the page before it ends. */
export function joinPage(
  statement: ParsedStatement,
  { openingTiyin, closingTiyin }: { openingTiyin?: number | null; closingTiyin?: number | null },
): void {
  if (openingTiyin !== undefined && openingTiyin !== null) {
    const before = statement.closingTiyin;
    if (statement.openingTiyin === null) statement.openingTiyin = openingTiyin;
    else if (before !== openingTiyin)
      statement.brokenPages ??= { statedTiyin: openingTiyin, foundTiyin: before ?? statement.openingTiyin };
  }
  if (closingTiyin !== undefined && closingTiyin !== null) statement.closingTiyin = closingTiyin;
}

/** Letters of a purpose or a name that are stored. */
export const TEXT_MAX = 1_000;

/** A text in one line without marks that are not seen; null: it is empty. */
export const lineText = (text: string): string | null =>
  withoutHiddenMarks(text.replace(/\s+/g, ' ')).trim().slice(0, TEXT_MAX) || null;

/**
 * The 20 figures of an account, with or without the code of its bank before it; null: there are none, or too many to know which.
 */
export function accountIn(text: string): string | null {
  const found = /(?<!\d)(?:\d{5}|\d{9})?(\d{20})(?!\d)/.exec(text.replace(/[\s\u00A0-]/g, ''));
  return found?.[1] ?? null;
}

/** Cut off, as the database stores it: it takes neither NUL nor half of a letter. */
const storable = (text: string, letters: number): string =>
  text.replaceAll('\0', '\uFFFD').trim().slice(0, letters).toWellFormed();

/** Letters of the number of a statement. */
const NUMBER_MAX = 50;
/** The number of a statement as its file states it; null: it is empty. */
export const statementNumber = (text: string): string | null => storable(text, NUMBER_MAX) || null;

/** Letters of a refused row that are shown. */
const SHOWN = 120;

/** A row that is refused. */
export const refusedRow = (
  row: number,
  reason: RowRefusal,
  text: string,
  cells: readonly string[] = [text],
): RefusedRow => ({ row, reason, text: storable(text, SHOWN), cells });

/** Is a line of a day to come, by the bank's day or by that from which its money counts? */
export const isAfter = ({ bookedOn, valueOn }: ParsedLine, today: string): boolean =>
  bookedOn > today || valueOn > today;

/** Rows parsed before others in the process get their turn: rooms share it. */
const AT_ONCE = 500;

/** Awaited after each row of a long file. */
export function createBreather(): () => Promise<void> | undefined {
  let count = 0;
  return () => {
    count += 1;
    return count % AT_ONCE === 0 ? new Promise((resolve) => void setImmediate(resolve)) : undefined;
  };
}
