import { sql, type Kysely } from 'kysely';

/**
 * Words of messages as staff write them. Version 0 of a message is the shipped text and is in no row; each row is the next
 * version, with who made it, and is sent of what is written from its instant on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table message_text_change (
      id bigint generated always as identity primary key,
      template text not null,
      version integer not null check (version > 0),
      action text not null check (action in ('edit', 'restore')),
      person_id text not null,
      person_name text not null,
      -- The clock, not the beginning of the transaction: versions follow each other in time.
      at timestamptz not null default clock_timestamp(),
      -- {uz, ru, en}: each {title, text}; null: the shipped ones.
      texts jsonb,
      restored_from integer check (restored_from >= 0 and restored_from < version),
      unique (template, version),
      check ((action = 'restore') = (restored_from is not null)),
      check (action = 'restore' or texts is not null)
    )
  `.execute(db);
  await sql`
    create function message_text_change_refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'message_text_change is append-only';
    end $$
  `.execute(db);
  await sql`create trigger message_text_change_append_only before update or delete or truncate on message_text_change
    for each statement execute function message_text_change_refuse()`.execute(db);
}
