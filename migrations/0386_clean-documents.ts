import { sql, type Kysely } from 'kysely';

/** Stored documents get copies without the facts of photos in them, where they have any. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update file_blob b set clean_after = now()
    where clean_name is null and (media_type = 'application/pdf' or media_type like 'application/vnd.openxmlformats-%')
      and exists (select from uploaded_file f where f.sha256 = b.sha256 and f.kind = 'document')
  `.execute(db);
}
