import { sql, type Kysely } from 'kysely';

/** A protest of who won the lot, or has the offer, does not stop that person's own term of payment or answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table protest add column pauses boolean not null default true`.execute(db);
}
