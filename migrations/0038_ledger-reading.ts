import { sql, type Kysely } from 'kysely';

/** The balance of an account right after any movement is read from its newest entry up to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index ledger_entry_by_account on ledger_entry (account_id, journal_id desc)
    include (balance_tiyin)`.execute(db);
}
