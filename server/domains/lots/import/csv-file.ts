import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { parse, type CsvError } from 'csv-parse';
import { COLUMNS, type CsvRow } from './read-row.ts';

/** Maximum bytes of a row: an unclosed quotation mark must not consume the whole file. */
const ROW_BYTES = 200_000;

export interface CsvLine {
  /** Line of the file on which the row ends, from 1; the header is line 1. */
  line: number;
  /** null: the row cannot be read. */
  row: CsvRow | null;
}

/** The file cannot be read as this table at all. */
export class NotThisTable extends Error {}

function checkHeader(names: readonly string[]): string[] {
  const missing = COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new NotThisTable(`the table lacks the columns ${missing.join(', ')}`);
  return [...names];
}

/** Streams the rows of a table. @throws NotThisTable; errors of reading the file */
export async function* csvLines(file: string): AsyncGenerator<CsvLine> {
  const skipped: CsvLine[] = [];
  const rows = parse({
    bom: true,
    columns: checkHeader,
    info: true,
    max_record_size: ROW_BYTES,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error: CsvError | undefined) => {
      skipped.push({ line: Number(error?.lines ?? 0), row: null });
      return undefined;
    },
  });
  // Errors of reading the file are thrown by the loop below.
  pipeline(createReadStream(file), rows, () => undefined);
  for await (const { info, record } of rows as AsyncIterable<{ info: { lines: number }; record: CsvRow }>) {
    yield* skipped.splice(0);
    yield { line: info.lines, row: record };
  }
  yield* skipped;
}
