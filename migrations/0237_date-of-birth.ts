import { sql, type Kysely } from 'kysely';

/** The day of birth of a natural person whose PINFL does not contain it, by a document that two of staff have seen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table person add column born_on text check (born_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')`.execute(
    db,
  );
}
