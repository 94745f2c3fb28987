import { sql, type Kysely } from 'kysely';

/** Announcements above the pages of the site: each row is the next version of one, with who made it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table banner_change (
      id bigint generated always as identity primary key,
      banner uuid not null,
      version integer not null check (version > 0),
      action text not null check (action in ('create', 'edit', 'hide', 'show')),
      person_id text not null,
      person_name text not null,
      at timestamptz not null default clock_timestamp(),
      -- By language.
      words jsonb not null,
      link text,
      tone text not null check (tone in ('info', 'warning')),
      place text not null check (place in ('everywhere', 'home', 'lots', 'rooms', 'cabinet')),
      from_at timestamptz not null,
      until_at timestamptz not null check (until_at > from_at),
      hidden boolean not null,
      unique (banner, version),
      check ((action = 'create') = (version = 1))
    )
  `.execute(db);
  await sql`
    create function banner_change_refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'banner_change is append-only';
    end $$
  `.execute(db);
  await sql`create trigger banner_change_append_only before update or delete or truncate on banner_change
    for each statement execute function banner_change_refuse()`.execute(db);
}
