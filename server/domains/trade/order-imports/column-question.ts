import type { TableHeads, TableRow } from '#server/platform/tables/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { IMPORT_COLUMNS_MAX, NEEDED_IMPORT_COLUMNS } from '#shared/limits/order-imports.ts';
import { missingColumns, type Columns } from './import-columns.ts';

/** Values of each column that show staff what it holds. */
const SAMPLES = 2;
const SAMPLE_LETTERS = 60;
/** Rows in which they are sought: a column that is empty for so long shows none. */
const ROWS_SEEN = 200;

/** The first values of each column; null: the file has no row. @param rows below the heads @throws faults of reading */
export async function samplesOf(
  rows: AsyncIterable<TableRow>,
  heads: TableHeads,
): Promise<string[][] | null> {
  const samples: string[][] = heads.names.map(() => []);
  let seen = 0;
  for await (const row of rows) {
    seen += 1;
    const cells = row.fault === null ? heads.own(row.cells) : [];
    for (const [at, found] of samples.entries()) {
      // Half of a letter of two is none that is stored.
      const cell = (cells[at] ?? '').slice(0, SAMPLE_LETTERS).toWellFormed();
      if (cell !== '' && found.length < SAMPLES && !found.includes(cell)) found.push(cell);
    }
    if (seen >= ROWS_SEEN || samples.every(({ length }) => length === SAMPLES)) break;
  }
  return seen > 0 ? samples : null;
}

/** Could it be a table of lots under other names? Then staff are asked, and the file is not refused. */
export const mayBeAsked = ({ heads }: Columns): boolean =>
  heads.length >= NEEDED_IMPORT_COLUMNS.length && heads.length <= IMPORT_COLUMNS_MAX;

const hasName = (head: string): boolean => /[\p{L}\p{N}]/u.test(head);

/** A column without a name that counts the rows, as programs write it before all others. */
const isCount = (head: string, [first = '', next]: readonly string[]): boolean =>
  !hasName(head) && /^[01]$/.test(first) && (next === undefined || Number(next) === Number(first) + 1);

/** A needed column is not found, or one that holds something is not known. */
export const isUnclear = (columns: Columns, samples: readonly (readonly string[])[]): boolean =>
  missingColumns(columns).length > 0 ||
  columns.known.some((known, at) => {
    const [head, found] = [columns.heads[at]!, samples[at]!];
    return known === null && (hasName(head) || found.length > 0) && !isCount(head, found);
  });

/** Fields that categories on offer ask for, by their codes: each may be a column of its own. */
export async function factsAskedFor(reference: ReferenceService): Promise<Map<string, LocalizedText>> {
  const leaves = (await reference.categories()).filter(({ parentId }) => parentId !== null);
  const fields = await Promise.all(leaves.map(({ id }) => reference.fieldsOf(id)));
  return new Map(fields.flatMap((own) => (own ?? []).map(({ code, label }) => [code, label] as const)));
}
