import { readCsvFile } from '#server/platform/csv/index.ts';
import type { ReferenceService } from '#server/domains/reference/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { IMPORT_COLUMNS_MAX, NEEDED_IMPORT_COLUMNS } from '#shared/limits/order-imports.ts';
import { missingColumns, type Columns } from './import-columns.ts';

/** Values of each column that show staff what it holds. */
const SAMPLES = 2;
const SAMPLE_LETTERS = 60;
/** Rows in which they are sought: a column that is empty for so long shows none. */
const ROWS_SEEN = 200;

/** The first values of each column; null: the file has no row. @throws faults of reading */
export async function samplesOf(file: string, columnCount: number): Promise<string[][] | null> {
  const samples: string[][] = Array.from({ length: columnCount }, () => []);
  let seen = -1;
  for await (const { cells } of readCsvFile(file)) {
    seen += 1;
    // The first record is the header.
    if (seen > 0)
      for (const [at, found] of samples.entries()) {
        const cell = (cells[at] ?? '').slice(0, SAMPLE_LETTERS);
        if (cell !== '' && found.length < SAMPLES && !found.includes(cell)) found.push(cell);
      }
    if (seen >= ROWS_SEEN || (seen > 0 && samples.every(({ length }) => length === SAMPLES))) break;
  }
  return seen > 0 ? samples : null;
}

/** Could it be a table of lots under other names? Then staff are asked, and the file is not refused. */
export const mayBeAsked = ({ heads }: Columns): boolean =>
  heads.length >= NEEDED_IMPORT_COLUMNS.length && heads.length <= IMPORT_COLUMNS_MAX;

/** A needed column is not found, or one that holds something is not known. */
export const isUnclear = (columns: Columns, samples: readonly (readonly string[])[]): boolean =>
  missingColumns(columns).length > 0 ||
  columns.known.some((known, at) => known === null && (columns.heads[at] !== '' || samples[at]!.length > 0));

/** Fields that categories on offer ask for, by their codes: each may be a column of its own. */
export async function factsAskedFor(reference: ReferenceService): Promise<Map<string, LocalizedText>> {
  const leaves = (await reference.categories()).filter(({ parentId }) => parentId !== null);
  const fields = await Promise.all(leaves.map(({ id }) => reference.fieldsOf(id)));
  return new Map(fields.flatMap((own) => (own ?? []).map(({ code, label }) => [code, label] as const)));
}
