import { sql, type Kysely } from 'kysely';

/** Of a shown question with its answer: when two of the staff had personal data taken out of the words. What was there is stored nowhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table lot_question
      add column masked_at timestamptz,
      add check (masked_at is null or answer is not null)
  `.execute(db);
}
