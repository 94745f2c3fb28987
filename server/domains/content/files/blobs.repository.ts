import { sql } from 'kysely';
import { inTransaction, type Db } from '#server/platform/database/index.ts';
import type { BlobRow, FilesTables, Variant } from './files-tables.ts';
import type { InspectedVariant, Made } from './inspection/inspection.ts';

/** Longer than a copy of a picture takes. */
const CLAIM_MINUTES = 15;
/** An image is shown in WebP at first: those who upload, and a new demonstration, have the machine for themselves. */
const AVIF_MINUTES = 10;

export interface Blob {
  sha256: string;
  mediaType: string;
  sizeBytes: number;
  /** What readers get of a document in place of what was sent. Null: of a picture, never used as one; of others, nothing was to be changed. */
  clean: Made | null;
  /** Null: never used as an image. */
  image: { width: number; height: number; blur: string; variants: Variant[] } | null;
}

/** A size that is shown to everybody. */
export interface PublicVariant {
  sha256: string;
  sizeBytes: number;
  /** The same in AVIF; null: there is none. */
  avif: Made | null;
}

export type BlobsRepository = ReturnType<typeof createBlobsRepository>;

export function createBlobsRepository(db: Db<FilesTables>) {
  const variantsOf = (tx: Db<FilesTables>, sha256: string): Promise<Variant[]> =>
    tx
      .selectFrom('file_variant')
      .select(['width', 'height', 'name', 'size_bytes'])
      .where('sha256', '=', sha256)
      .orderBy('width')
      .execute();
  const blobOf = (row: BlobRow, variants: Variant[]): Blob => ({
    sha256: row.sha256,
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    clean:
      row.clean_name !== null && row.clean_bytes !== null
        ? { name: row.clean_name, size_bytes: row.clean_bytes }
        : null,
    image:
      row.width !== null && row.height !== null && row.blur !== null
        ? { width: row.width, height: row.height, blur: row.blur, variants }
        : null,
  });

  return {
    async find(sha256: string): Promise<Blob | null> {
      const row = await db
        .selectFrom('file_blob')
        .selectAll()
        .where('sha256', '=', sha256)
        .executeTakeFirst();
      return row ? blobOf(row, await variantsOf(db, sha256)) : null;
    },

    /**
     * Books the content before its bytes are stored, so that no object is without a row, and holds it against the sweep for
     * the next day. Returns what is booked: facts that were there before win.
     */
    book: (blob: Blob): Promise<Blob> =>
      inTransaction(db, async (tx) => {
        const { sha256, image, clean } = blob;
        const row = await tx
          .insertInto('file_blob')
          .values({
            sha256,
            media_type: blob.mediaType,
            size_bytes: blob.sizeBytes,
            width: image?.width ?? null,
            height: image?.height ?? null,
            blur: image?.blur ?? null,
            clean_name: clean?.name ?? null,
            clean_bytes: clean?.size_bytes ?? null,
            avif_after: image ? sql<Date>`now() + ${AVIF_MINUTES} * interval '1 minute'` : null,
          })
          .onConflict((conflict) =>
            conflict.column('sha256').doUpdateSet({
              used_at: sql`now()`,
              width: sql`coalesce(file_blob.width, excluded.width)`,
              height: sql`coalesce(file_blob.height, excluded.height)`,
              blur: sql`coalesce(file_blob.blur, excluded.blur)`,
              clean_name: sql`coalesce(file_blob.clean_name, excluded.clean_name)`,
              clean_bytes: sql`coalesce(file_blob.clean_bytes, excluded.clean_bytes)`,
              // Used as an image for the first time.
              avif_after: sql`case when file_blob.width is null then excluded.avif_after else file_blob.avif_after end`,
            }),
          )
          .returningAll()
          .executeTakeFirstOrThrow();
        if (image)
          await tx
            .insertInto('file_variant')
            .values(image.variants.map((variant) => ({ sha256, ...variant })))
            .onConflict((conflict) => conflict.columns(['sha256', 'width']).doNothing())
            .execute();
        return blobOf(row, await variantsOf(tx, sha256));
      }),

    /** There is nothing to take out of this document. */
    async nothingToClean(sha256: string): Promise<void> {
      await db.updateTable('file_blob').set({ clean_after: null }).where('sha256', '=', sha256).execute();
    },

    /** A document without its copy, which is this caller's for a while; null: there is none. */
    async claimUnclean(): Promise<Blob | null> {
      const { rows } = await sql<BlobRow>`
        update file_blob set clean_after = now() + ${CLAIM_MINUTES} * interval '1 minute'
        where sha256 = (
          select b.sha256 from file_blob b
          where b.clean_name is null and b.clean_after < now()
          order by b.clean_after limit 1 for update skip locked)
        returning *`.execute(db);
      const [row] = rows;
      return row ? blobOf(row, await variantsOf(db, row.sha256)) : null;
    },

    /** Stores a copy while the content is held against the sweep; nothing for one that is gone. */
    bookClean: (sha256: string, clean: Made, put: () => Promise<void>): Promise<void> =>
      inTransaction(db, async (tx) => {
        const held = await tx
          .selectFrom('file_blob')
          .select('sha256')
          .where('sha256', '=', sha256)
          .forUpdate()
          .executeTakeFirst();
        if (!held) return;
        await put();
        await tx
          .updateTable('file_blob')
          .set({ clean_name: clean.name, clean_bytes: clean.size_bytes })
          .where('sha256', '=', sha256)
          .execute();
      }),

    /** An image without its sizes in AVIF, which is this caller's for a while; null: there is none. */
    async claimWithoutAvif(): Promise<Blob | null> {
      const { rows } = await sql<BlobRow>`
        update file_blob set avif_after = now() + ${CLAIM_MINUTES} * interval '1 minute'
        where sha256 = (
          select b.sha256 from file_blob b where b.avif_after < now()
          order by b.avif_after limit 1 for update skip locked)
        returning *`.execute(db);
      const [row] = rows;
      return row ? blobOf(row, await variantsOf(db, row.sha256)) : null;
    },

    /** Stores sizes in AVIF while the content is held against the sweep; nothing for one that is gone. */
    bookAvif: (
      sha256: string,
      sizes: readonly InspectedVariant[],
      put: (made: Made) => Promise<void>,
    ): Promise<void> =>
      inTransaction(db, async (tx) => {
        const held = await tx
          .selectFrom('file_blob')
          .select('sha256')
          .where('sha256', '=', sha256)
          .forUpdate()
          .executeTakeFirst();
        if (!held) return;
        const variants = await variantsOf(tx, sha256);
        for (const { width, name, size_bytes: bytes } of sizes) {
          // As small as it is, or of a width that an earlier release did not make.
          if (!variants.some((variant) => variant.width === width && variant.size_bytes > bytes)) continue;
          await put({ name, size_bytes: bytes });
          await tx
            .updateTable('file_variant')
            .set({ avif_name: name, avif_bytes: bytes })
            .where('sha256', '=', sha256)
            .where('width', '=', width)
            .execute();
        }
        await tx.updateTable('file_blob').set({ avif_after: null }).where('sha256', '=', sha256).execute();
      }),

    /** Contents that nothing has referred to for so long. */
    async unused(unusedMs: number, limit: number): Promise<string[]> {
      const found = await db
        .selectFrom('file_blob as b')
        .select('b.sha256')
        .where('b.used_at', '<', sql<Date>`now() - ${unusedMs} * interval '1 millisecond'`)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('uploaded_file as f').select('f.id').whereRef('f.sha256', '=', 'b.sha256'))),
        )
        .orderBy('b.used_at')
        .limit(limit)
        .execute();
      return found.map(({ sha256 }) => sha256);
    },

    /**
     * Removes an unused content: the row is deleted first, which waits for files that are just being added to it and fails
     * where there are any; its lock is held until the bytes are gone, so that booking the same content waits and
     * stores them again. False when it has come into use.
     */
    sweep: (
      sha256: string,
      unusedMs: number,
      removeBytes: (madeNames: readonly string[]) => Promise<void>,
    ): Promise<boolean> =>
      inTransaction(db, async (tx) => {
        const made = await tx
          .selectFrom('file_variant')
          .select(['name', 'avif_name'])
          .where('sha256', '=', sha256)
          .execute();
        const locked = await tx
          .selectFrom('file_blob')
          .select(['sha256', 'clean_name'])
          .where('sha256', '=', sha256)
          .where('used_at', '<', sql<Date>`now() - ${unusedMs} * interval '1 millisecond'`)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst();
        if (!locked) return false;
        // A statement of its own: it sees files added until the lock was taken.
        const used = await tx
          .selectFrom('uploaded_file')
          .select('id')
          .where('sha256', '=', sha256)
          .limit(1)
          .executeTakeFirst();
        if (used) return false;
        await tx.deleteFrom('file_blob').where('sha256', '=', sha256).execute();
        const names = made.flatMap(({ name, avif_name: avif }) => (avif === null ? [name] : [name, avif]));
        await removeBytes(locked.clean_name === null ? names : [...names, locked.clean_name]);
        return true;
      }),

    /** Is a size of this name shown to everybody? */
    async publicVariant(name: string): Promise<PublicVariant | null> {
      const found = await db
        .selectFrom('file_variant as v')
        .innerJoin('uploaded_file as f', 'f.sha256', 'v.sha256')
        .select(['v.sha256', 'v.size_bytes', 'v.avif_name', 'v.avif_bytes'])
        .where('v.name', '=', name)
        .where('f.published_at', 'is not', null)
        .where('f.visible', '=', true)
        .limit(1)
        .executeTakeFirst();
      if (!found) return null;
      const { sha256, size_bytes: sizeBytes, avif_name: avif, avif_bytes: avifBytes } = found;
      return {
        sha256,
        sizeBytes,
        avif: avif === null || avifBytes === null ? null : { name: avif, size_bytes: avifBytes },
      };
    },
  };
}
