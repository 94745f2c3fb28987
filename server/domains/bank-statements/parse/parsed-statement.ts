import type { BankSide, RowRefusal, StatementFormat } from '#shared/api/bank-statements.ts';

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
  lines: ParsedLine[];
}

export interface ParsedFile {
  format: StatementFormat;
  statements: ParsedStatement[];
  refused: RefusedRow[];
}

export const emptyStatement = (): ParsedStatement => ({
  ...{ account: null, currency: null, number: null, fromDay: null, toDay: null },
  ...{ openingTiyin: null, closingTiyin: null },
  ...{ totalCreditTiyin: null, totalDebitTiyin: null, lines: [] },
});

/** Characters of a refused row that are shown. */
const SHOWN = 120;
export const beginningOf = (text: string): string => text.trim().slice(0, SHOWN);

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
