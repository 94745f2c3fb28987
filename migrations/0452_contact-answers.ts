import { sql, type Kysely } from 'kysely';

/**
 * What staff answered to a message to the operator, and the templates of such answers: each row is the next version of one,
 * with who made it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table contact_message
      add column answer_channel text check (answer_channel in ('email', 'sms')),
      add column answer_title text,
      add column answer_text text,
      add check ((answer_channel is null) = (answer_title is null) and (answer_channel is null) = (answer_text is null)),
      add check (answer_channel is null or answered_at is not null)
  `.execute(db);
  await sql`
    create table contact_template_change (
      id bigint generated always as identity primary key,
      template uuid not null,
      version integer not null check (version > 0),
      action text not null check (action in ('create', 'edit', 'retire', 'restore')),
      person_id text not null,
      person_name text not null,
      at timestamptz not null default clock_timestamp(),
      -- {uz, ru, en}: each {title, text}.
      texts jsonb not null,
      -- Not offered to those who answer.
      retired boolean not null,
      unique (template, version),
      check ((action = 'create') = (version = 1))
    )
  `.execute(db);
  await sql`
    create function contact_template_change_refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'contact_template_change is append-only';
    end $$
  `.execute(db);
  await sql`create trigger contact_template_change_append_only before update or delete or truncate on contact_template_change
    for each statement execute function contact_template_change_refuse()`.execute(db);
}
