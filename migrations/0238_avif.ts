import { sql, type Kysely } from 'kysely';

/** The sizes of images in AVIF, which are made later, one after the other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table file_variant
      -- The same size in AVIF, by the first half of its hash. Null: not made yet, or larger than the one in WebP.
      add column avif_name text check (avif_name ~ '^[0-9a-f]{32}$'),
      add column avif_bytes bigint check (avif_bytes > 0),
      add check ((avif_name is null) = (avif_bytes is null))
  `.execute(db);
  await sql`
    alter table file_blob
      -- Sizes in AVIF are made from then on: later while they are being worked on, or could not be made. Null: there is nothing to make.
      add column avif_after timestamptz
  `.execute(db);
  await sql`update file_blob set avif_after = now() where width is not null`.execute(db);
  await sql`create index file_blob_without_avif on file_blob (avif_after) where avif_after is not null`.execute(
    db,
  );
}
