import { sql, type Kysely } from 'kysely';

/** Hours in which a person wants nothing to ring. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notification_quiet_hours (
      person_id text primary key,
      -- Minutes after midnight in Tashkent; from is after to where they go over midnight.
      from_minute smallint not null check (from_minute between 0 and 1439),
      to_minute smallint not null check (to_minute between 0 and 1439),
      chosen_at timestamptz not null default now(),
      check (from_minute <> to_minute)
    )
  `.execute(db);
}
