import { sql, type Kysely } from 'kysely';

/** By which number of the bank's documents a refund or a payout was noted as paid: one document pays once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['refund', 'payout'])
    await sql`
      create index ${sql.raw(`${table}_paid_by_document`)} on ${sql.table(table)}
        ((ltrim(regexp_replace(lower(split_part(bank_document, ', ', 1)), '[^[:alnum:]]', '', 'g'), '0')))
        where bank_document is not null`.execute(db);
}
