import { sql, type Kysely } from 'kysely';

/** Partners of the first page are edited by staff: their dates, whether they are shown, and who changed what. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table partner
      -- Of the form that made it: sent twice, it makes one.
      add column request_id text unique,
      -- Days of Tashkent, both included; null: without end.
      add column shown_from date,
      add column shown_until date,
      add column hidden boolean not null default false,
      -- Counts changes: one made to an older version is refused.
      add column version integer not null default 1 check (version > 0),
      add check (shown_from <= shown_until)
  `.execute(db);
  await sql`
    create table partner_change (
      id bigint generated always as identity primary key,
      partner_id integer not null references partner (id),
      -- A change of the logo leaves the version alone: the form beside it stays valid.
      version integer not null,
      action text not null check (action in ('create', 'edit', 'logo')),
      person_id text not null,
      person_name text not null,
      at timestamptz not null default now(),
      -- As it was after the change.
      content jsonb not null
    )
  `.execute(db);
  await sql`create index partner_change_by_partner on partner_change (partner_id, id)`.execute(db);
  await sql`
    create function partner_change_refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'partner_change is append-only';
    end $$
  `.execute(db);
  await sql`create trigger partner_change_append_only before update or delete or truncate on partner_change
    for each statement execute function partner_change_refuse()`.execute(db);
}
