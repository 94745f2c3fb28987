import { sql, type Kysely } from 'kysely';

/** Which messages to the operator somebody has taken care of, who and when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table contact_message
      add column answered_at timestamptz,
      add column answered_by text,
      add column answered_by_name text,
      add check ((answered_at is null) = (answered_by is null) and (answered_at is null) = (answered_by_name is null))
  `.execute(db);
  await sql`create index contact_message_open on contact_message (number) where answered_at is null`.execute(
    db,
  );
}
