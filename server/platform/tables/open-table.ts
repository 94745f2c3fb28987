import { stat } from 'node:fs/promises';
import type { Encoding, TableProblem } from '#shared/api/tables.ts';
import { encodingFinder } from './encodings.ts';
import type { TableRow } from './table-row.ts';
import { chunksOf, startOf, type TableSource } from './table-source.ts';
import { textRows, type OpenQuote } from './text-rows.ts';
import { openWorkbook } from './workbook/open-workbook.ts';

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
/** Workbooks of the old kind, and new ones with a password. */
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

export interface Table {
  /** Cells of a sheet end where they are empty; a row of a text says how many it has. */
  kind: 'text' | 'sheet';
  /** Once. Leaving the loop early closes the table. @throws faults of reading */
  rows(): AsyncGenerator<TableRow>;
}

export interface OpenTable {
  /** null: recognised. */
  encoding?: Encoding | null | undefined;
  openQuote?: OpenQuote | undefined;
}

/**
 * The encoding of a text; null: it cannot be recognised, or the bytes exclude the one that a person has named. @throws faults of reading
 */
export async function encodingOf(
  source: TableSource,
  named: Encoding | null = null,
): Promise<Encoding | null> {
  const finder = encodingFinder();
  for await (const chunk of chunksOf(source)) if (finder.look(chunk)) break;
  return finder.found(named);
}

const isOf = (start: Uint8Array, mark: Buffer): boolean => mark.equals(start.subarray(0, mark.length));

/** Is it a workbook, of any kind? @throws faults of reading */
export async function isWorkbook(source: TableSource): Promise<boolean> {
  const start = await startOf(source, OLE.length);
  return isOf(start, ZIP) || isOf(start, OLE);
}

/**
 * A table as people bring it: CSV in any of `ENCODINGS`, by semicolons, commas, tabs or bars, or the first sheet of an XLSX. A
 * problem: nothing of it can be read. @throws faults of reading
 */
export async function openTable(
  source: TableSource,
  { encoding = null, openQuote = 'rows' }: OpenTable = {},
): Promise<Table | TableProblem> {
  const bytes = 'file' in source ? (await stat(source.file)).size : source.bytes.length;
  if (bytes === 0) return 'empty';
  const start = await startOf(source, OLE.length);
  if (isOf(start, OLE)) return 'old-workbook';
  if (isOf(start, ZIP)) {
    const book = await openWorkbook(source, bytes);
    if (typeof book === 'string') return book;
    return {
      kind: 'sheet',
      async *rows() {
        try {
          yield* book.rows();
        } finally {
          book.close();
        }
      },
    };
  }
  const found = await encodingOf(source, encoding);
  if (found === null) return 'encoding';
  return { kind: 'text', rows: () => textRows(chunksOf(source), { encoding: found, openQuote }) };
}
