import { sql, type Kysely } from 'kysely';

/** Rows of imported files are given back as they were, to be mended. Those that were refused before have only their reasons. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_import_row add column cells jsonb`.execute(db);
}
