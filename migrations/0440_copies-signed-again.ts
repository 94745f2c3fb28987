import { sql, type Kysely } from 'kysely';

/**
 * Copies of protocols whose code was signed again because its key was revoked, beside those that were given out before: behind a colon, the
 * key that signed it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table protocol_copy drop constraint protocol_copy_kind_check`.execute(db);
  await sql`
    alter table protocol_copy add constraint protocol_copy_kind_check check (
      kind in ('full', 'winner', 'customer',
        'public-cancelled', 'full-cancelled', 'winner-cancelled', 'customer-cancelled')
      or kind ~ '^(public|full|winner|customer)(-cancelled)?:[A-Za-z0-9_-]+$'
    )
  `.execute(db);
}
