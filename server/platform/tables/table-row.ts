/**
 * Why a row is not read: a quotation mark that is not closed or is followed by something, a letter that cannot be, too
 * many letters, or the end of the file in its midst.
 */
export type RowFault = 'quote' | 'damaged' | 'row-too-long' | 'unfinished';

export interface TableRow {
  /** First and last line of the file, or row of the sheet, from 1. */
  line: number;
  lastLine: number;
  /** Trimmed; of a broken row what can be distinguished. */
  cells: string[];
  /** As the file writes it; of a sheet its cells. */
  text: string;
  fault: RowFault | null;
  /** Of the file, up to a chunk that holds the row. */
  readBytes: number;
}

/** Letters of a row; more are a quotation mark that was never closed, or no table at all. */
export const ROW_LETTERS = 200_000;
