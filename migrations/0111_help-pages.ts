import { sql, type Kysely } from 'kysely';

/**
 * Help pages as staff write them. Version 0 of a page is the text that is shipped and is in no row; each row is the next
 * version, with who made it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table help_page_change (
      id bigint generated always as identity primary key,
      page text not null,
      version integer not null check (version > 0),
      action text not null check (action in ('edit', 'restore', 'publish', 'cancel')),
      person_id text not null,
      person_name text not null,
      at timestamptz not null default now(),
      -- {uz, ru, uz-Cyrl, en}: each {title, summary, body}.
      texts jsonb not null,
      -- Of a publication: the texts are public from then on, until those of a later one are.
      publish_at timestamptz,
      restored_from integer check (restored_from >= 0 and restored_from < version),
      unique (page, version),
      check ((action = 'publish') = (publish_at is not null)),
      check ((action = 'restore') = (restored_from is not null))
    )
  `.execute(db);
  await sql`
    create function help_page_change_refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'help_page_change is append-only';
    end $$
  `.execute(db);
  await sql`create trigger help_page_change_append_only before update or delete or truncate on help_page_change
    for each statement execute function help_page_change_refuse()`.execute(db);
}
