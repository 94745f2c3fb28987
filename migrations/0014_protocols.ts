import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Numbers run without gaps within a year: the row is locked until the protocol that took one is committed.
  await sql`create table protocol_counter (year integer primary key, last integer not null)`.execute(db);
  await sql`
    create table protocol (
      id bigint generated always as identity primary key,
      number text not null unique check (number ~ '^P-[0-9]{4}-[0-9]{6,}$'),
      lot_id bigint not null references lot (id),
      -- What it records: the hammer, or the reserve participant's acceptance. One protocol for each of them.
      cause text not null check (cause in ('hammer', 'reserve')),
      status text not null default 'active' check (status in ('active', 'cancelled')),
      -- Day of signing in Tashkent.
      signed_on date not null,
      price_tiyin bigint not null check (price_tiyin > 0),
      winner_person_id text not null,
      winner_number integer not null,
      -- As they were on the day of signing. Masked wherever anybody may look.
      winner_kind text not null check (winner_kind in ('natural', 'legal')),
      winner_name text not null,
      winner_stir text,
      winner_pinfl text,
      winner_address jsonb,
      cancelled_at timestamptz,
      cancel_reason text,
      created_at timestamptz not null default now(),
      unique (lot_id, cause),
      check ((status = 'cancelled') = (cancelled_at is not null and cancel_reason is not null))
    )
  `.execute(db);
  await sql`create unique index protocol_in_force on protocol (lot_id) where status = 'active'`.execute(db);

  // The public file, with masked data only. Its bytes are stored, so that its hash never changes.
  await sql`
    create table protocol_file (
      protocol_id bigint primary key references protocol (id),
      name text not null,
      body bytea not null,
      size_bytes integer not null check (size_bytes > 0),
      sha256 text not null,
      created_at timestamptz not null default now()
    )
  `.execute(db);
}
