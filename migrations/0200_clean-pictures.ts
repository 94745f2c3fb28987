import { sql, type Kysely } from 'kysely';

/** A copy without metadata of each picture among documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table file_blob
      -- What readers get instead of the original, by the first half of its hash.
      add column clean_name text check (clean_name ~ '^[0-9a-f]{32}$'),
      add column clean_bytes bigint check (clean_bytes > 0),
      -- The copy is not made before: it is being worked on, or could not be made.
      add column clean_after timestamptz,
      add check ((clean_name is null) = (clean_bytes is null))
  `.execute(db);
  await sql`create index file_blob_not_clean on file_blob (created_at)
    where clean_name is null and media_type in ('image/jpeg', 'image/png')`.execute(db);
}
