import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table outbox (
      id bigint generated always as identity primary key,
      topic text not null,
      -- Messages with a key are unique per topic; without one, never.
      key text,
      payload jsonb not null,
      created_at timestamptz not null default now(),
      available_at timestamptz not null default now(),
      attempts integer not null default 0,
      last_error text,
      sent_at timestamptz,
      unique (topic, key)
    )
  `.execute(db);
  await sql`create index outbox_waiting on outbox (available_at, id) where sent_at is null`.execute(db);
  // Wakes the relay at commit; it also looks by itself, so a lost notification only delays.
  await sql`
    create function outbox_announce() returns trigger language plpgsql as $$
    begin
      perform pg_notify('outbox', '');
      return null;
    end $$
  `.execute(db);
  await sql`
    create trigger outbox_announced after insert on outbox
    for each statement execute function outbox_announce()
  `.execute(db);
  await sql`
    create table handled_event (
      event_id bigint not null,
      handler text not null,
      handled_at timestamptz not null default now(),
      primary key (event_id, handler)
    )
  `.execute(db);
}
