import {
  openTable,
  placesOf,
  tableHeads,
  withoutNotes,
  type TableHeads,
  type TableRow,
} from '#server/platform/tables/index.ts';
import type { TableProblem } from '#shared/api/tables.ts';
import { COLUMNS, MORE_COLUMNS, type LotRow, type Refusal } from './read-row.ts';

interface TableLine {
  /** Line of the file on which the row ends, from 1. */
  line: number;
  /** As the file has them. */
  cells: readonly string[];
  /** Or why the row cannot be read. */
  row: LotRow | Refusal;
}

export interface LotTable {
  heads: readonly string[];
  /** @throws faults of reading */
  rows(): AsyncGenerator<TableLine>;
}

/** The file cannot be read as this table at all. */
export class NotThisTable extends Error {}

const PROBLEMS: Readonly<Record<TableProblem, string>> = {
  empty: 'the file is empty',
  encoding: 'the letters of the file cannot be recognised: save it as UTF-8 or as XLSX',
  'old-workbook': 'workbooks of the old kind (XLS) and with a password are not read: save it as XLSX',
  workbook: 'the workbook is damaged',
  'workbook-size': 'the workbook unpacks to too much',
};

const ALL = [...COLUMNS, ...MORE_COLUMNS];
const NAMES = Object.fromEntries(ALL.map((name) => [name, [name]])) as unknown as Record<
  keyof LotRow,
  readonly string[]
>;

/** @throws NotThisTable */
async function rowsOf(file: string): Promise<{ heads: TableHeads; rows: AsyncGenerator<TableRow> }> {
  const table = await openTable({ file });
  if (typeof table === 'string') throw new NotThisTable(PROBLEMS[table]);
  const rows = withoutNotes(table.rows());
  const first = await rows.next();
  return { heads: tableHeads(first.done ? [] : first.value.cells, table.kind), rows };
}

function lineOf(row: TableRow, heads: TableHeads, places: ReadonlyMap<keyof LotRow, readonly number[]>) {
  // Tables of the state platform are whole: a last row without a line break is one, too.
  if (row.fault !== null && row.fault !== 'unfinished') return row.fault;
  const cells = heads.under(row.cells);
  if (!cells) return 'malformed';
  return Object.fromEntries([...places].map(([name, [at]]) => [name, cells[at!]!])) as LotRow;
}

/** A table of the state platform, as CSV or XLSX. @throws NotThisTable; faults of reading */
export async function openLotTable(file: string): Promise<LotTable> {
  const { heads, rows } = await rowsOf(file);
  await rows.return(undefined);
  const places = placesOf(heads.names, NAMES);
  const missing = COLUMNS.filter((name) => !places.has(name));
  if (missing.length > 0) throw new NotThisTable(`the table lacks the columns ${missing.join(', ')}`);
  return {
    heads: heads.names,
    async *rows() {
      for await (const row of (await rowsOf(file)).rows) {
        const own = heads.own(row.cells);
        yield {
          line: row.lastLine,
          cells: own.length > 0 ? own : [row.text],
          row: lineOf(row, heads, places),
        };
      }
    },
  };
}
