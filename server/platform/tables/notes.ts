import { headWord } from './heads.ts';
import { readMoney } from './read-figures.ts';
import type { TableRow } from './table-row.ts';

const TOTALS = new Set(['jami', 'hammasi', 'итого', 'всего', 'total'].map(headWord));
/** `Директор: Алиев`; a number that has a colon is no label. */
const LABEL = /^\p{L}[\p{L}\p{M}\s.'ʻʼ‘’()-]{2,60}:/u;
/** Notes under a table; more rows of their kind are rows. */
const NOTES_MAX = 20;

/** A whole line that names the sum of the rows, or says who signs. */
function isNote({ cells, fault }: Pick<TableRow, 'cells' | 'fault'>): boolean {
  if (fault !== null && fault !== 'unfinished') return false;
  const [first, ...further] = cells.filter((cell) => cell !== '');
  if (first === undefined) return false;
  if (TOTALS.has(headWord(first))) return further.every((cell) => readMoney(cell) !== null);
  return LABEL.test(first) && further.length <= 1;
}

/** The rows without the notes under the last of them. A note between rows is a row, so that nothing is lost without a word. */
export async function* withoutNotes(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow> {
  let notes: TableRow[] = [];
  for await (const row of rows) {
    if (isNote(row) && notes.length < NOTES_MAX) {
      notes.push(row);
      continue;
    }
    yield* notes;
    notes = [];
    yield row;
  }
}
