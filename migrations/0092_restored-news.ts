import { sql, type Kysely } from 'kysely';

/** An earlier version of news may be taken again, as a version of its own that says which one it was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table news_change drop constraint news_change_action_check`.execute(db);
  await sql`
    alter table news_change
      add column restored_from integer check (restored_from > 0 and restored_from < version),
      add constraint news_change_action_check
        check (action in ('create', 'edit', 'publish', 'withdraw', 'restore')),
      add constraint news_change_restored_check check ((action = 'restore') = (restored_from is not null))
  `.execute(db);
}
