import { setImmediate } from 'node:timers/promises';
import type { ImportOrders, JudgeImported } from '#server/domains/trade/orders/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import {
  openTable,
  tableHeads,
  withoutNotes,
  type TableHeads,
  type TableRow,
} from '#server/platform/tables/index.ts';
import type { ImportedRowProblem } from '#shared/api/cabinet/order-imports.ts';
import { ORDER_IMPORT_LIMITS } from '#shared/limits/order-imports.ts';
import type { OrderProblem } from '#shared/orders/order-problems.ts';
import { factsAskedFor, isUnclear, mayBeAsked, samplesOf } from './column-question.ts';
import {
  columnsOf,
  headOf,
  headsKey,
  mappingProblem,
  missingColumns,
  type Columns,
} from './import-columns.ts';
import { createImportsRepository } from './imports.repository.ts';
import type { FileProblem, StoredImport } from './order-import-tables.ts';
import { readRow, type OrganisationDefaults } from './read-imported-row.ts';
import { loadChoices, type Choices } from './row-choices.ts';
import { createRowsRepository, type NewRow } from './rows.repository.ts';

/** Rows of one transaction; between them others in the process get their turn: rooms share it. */
const BATCH = 200;
/** Letters of a title that lists show. */
const TITLE_SHOWN = 200;

export interface ReadFileDeps {
  db: AnyDb;
  orders: Pick<ImportOrders, 'fields' | 'judgeOf'>;
  reference: ReferenceService;
  defaultsOf(personId: string): Promise<OrganisationDefaults | null>;
}

interface Reading {
  made: StoredImport;
  heads: TableHeads;
  columns: Columns;
  choices: Choices;
  organisation: OrganisationDefaults;
  judge: JudgeImported;
  /** First lines of the numbers that were read. */
  numbers: Map<string, number>;
}

const problem = (problem: ImportedRowProblem['problem'], details = {}): ImportedRowProblem => ({
  column: null,
  field: null,
  problem,
  part: null,
  details,
});

/** A problem of an order at the column in which it is mended. */
export const atColumn = (
  { field, problem: what, part, details = {} }: OrderProblem,
  columns: Columns | null,
): ImportedRowProblem => ({
  column: columns && headOf(columns, field, part),
  field,
  problem: what,
  part: part ?? null,
  details,
});

const fileProblem = (what: FileProblem['problem'], more: Partial<FileProblem> = {}): FileProblem => ({
  problem: what,
  columns: [],
  max: null,
  ...more,
});

/** Cells of a row as the database stores them, to be given back when it is refused. */
const storedCells = (row: TableRow, heads: TableHeads): string[] => {
  const cells = heads.own(row.cells);
  return (cells.length > 0 ? cells : [row.text]).map((cell) =>
    cell.toWellFormed().replaceAll('\0', '\uFFFD'),
  );
};

