import { sql } from 'kysely';
import { lockNamed, type Db } from '#server/platform/database/index.ts';
import type { ImportedRowProblem, RefusedPhoto } from '#shared/api/cabinet/order-imports.ts';
import { SHOWN_ORDERS, type OrderState } from '#shared/lifecycles/order.ts';
import { stateAfter, statesFrom, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import {
  IMPORTED_ROW,
  ORDERED_ROWS,
  type READ_ROWS,
  REFUSED_ROWS,
  UNORDERED_ROWS,
  type ImportedRowState,
} from '#shared/lifecycles/imported-row.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import type { OrderImportTables, StoredRow } from './order-import-tables.ts';

export interface NewRow {
  line: number;
  lastLine: number;
  /** As the file has them; null: the row is not given back. */
  cells: readonly string[] | null;
  number: string;
  title: string;
  priceTiyin: number | null;
  state: (typeof READ_ROWS)[number];
  fields: OrderFields | null;
  problems: readonly ImportedRowProblem[];
  knownOrderId: number | null;
}

type RowEvent = Exclude<EventOf<typeof IMPORTED_ROW>, 'read' | 'refuse-at-reading' | 'know-at-reading'>;

/** Read, and owned by orders. */
interface ReadTables {
  customer_order: { id: number; person_id: string; status: OrderState };
}

/** Rows of one statement of SQL. */
const AT_ONCE = 500;

/** Rows of imported files, and the files of their archives that are refused. */
export function createRowsRepository(db: Db<OrderImportTables & ReadTables>) {
  const rowsOf = (importId: number, state: ImportedRowState | undefined) => {
    const rows = db.selectFrom('order_import_row').where('import_id', '=', importId);
    return state === undefined ? rows : rows.where('state', '=', state);
  };
  const refusedPhotosOf = (importId: number) =>
    db.selectFrom('order_import_refused_photo').where('import_id', '=', importId);

  return {
    /** Rows that are there already stay as they are. */
    async add(importId: number, personId: string, rows: readonly NewRow[]): Promise<void> {
      for (let at = 0; at < rows.length; at += AT_ONCE)
        await db
          .insertInto('order_import_row')
          .values(
            rows.slice(at, at + AT_ONCE).map((row) => ({
              import_id: importId,
              person_id: personId,
              line: row.line,
              last_line: row.lastLine,
              number: row.number,
              title: row.title,
              start_price_tiyin: row.priceTiyin,
              state: row.state,
              known_order_id: row.knownOrderId,
              order_id: null,
              cells: row.cells && JSON.stringify(row.cells),
              fields: row.fields && JSON.stringify(row.fields),
              problems: JSON.stringify(row.problems),
            })),
          )
          .onConflict((conflict) => conflict.columns(['import_id', 'line']).doNothing())
          .execute();
    },

    /** First lines of the numbers of a file. */
    async linesOfNumbers(importId: number): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom('order_import_row')
        .select(['number', sql<number>`min(line)`.as('line')])
        .where('import_id', '=', importId)
        .where('number', '!=', '')
        .groupBy('number')
        .execute();
      return new Map(rows.map(({ number, line }) => [number, line]));
    },

    /** Lines of the rows that will become orders, by number. */
    async readyLines(importId: number): Promise<Map<string, number>> {
      const rows = await rowsOf(importId, undefined)
        .select(['number', 'line'])
        .where('state', 'in', UNORDERED_ROWS)
        .execute();
      return new Map(rows.map(({ number, line }) => [number, line]));
    },

    /** Lines of the rows that have an order or will have one, by number. */
    async linesWithOrders(importId: number): Promise<Map<string, number>> {
      const rows = await rowsOf(importId, undefined)
        .select(['number', 'line'])
        .where('state', 'in', [...UNORDERED_ROWS, ...ORDERED_ROWS])
        .execute();
      return new Map(rows.map(({ number, line }) => [number, line]));
    },

    /** Orders that these numbers of an organisation have become. */
    async ordersOf(personId: string, numbers: readonly string[]): Promise<Map<string, number>> {
      if (numbers.length === 0) return new Map();
      const rows = await db
        .selectFrom('order_import_row')
        .select(['number', 'order_id'])
        .where('person_id', '=', personId)
        .where('number', '=', sql<string>`any(${sql.val([...new Set(numbers)])}::text[])`)
        .where('order_id', 'is not', null)
        .where('released', '=', false)
        .execute();
      return new Map(rows.map(({ number, order_id }) => [number, order_id!]));
    },

    /** Numbers whose orders their customer has deleted are free. */
    async releaseDeleted(personId: string, numbers: readonly string[]): Promise<void> {
      if (numbers.length === 0) return;
      await db
        .updateTable('order_import_row')
        .set({ released: true })
        .where('person_id', '=', personId)
        .where('number', '=', sql<string>`any(${sql.val([...numbers])}::text[])`)
        .where('released', '=', false)
        .where('order_id', 'in', ({ selectFrom }) =>
          selectFrom('customer_order')
            .select('id')
            .where('person_id', '=', personId)
            .where('status', 'not in', SHOWN_ORDERS),
        )
        .execute();
    },

    /** One import of an organisation makes orders at a time, until the transaction ends. */
    async lockOrganisation(personId: string): Promise<void> {
      await lockNamed(db, `order-import:${personId}`);
    },

    /** The next rows without an order, in their order. */
    nextReady: (importId: number, limit: number): Promise<StoredRow[]> =>
      rowsOf(importId, undefined)
        .selectAll()
        .where('state', 'in', UNORDERED_ROWS)
        .orderBy('line')
        .limit(limit)
        .execute(),

    /** Rows whose orders wait for their files. */
    ordered: (importId: number): Promise<StoredRow[]> =>
      rowsOf(importId, undefined).selectAll().where('state', 'in', ORDERED_ROWS).orderBy('line').execute(),

    /** False: the row is in another state. */
    async move(
      importId: number,
      line: number,
      event: RowEvent,
      more: { orderId?: number; knownOrderId?: number; problems?: readonly ImportedRowProblem[] } = {},
    ): Promise<boolean> {
      const moved = await db
        .updateTable('order_import_row')
        .set({
          // What has become an order, or never will, is not stored twice.
          state: stateAfter(IMPORTED_ROW, event),
          fields: null,
          ...(event !== 'refuse' && { cells: null }),
          ...(more.orderId !== undefined && { order_id: more.orderId }),
          ...(more.knownOrderId !== undefined && { known_order_id: more.knownOrderId }),
          ...(more.problems && { problems: JSON.stringify(more.problems) }),
        })
        .where('import_id', '=', importId)
        .where('line', '=', line)
        .where('state', 'in', statesFrom(IMPORTED_ROW, event))
        .executeTakeFirst();
      return moved.numUpdatedRows > 0n;
    },

    async counts(
      importIds: readonly number[],
    ): Promise<Map<number, Partial<Record<ImportedRowState, number>>>> {
      const all = new Map<number, Partial<Record<ImportedRowState, number>>>();
      if (importIds.length === 0) return all;
      const rows = await db
        .selectFrom('order_import_row')
        .select(({ fn }) => ['import_id', 'state', fn.countAll<number>().as('count')])
        .where('import_id', 'in', importIds)
        .groupBy(['import_id', 'state'])
        .execute();
      for (const { import_id, state, count } of rows)
        all.set(import_id, { ...all.get(import_id), [state]: count });
      return all;
    },

    /** Refused rows below a line with their cells, in their order; those of earlier versions have none. */
    refusedBelow: (importId: number, line: number, limit: number): Promise<StoredRow[]> =>
      rowsOf(importId, undefined)
        .selectAll()
        .where('state', 'in', REFUSED_ROWS)
        .where('cells', 'is not', null)
        .where('line', '>', line)
        .orderBy('line')
        .limit(limit)
        .execute(),

    list: (
      importId: number,
      state: ImportedRowState | undefined,
      page: { limit: number; offset: number },
    ): Promise<StoredRow[]> =>
      rowsOf(importId, state).selectAll().orderBy('line').limit(page.limit).offset(page.offset).execute(),

    async count(importId: number, state: ImportedRowState | undefined): Promise<number> {
      const { count } = await rowsOf(importId, state)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Instead of those refused before. */
    async replaceRefusedPhotos(importId: number, refused: readonly RefusedPhoto[]): Promise<void> {
      await db.deleteFrom('order_import_refused_photo').where('import_id', '=', importId).execute();
      for (let at = 0; at < refused.length; at += AT_ONCE)
        await this.addRefusedPhotos(importId, refused.slice(at, at + AT_ONCE));
    },

    async addRefusedPhotos(importId: number, refused: readonly RefusedPhoto[]): Promise<void> {
      if (refused.length === 0) return;
      await db
        .insertInto('order_import_refused_photo')
        .values(refused.map(({ name, problem }) => ({ import_id: importId, name, problem })))
        .onConflict((conflict) => conflict.columns(['import_id', 'name']).doNothing())
        .execute();
    },

    refusedPhotos: (importId: number, page: { limit: number; offset: number }): Promise<RefusedPhoto[]> =>
      refusedPhotosOf(importId)
        .select(['name', sql<RefusedPhoto['problem']>`problem`.as('problem')])
        .orderBy('name')
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    async countRefusedPhotos(importIds: readonly number[]): Promise<Map<number, number>> {
      if (importIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('order_import_refused_photo')
        .select(({ fn }) => ['import_id', fn.countAll<number>().as('count')])
        .where('import_id', 'in', importIds)
        .groupBy('import_id')
        .execute();
      return new Map(rows.map(({ import_id, count }) => [import_id, count]));
    },
  };
}
