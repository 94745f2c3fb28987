import { searchForm } from '#shared/i18n/transliterate.ts';
import { foldWord, stripInvisible } from '#shared/text/index.ts';
import type { Table } from './open-table.ts';

/** Head of the column of reasons in a file of refused rows; it is left out when the file comes back. */
export const REASON_HEAD = 'refusal_reason';

/** Currency behind the name of a column of sums. */
const CURRENCY = /\s(?:uzs|sum|som)$/;

/**
 * A head, or a name of a column, as they are compared: letters and figures in any alphabet, or the sign that it consists of.
 * Empty: it has neither, and is the name of nothing.
 */
export const headWord = (head: string): string => {
  const word = searchForm(stripInvisible(head).replace(/ё/giu, 'е').replaceAll('_', ' ')).replace(
    CURRENCY,
    '',
  );
  return word || foldWord(head);
};

/**
 * Places of the columns whose names are known. Of several names of one meaning the earlier one in its list wins, wherever they
 * are in the file; a column has several places only where one name occurs twice.
 */
export function placesOf<Column extends string>(
  heads: readonly string[],
  names: Readonly<Record<Column, readonly string[]>>,
): ReadonlyMap<Column, readonly number[]> {
  const words = heads.map(headWord);
  const places = new Map<Column, number[]>();
  for (const column of Object.keys(names) as Column[])
    for (const name of names[column]) {
      const own = words.flatMap((word, at) => (word !== '' && word === headWord(name) ? [at] : []));
      if (own.length === 0) continue;
      places.set(column, own);
      break;
    }
  return places;
}

/**
 * The cells of a row under their heads: without empty ones that spreadsheets add behind, with those that they leave out. null: it
 * has others.
 */
function fitted(
  cells: readonly string[],
  heads: readonly string[],
  kind: Table['kind'],
): readonly string[] | null {
  const width = heads.length;
  if (cells.length === width) return cells;
  const isEmpty = (each: string): boolean => each === '';
  if (cells.length > width) return cells.slice(width).every(isEmpty) ? cells.slice(0, width) : null;
  const mayLack = kind === 'sheet' || heads.slice(cells.length).every(isEmpty);
  return mayLack ? heads.map((_, at) => cells[at] ?? '') : null;
}

/** The heads of a table, and the cells of its rows under them. */
export interface TableHeads {
  /** Without that of the reasons for which rows were refused before. */
  names: readonly string[];
  /** The cells of a row, without such a reason. */
  own(cells: readonly string[]): readonly string[];
  /** As many as there are heads; null: the row has others. */
  under(cells: readonly string[]): readonly string[] | null;
}

/** @param cells of the row of heads */
export function tableHeads(cells: readonly string[], kind: Table['kind']): TableHeads {
  const reasonAt = cells.findLastIndex((head) => headWord(head) === headWord(REASON_HEAD));
  const own = (row: readonly string[]): readonly string[] =>
    reasonAt < 0 ? row : row.toSpliced(reasonAt, 1);
  const names = own(cells);
  return { names, own, under: (row) => fitted(own(row), names, kind) };
}
