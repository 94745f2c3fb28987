import { sql, type Kysely } from 'kysely';

/** What came into the platform and what left it on one day is read from this index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index ledger_journal_crossings on ledger_journal (posted_at) include (kind, amount_tiyin)
      where kind in ('top-up', 'indemnity-in', 'pay-out-settled', 'sale-out-settled', 'forfeit-out', 'penalty-out',
        'top-up-reversal')`.execute(db);
}
