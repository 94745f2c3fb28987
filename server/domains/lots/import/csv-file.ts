import { readCsvFile } from '#server/platform/csv/index.ts';
import { COLUMNS, type CsvRow } from './read-row.ts';

export interface CsvLine {
  /** Line of the file on which the row ends, from 1; the header is line 1. */
  line: number;
  /** null: the row cannot be read. */
  row: CsvRow | null;
}

/** The file cannot be read as this table at all. */
export class NotThisTable extends Error {}

function demandHeader(names: readonly string[]): void {
  const missing = COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new NotThisTable(`the table lacks the columns ${missing.join(', ')}`);
}

/** Streams the rows of a table. @throws NotThisTable; errors of reading the file */
export async function* csvLines(file: string): AsyncGenerator<CsvLine> {
  let heads: readonly string[] | null = null;
  for await (const { lastLine: line, cells, fault } of readCsvFile(file)) {
    if (!heads) {
      demandHeader(cells);
      heads = cells;
      continue;
    }
    // Tables of the state platform are whole: a last row without a line break is one, too.
    const isRow = (fault === null || fault === 'unfinished') && cells.length === heads.length;
    const row = isRow ? Object.fromEntries(heads.map((head, at) => [head, cells[at]!])) : null;
    yield { line, row: row as CsvRow | null };
  }
  if (!heads) demandHeader([]);
}
