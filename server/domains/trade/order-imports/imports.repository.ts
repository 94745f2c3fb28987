import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import { stateAfter, statesFrom, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import { ORDERED_ROWS } from '#shared/lifecycles/imported-row.ts';
import { IMPORTED_ROW } from '#shared/lifecycles/imported-row.ts';
import { ENDED_IMPORTS, ORDER_IMPORT, WORKED_IMPORTS } from '#shared/lifecycles/order-import.ts';
import type { ColumnMapping } from './import-columns.ts';
import type {
  ContributedPart,
  FileProblem,
  KnownColumn,
  OrderImportTables,
  StoredImport,
} from './order-import-tables.ts';

type Event = Exclude<EventOf<typeof ORDER_IMPORT>, 'upload'>;

export interface NewImport {
  personId: string;
  fileName: string;
  fileKey: string;
  fileBytes: number;
  sha256: string;
  uploadedBy: string;
}

/** An archive of photos and what of it fits the rows. */
export interface NewPhotos {
  name: string;
  key: string;
  sha256: string;
  files: number;
  lots: number;
}

/** Files of an import that was not stored for so long were left by a crash. */
const LEFT_MS = 60 * 60_000;

/** Imports of lots: their files, states and leases of workers. */
export function createImportsRepository(db: Db<OrderImportTables>) {
  const stored = () => db.selectFrom('order_import').selectAll().where('stored_at', 'is not', null);

  return {
    /** Booked before its bytes are stored, so that no object is without a row. */
    async add(made: NewImport): Promise<number> {
      const { id } = await db
        .insertInto('order_import')
        .values({
          person_id: made.personId,
          state: stateAfter(ORDER_IMPORT, 'upload'),
          file_name: made.fileName,
          file_key: made.fileKey,
          file_bytes: made.fileBytes,
          file_sha256: made.sha256,
          uploaded_by: made.uploadedBy,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async stored(id: number): Promise<void> {
      await db
        .updateTable('order_import')
        .set({ stored_at: sql<Date>`clock_timestamp()` })
        .where('id', '=', id)
        .execute();
    },

    byId: (id: number): Promise<StoredImport | undefined> => stored().where('id', '=', id).executeTakeFirst(),

    /** Until the transaction ends. */
    lock: (id: number): Promise<StoredImport | undefined> =>
      stored().where('id', '=', id).forUpdate().executeTakeFirst(),

    list: (limit: number, offset: number): Promise<StoredImport[]> =>
      stored().orderBy('id', 'desc').limit(limit).offset(offset).execute(),

    async count(): Promise<number> {
      const { count } = await db
        .selectFrom('order_import')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('stored_at', 'is not', null)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Of an import that is locked. False: the event cannot happen in its state. */
    async move(
      id: number,
      event: Event,
      more: {
        problem?: FileProblem;
        samples?: readonly (readonly string[])[];
        startedBy?: string;
        signedDocumentId?: number;
      } = {},
    ): Promise<boolean> {
      const to = stateAfter(ORDER_IMPORT, event);
      const ends = (ENDED_IMPORTS as readonly string[]).includes(to);
      const moved = await db
        .updateTable('order_import')
        .set({
          state: to,
          ...(ends && { ended_at: sql<Date>`clock_timestamp()`, leased_until: null }),
          ...(more.problem && { problem: JSON.stringify(more.problem) }),
          // Only as long as staff are asked about them.
          samples: more.samples ? JSON.stringify(more.samples) : null,
          ...(more.startedBy !== undefined && {
            started_by: more.startedBy,
            started_at: sql<Date>`clock_timestamp()`,
            signed_document_id: more.signedDocumentId!,
          }),
        })
        .where('id', '=', id)
        .where('state', 'in', statesFrom(ORDER_IMPORT, event))
        .executeTakeFirst();
      return moved.numUpdatedRows > 0n;
    },

    /** Orders of a stopped import that wait for their files stay drafts. */
    async leaveOrdered(id: number): Promise<void> {
      await db
        .updateTable('order_import_row')
        .set({ state: stateAfter(IMPORTED_ROW, 'leave') })
        .where('import_id', '=', id)
        .where('state', 'in', ORDERED_ROWS)
        .execute();
    },

    async setColumns(
      id: number,
      found: { columns: readonly KnownColumn[]; headsKey: string; mapping: ColumnMapping | null },
    ): Promise<void> {
      await db
        .updateTable('order_import')
        .set({
          columns: JSON.stringify(found.columns),
          heads_key: found.headsKey,
          ...(found.mapping && { mapping: JSON.stringify(found.mapping) }),
        })
        .where('id', '=', id)
        .execute();
    },

    /** Of this part; once for each person, however often they do it. They approve none of its orders. */
    async contribute(id: number, part: ContributedPart, personId: string): Promise<void> {
      await db
        .insertInto('order_import_contributor')
        .values({ import_id: id, part, person_id: personId })
        .onConflict((again) => again.doNothing())
        .execute();
    },

    /** What staff said of the organisation's last file with these heads, and in which import; null: they were never asked. */
    async rememberedMapping(
      personId: string,
      headsKey: string,
    ): Promise<{ mapping: ColumnMapping; importId: number } | null> {
      const row = await db
        .selectFrom('order_import')
        .select(['id', 'mapping'])
        .where('person_id', '=', personId)
        .where('heads_key', '=', headsKey)
        .where('mapping', 'is not', null)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.mapping ? { mapping: row.mapping, importId: row.id } : null;
    },

    /** Who said what the columns of that file are has said it of this one too, which is read by the same answer. */
    async takeMappers(id: number, fromImportId: number): Promise<void> {
      await db
        .insertInto('order_import_contributor')
        .columns(['import_id', 'part', 'person_id'])
        .expression(({ selectFrom, val }) =>
          selectFrom('order_import_contributor')
            .select([val(id).as('import_id'), 'part', 'person_id'])
            .where('import_id', '=', fromImportId)
            .where('part', '=', 'columns'),
        )
        .onConflict((again) => again.doNothing())
        .execute();
    },

    async advance(id: number, readLine: number, readBytes: number): Promise<void> {
      await db
        .updateTable('order_import')
        .set({ read_line: readLine, read_bytes: readBytes })
        .where('id', '=', id)
        .execute();
    },

    /** The next import with work but for those, leased for so long to this worker; others pass it by. */
    claim: (leaseMs: number, except: readonly number[]): Promise<StoredImport | undefined> =>
      db
        .updateTable('order_import')
        .set({ leased_until: sql<Date>`clock_timestamp() + ${leaseMs} * interval '1 millisecond'` })
        .where('id', '=', ({ selectFrom }) =>
          selectFrom('order_import')
            .select('id')
            .where('state', 'in', WORKED_IMPORTS)
            .where('stored_at', 'is not', null)
            .where(sql<boolean>`coalesce(leased_until < clock_timestamp(), true)`)
            .where(sql<boolean>`id <> all(${sql.val([...except])}::bigint[])`)
            .orderBy('id')
            .limit(1)
            .forUpdate()
            .skipLocked(),
        )
        .returningAll()
        .executeTakeFirst(),

    /** False: it is in that state no longer. */
    async extend(id: number, state: StoredImport['state'], leaseMs: number): Promise<boolean> {
      const extended = await db
        .updateTable('order_import')
        .set({ leased_until: sql<Date>`clock_timestamp() + ${leaseMs} * interval '1 millisecond'` })
        .where('id', '=', id)
        .where('state', '=', state)
        .executeTakeFirst();
      return extended.numUpdatedRows > 0n;
    },

    async release(id: number): Promise<void> {
      await db.updateTable('order_import').set({ leased_until: null }).where('id', '=', id).execute();
    },

    /** Books the name of an archive on its way to storage; returns the one that a crash left there. */
    async bookPhotos(id: number, key: string): Promise<string | null> {
      const before = await db
        .selectFrom('order_import')
        .select('incoming_photos_key as key')
        .where('id', '=', id)
        .executeTakeFirst();
      await db.updateTable('order_import').set({ incoming_photos_key: key }).where('id', '=', id).execute();
      return before?.key ?? null;
    },

    /** Of an import that is locked. */
    async setPhotos(id: number, photos: NewPhotos): Promise<void> {
      await db
        .updateTable('order_import')
        .set({
          photos_name: photos.name,
          photos_key: photos.key,
          photos_sha256: photos.sha256,
          photo_files: photos.files,
          photo_lots: photos.lots,
          incoming_photos_key: null,
        })
        .where('id', '=', id)
        .execute();
    },

    /** Imports whose files are not needed any more, or never arrived. */
    left: (): Promise<StoredImport[]> =>
      db
        .selectFrom('order_import')
        .selectAll()
        .where((where) =>
          where.or([
            where.and([
              where('ended_at', 'is not', null),
              where.or([
                where('file_key', 'is not', null),
                where('photos_key', 'is not', null),
                where('incoming_photos_key', 'is not', null),
              ]),
            ]),
            where.and([
              where('stored_at', 'is', null),
              where('uploaded_at', '<', sql<Date>`now() - ${LEFT_MS} * interval '1 millisecond'`),
            ]),
          ]),
        )
        .orderBy('id')
        .limit(20)
        .execute(),

    /** After the bytes are gone. */
    async forgetFiles(id: number): Promise<void> {
      await db
        .updateTable('order_import')
        .set({ file_key: null, photos_key: null, incoming_photos_key: null })
        .where('id', '=', id)
        .where('stored_at', 'is not', null)
        .execute();
      await db.deleteFrom('order_import').where('id', '=', id).where('stored_at', 'is', null).execute();
    },
  };
}
