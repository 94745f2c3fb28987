import { sql, type Kysely } from 'kysely';

/** Columns and views that a member of staff has chosen for a list of the console. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table staff_list_choice (
      person_id text not null,
      -- One of STAFF_LISTS (shared/api/console/list-choices.ts).
      list text not null,
      -- Keys of columns that are not shown.
      hidden text[] not null default '{}',
      -- [{name, filters}], in the order in which they were saved.
      views jsonb not null default '[]',
      primary key (person_id, list)
    )
  `.execute(db);
}
