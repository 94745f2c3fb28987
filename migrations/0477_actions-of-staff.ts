import { sql, type Kysely } from 'kysely';

/** What staff did is counted by its kind and its result from the index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index person_action_of_person`.execute(db);
  await sql`create index person_action_of_person on person_action (person_id, id desc) include (type, result)`.execute(
    db,
  );
}