/** Reads a file of lots: every row is judged and written with its problems; nothing becomes an order. */
export function createReadFile({ db, orders, reference, defaultsOf }: ReadFileDeps) {
  async function rowOf(row: TableRow, reading: Reading): Promise<NewRow> {
    const { heads, columns, choices, organisation, judge, numbers } = reading;
    const { line, lastLine, fault } = row;
    const bare = {
      line,
      lastLine,
      cells: storedCells(row, heads),
      number: '',
      title: '',
      priceTiyin: null,
      fields: null,
      knownOrderId: null,
    };
    const refused = { ...bare, state: 'refused' } as const;
    if (fault) return { ...refused, problems: [problem(fault)] };
    const cells = heads.under(row.cells);
    if (!cells) {
      const counts = { count: heads.own(row.cells).length, expected: heads.names.length };
      return { ...refused, problems: [problem('cells', counts)] };
    }
    const read = readRow(cells, columns, choices, organisation);
    const fields = orders.fields(read.fields);
    const unread = new Set(read.problems.map(({ field }) => field));
    // What could not be read is named once, and not as missing besides.
    const judged = (await judge(fields, null)).filter(({ field }) => !unread.has(field));
    const problems = [...read.problems, ...judged.map((each) => atColumn(each, columns))];
    const first = read.number === '' ? undefined : numbers.get(read.number);
    if (first !== undefined) problems.unshift(problem('repeated-number', { line: first }));
    else if (read.number !== '') numbers.set(read.number, line);
    const title = (fields.title?.uz || fields.title?.ru || '').slice(0, TITLE_SHOWN);
    const shown = {
      ...bare,
      number: read.number.slice(0, ORDER_IMPORT_LIMITS.number),
      title,
      priceTiyin: priceOf(fields.startPriceTiyin),
    };
    return problems.length > 0
      ? { ...shown, state: 'refused', problems }
      : { ...shown, state: 'ready', fields, problems: [] };
  }

  /** Rows of numbers that are orders already are no new ones, whatever else they are. False: the import was stopped. */
  const write = (made: StoredImport, batch: NewRow[], last: TableRow): Promise<boolean> =>
    inTransaction(db, async (tx) => {
      const imports = createImportsRepository(tx);
      if ((await imports.lock(made.id))?.state !== 'reading') return false;
      const rows = createRowsRepository(tx);
      const numbers = batch.flatMap(({ number }) => (number === '' ? [] : [number]));
      await rows.releaseDeleted(made.person_id, numbers);
      const known = await rows.ordersOf(made.person_id, numbers);
      await rows.add(
        made.id,
        made.person_id,
        batch.map((row) => {
          const orderId = known.get(row.number);
          const isRepeat = row.problems.some((each) => each.problem === 'repeated-number');
          return orderId === undefined || isRepeat
            ? row
            : { ...row, state: 'known', cells: null, fields: null, problems: [], knownOrderId: orderId };
        }),
      );
      await imports.advance(made.id, last.lastLine, last.readBytes);
      return true;
    });

  const end = (made: StoredImport, found: FileProblem | null): Promise<void> =>
    inTransaction(db, async (tx) => {
      const imports = createImportsRepository(tx);
      if ((await imports.lock(made.id))?.state !== 'reading') return;
      await imports.advance(made.id, made.read_line, made.file_bytes);
      if (found) await imports.move(made.id, 'refuse-file', { problem: found });
      else await imports.move(made.id, 'read');
    });

  /** Staff say what the columns are; the worker reads the file from its beginning once they have. */
  const ask = (made: StoredImport, samples: string[][]): Promise<void> =>
    inTransaction(db, async (tx) => {
      const imports = createImportsRepository(tx);
      if ((await imports.lock(made.id))?.state === 'reading') await imports.move(made.id, 'ask', { samples });
    });

  /** By what staff said of this file, or of the last one with these heads; otherwise by names. */
  async function knownColumns(made: StoredImport, heads: readonly string[]): Promise<Columns> {
    const imports = createImportsRepository(db);
    const facts = new Set((await factsAskedFor(reference)).keys());
    const key = headsKey(heads);
    const remembered = made.mapping ? null : await imports.rememberedMapping(made.person_id, key);
    const said = made.mapping ?? remembered?.mapping;
    // What was said is not used any more once a category has dropped one of its fields.
    const mapping = said && mappingProblem(said, heads.length, facts) === null ? said : null;
    if (mapping && remembered) await imports.takeMappers(made.id, remembered.importId);
    const columns = columnsOf(heads, facts, mapping);
    const shown = heads.map((head, at) => ({ head, known: columns.known[at] ?? null }));
    await imports.setColumns(made.id, { columns: shown, headsKey: key, mapping });
    return columns;
  }

  async function begin(
    made: StoredImport,
    heads: TableHeads,
    rows: AsyncIterable<TableRow>,
  ): Promise<Reading | FileProblem | 'gone' | 'asked'> {
    const columns = await knownColumns(made, heads.names);
    if (!columns.mapped && mayBeAsked(columns)) {
      const samples = await samplesOf(rows, heads);
      if (samples && isUnclear(columns, samples)) {
        await ask(made, samples);
        return 'asked';
      }
    }
    if (columns.places.size === 0) return fileProblem('no-header');
    const missing = missingColumns(columns);
    if (missing.length > 0) return fileProblem('missing-columns', { columns: missing });
    const [choices, organisation, judge, numbers] = await Promise.all([
      loadChoices(reference),
      defaultsOf(made.person_id),
      orders.judgeOf(made.person_id, new Date()),
      createRowsRepository(db).linesOfNumbers(made.id),
    ]);
    return organisation && judge ? { made, heads, columns, choices, organisation, judge, numbers } : 'gone';
  }

  return {
    /**
     * Continues after the last line that is written. Resolves when the file is read, or `proceed` says no: between batches.
     * @throws faults of the database and of reading; the next call continues
     */
    async read(made: StoredImport, file: string, proceed: () => Promise<boolean>): Promise<void> {
      const first = await rowsOf(file);
      if (typeof first === 'string') return end(made, fileProblem(first));
      const start = await begin(made, first.heads, first.rows);
      if (start === 'asked') return;
      // The organisation has no account any more: its rows say so when they are judged at the start.
      if (start === 'gone') return end(made, fileProblem('no-rows'));
      if ('problem' in start) return end(made, start);
      // Samples were read of the rows: they are read from the first one.
      const table = await rowsOf(file);
      if (typeof table === 'string') return end(made, fileProblem(table));
      let batch: NewRow[] = [];
      let rowCount = await createRowsRepository(db).count(made.id, undefined);
      let last: TableRow | null = null;
      for await (const row of table.rows) {
        if (row.line <= made.read_line) continue;
        if (rowCount >= ORDER_IMPORT_LIMITS.rows)
          return end(made, fileProblem('too-many-rows', { max: ORDER_IMPORT_LIMITS.rows }));
        rowCount += 1;
        batch.push(await rowOf(row, start));
        last = row;
        if (batch.length < BATCH) continue;
        if (!(await write(made, batch, row))) return;
        batch = [];
        await setImmediate();
        if (!(await proceed())) return;
      }
      if (batch.length > 0 && last && !(await write(made, batch, last))) return;
      return end(made, rowCount === 0 ? fileProblem('no-rows') : null);
    },
  };
}

/** The heads of a file of lots and the rows below them. @throws faults of reading */
async function rowsOf(
  file: string,
): Promise<{ heads: TableHeads; rows: AsyncGenerator<TableRow> } | FileProblem['problem']> {
  const table = await openTable({ file });
  if (typeof table === 'string') return table;
  const rows = withoutNotes(table.rows());
  const first = await rows.next();
  if (first.done) return 'empty';
  if (first.value.fault) return 'no-header';
  return { heads: tableHeads(first.value.cells, table.kind), rows };
}

const priceOf = (tiyin: number | undefined): number | null =>
  tiyin !== undefined && Number.isSafeInteger(tiyin) && tiyin > 0 ? tiyin : null;

export type ReadFile = ReturnType<typeof createReadFile>;
