import { sql, type Kysely } from 'kysely';

/** Statements as workbooks, in the exchange format of 1C and in that of ISO 20022. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bank_statement
      drop constraint bank_statement_format_check,
      add constraint bank_statement_format_check check (format in ('csv', 'xlsx', 'mt940', '1c', 'camt053'))
  `.execute(db);
}
