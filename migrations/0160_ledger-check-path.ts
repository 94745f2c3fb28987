import { sql, type Kysely } from 'kysely';

/**
 * The check of journals reads the ledger's own tables, whatever the session has put in their place: temporary tables come
 * before those of `public`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter function ledger_check_journal() set search_path = pg_catalog, public, pg_temp`.execute(db);
}
