import { sql, type Kysely } from 'kysely';

/** Protocols, their codes and their cancellations are signed like heads and receipts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table signed_statement drop constraint signed_statement_kind_check`.execute(db);
  await sql`
    alter table signed_statement add constraint signed_statement_kind_check
      check (kind in ('log-head', 'receipt', 'protocol-code', 'protocol', 'protocol-cancelled'))
  `.execute(db);
}
