import { sql, type Kysely } from 'kysely';

/** Two persons may be asked about the same payout by two lines; one line alone is what paid it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const payment of ['payout_id', 'refund_id']) {
    const name = `bank_statement_line_${payment}_key`;
    await sql`alter table bank_statement_line drop constraint ${sql.ref(name)}`.execute(db);
    await sql`
      create unique index ${sql.ref(name)} on bank_statement_line (${sql.ref(payment)}) where state = 'matched'
    `.execute(db);
  }
}
