import { sql, type Kysely } from 'kysely';

/**
 * A statement is unbroken only in a row that begins at one which two persons confirmed: earlier releases let the closing balance of
 * any statement begin a row. What they judged does not count: until a statement is confirmed two persons credit each transfer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update bank_statement set unbroken = false where unbroken`.execute(db);
  await sql`create index bank_statement_from on bank_statement (account, from_day)`.execute(db);
}
