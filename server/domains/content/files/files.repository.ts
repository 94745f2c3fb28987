import { sql } from 'kysely';
import { lockNamed, type AnyDb, type Db } from '#server/platform/database/index.ts';
import type { FileTarget } from './file-owner.ts';
import type { FileRow, FilesTables, Variant } from './files-tables.ts';

type Kind = FileRow['kind'];

export interface NewFile extends FileTarget {
  kind: Kind;
  uploadId: string;
  sha256: string;
  name: string;
  visible: boolean;
  isPublic: boolean;
  createdBy: string | null;
}

/** What one owner has of a kind. */
export interface Used {
  count: number;
  bytes: number;
}

export type FilesRepository = ReturnType<typeof createFilesRepository>;

/** Every function takes the transaction it belongs to, or the database. */
export interface FileCounts {
  images: number;
  mainImages: number;
  documents: number;
}

const NO_FILES: FileCounts = { images: 0, mainImages: 0, documents: 0 };

export function createFilesRepository() {
  const rows = (db: Db<FilesTables>) =>
    db
      .selectFrom('uploaded_file as f')
      .innerJoin('file_blob as b', 'b.sha256', 'f.sha256')
      .selectAll('f')
      .select([
        'b.media_type',
        'b.size_bytes',
        'b.width',
        'b.height',
        'b.blur',
        'b.clean_name',
        'b.clean_bytes',
      ])
      .select(
        sql<Variant[]>`coalesce((
          select json_agg(json_build_object(
            'width', v.width, 'height', v.height, 'name', v.name, 'size_bytes', v.size_bytes) order by v.width)
          from file_variant v where v.sha256 = f.sha256 and f.kind = 'image'), '[]')`.as('variants'),
      );
  const of = (on: AnyDb, { owner, ownerId }: FileTarget) =>
    rows(on).where('f.owner', '=', owner).where('f.owner_id', '=', ownerId);
  /** The swept day begins when the last reference goes. */
  const usedNow = (db: Db<FilesTables>, hashes: readonly string[]) =>
    db
      .updateTable('file_blob')
      .set({ used_at: sql`now()` })
      .where('sha256', 'in', hashes.length > 0 ? [...hashes] : [''])
      .execute();

  return {
    byUploadId: (on: AnyDb, target: FileTarget, uploadId: string): Promise<FileRow | undefined> =>
      of(on, target).where('f.upload_id', '=', uploadId).executeTakeFirst(),

    byId: (on: AnyDb, fileId: number): Promise<FileRow | undefined> =>
      rows(on).where('f.id', '=', fileId).executeTakeFirst(),

    list: (on: AnyDb, target: FileTarget, kind: Kind): Promise<FileRow[]> =>
      of(on, target).where('f.kind', '=', kind).orderBy('f.position').orderBy('f.id').execute(),

    /** Of all these owners of one kind: images first, each kind in its order. */
    listOfEach: (on: AnyDb, owner: string, ownerIds: readonly number[]): Promise<FileRow[]> =>
      rows(on)
        .where('f.owner', '=', owner)
        .where('f.owner_id', 'in', [...ownerIds])
        .orderBy(sql`f.kind <> 'image'`)
        .orderBy('f.position')
        .orderBy('f.id')
        .execute(),

    /** Visible images with public addresses, main image first. */
    published: (on: AnyDb, owner: string, ownerIds: readonly number[]): Promise<FileRow[]> =>
      rows(on)
        .where('f.owner', '=', owner)
        .where('f.owner_id', 'in', [...ownerIds])
        .where('f.published_at', 'is not', null)
        .where('f.visible', '=', true)
        .orderBy('f.owner_id')
        .orderBy('f.is_main', 'desc')
        .orderBy('f.position')
        .orderBy('f.id')
        .execute(),

    async used(db: Db<FilesTables>, { owner, ownerId }: FileTarget, kind: Kind): Promise<Used> {
      return db
        .selectFrom('uploaded_file as f')
        .innerJoin('file_blob as b', 'b.sha256', 'f.sha256')
        .select((eb) => [
          eb.fn.countAll<number>().as('count'),
          sql<number>`coalesce(sum(b.size_bytes), 0)::bigint`.as('bytes'),
        ])
        .where('f.owner', '=', owner)
        .where('f.owner_id', '=', ownerId)
        .where('f.kind', '=', kind)
        .executeTakeFirstOrThrow();
    },

    /**
     * Adds a file at the end; the first image is the main one. Null when the upload is there already. The caller holds the
     * owner's lock.
     */
    async add(db: Db<FilesTables>, file: NewFile): Promise<number | null> {
      const mine = sql`from uploaded_file where owner = ${file.owner} and owner_id = ${file.ownerId} and kind = ${file.kind}`;
      const added = await db
        .insertInto('uploaded_file')
        .values({
          owner: file.owner,
          owner_id: file.ownerId,
          kind: file.kind,
          upload_id: file.uploadId,
          sha256: file.sha256,
          name: file.name,
          visible: file.visible,
          is_public: file.isPublic,
          created_by: file.createdBy,
          position: sql`(select coalesce(max(position) + 1, 0) ${mine})`,
          is_main:
            file.kind === 'image' ? sql`(select not coalesce(bool_or(is_main), false) ${mine})` : false,
        })
        .onConflict((conflict) => conflict.columns(['owner', 'owner_id', 'upload_id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      return added?.id ?? null;
    },

    /** Until the transaction ends: for files that the platform brings, whose owner's row is not locked. */
    async lock(db: Db<FilesTables>, { owner, ownerId }: FileTarget): Promise<void> {
      await lockNamed(db, `files:${owner}:${ownerId}`);
    },

    /** Takes the mark from the image that had it first: never two at once. */
    async setMain(db: Db<FilesTables>, { owner, ownerId }: FileTarget, fileId: number): Promise<void> {
      await db
        .updateTable('uploaded_file')
        .set({ is_main: false })
        .where('owner', '=', owner)
        .where('owner_id', '=', ownerId)
        .where('is_main', '=', true)
        .where('id', '<>', fileId)
        .execute();
      await db.updateTable('uploaded_file').set({ is_main: true }).where('id', '=', fileId).execute();
    },

    /** Positions from 0 in this order. */
    async arrange(db: Db<FilesTables>, fileIds: readonly number[]): Promise<void> {
      await db
        .updateTable('uploaded_file')
        .set({ position: sql`array_position(${[...fileIds]}::bigint[], id) - 1` })
        .where('id', 'in', [...fileIds])
        .execute();
    },

    async change(
      db: Db<FilesTables>,
      fileId: number,
      set: { visible?: boolean; is_public?: boolean },
    ): Promise<void> {
      await db.updateTable('uploaded_file').set(set).where('id', '=', fileId).execute();
    },

    async remove(db: Db<FilesTables>, fileIds: readonly number[]): Promise<void> {
      if (fileIds.length === 0) return;
      const gone = await db
        .deleteFrom('uploaded_file')
        .where('id', 'in', [...fileIds])
        .returning('sha256')
        .execute();
      await usedNow(db, [...new Set(gone.map(({ sha256 }) => sha256))].toSorted());
    },

    async removeOwned(db: Db<FilesTables>, owner: string, ownerIds: readonly number[]): Promise<void> {
      const gone = await db
        .deleteFrom('uploaded_file')
        .where('owner', '=', owner)
        .where('owner_id', '=', sql<number>`any(${[...ownerIds]}::bigint[])`)
        .returning('sha256')
        .execute();
      await usedNow(db, [...new Set(gone.map(({ sha256 }) => sha256))].toSorted());
    },

    async publish(db: Db<FilesTables>, { owner, ownerId }: FileTarget): Promise<void> {
      await db
        .updateTable('uploaded_file')
        .set({ published_at: sql`now()` })
        .where('owner', '=', owner)
        .where('owner_id', '=', ownerId)
        .where('kind', '=', 'image')
        .where('visible', '=', true)
        .where('published_at', 'is', null)
        .execute();
    },

    async withdraw(db: Db<FilesTables>, { owner, ownerId }: FileTarget): Promise<void> {
      await db
        .updateTable('uploaded_file')
        .set({ published_at: null })
        .where('owner', '=', owner)
        .where('owner_id', '=', ownerId)
        .where('published_at', 'is not', null)
        .execute();
    },

    async copy(db: Db<FilesTables>, from: FileTarget, to: FileTarget): Promise<void> {
      await sql`
        insert into uploaded_file
          (owner, owner_id, kind, upload_id, sha256, name, position, is_main, visible, is_public, created_by)
        select ${to.owner}, ${to.ownerId}, kind, upload_id, sha256, name, position, is_main, visible, is_public, created_by
        from uploaded_file where owner = ${from.owner} and owner_id = ${from.ownerId}
      `.execute(db);
    },

    /** By the number of the owner that was asked for. */
    async counts(
      db: Db<FilesTables>,
      owner: string,
      ownerIds: readonly number[],
    ): Promise<Map<number, FileCounts>> {
      if (ownerIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('uploaded_file')
        .select('owner_id')
        .select((eb) => [
          eb.fn.countAll<number>().filterWhere('kind', '=', 'image').as('images'),
          eb.fn.countAll<number>().filterWhere('is_main', '=', true).as('mainImages'),
          eb.fn.countAll<number>().filterWhere('kind', '=', 'document').as('documents'),
        ])
        .where('owner', '=', owner)
        .where('owner_id', 'in', ownerIds)
        .groupBy('owner_id')
        .execute();
      const found = new Map(rows.map(({ owner_id: id, ...counts }) => [id, counts]));
      return new Map(ownerIds.map((id) => [id, found.get(id) ?? NO_FILES]));
    },
  };
}
