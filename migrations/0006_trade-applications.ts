import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trade_application (
      id bigint generated always as identity primary key,
      lot_id bigint not null references lot (id) on delete cascade,
      person_id text not null,
      -- Drawn when the application is made; the number in the room.
      number integer not null check (number > 0),
      -- null = no limit on offers.
      limit_tiyin bigint,
      status text not null check (status in ('requested', 'admitted', 'turned-down', 'revoked')),
      -- Why it was turned down or revoked.
      reason text,
      requested_at timestamptz not null default now(),
      decided_at timestamptz,
      unique (lot_id, person_id),
      unique (lot_id, number)
    )
  `.execute(db);
  await sql`create index trade_application_by_person on trade_application (person_id)`.execute(db);
  await sql`create index trade_application_waiting on trade_application (id) where status = 'requested'`.execute(
    db,
  );

  // What a staff member asked for and a second one has to approve.
  await sql`
    create table room_request (
      id bigint generated always as identity primary key,
      lot_id bigint not null references lot (id) on delete cascade,
      kind text not null check (kind in ('extend', 'withdraw')),
      minutes integer,
      reason text not null,
      requested_by text not null,
      requested_by_name text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      decision text check (decision in ('approved', 'rejected')),
      decided_by text,
      decided_at timestamptz,
      check (decision is distinct from 'approved' or decided_by <> requested_by)
    )
  `.execute(db);
  await sql`create index room_request_waiting on room_request (expires_at) where decision is null`.execute(
    db,
  );

  // Who did what to a room, when and why; never changed.
  await sql`
    create table room_action (
      id bigint generated always as identity primary key,
      lot_id bigint not null references lot (id) on delete cascade,
      action text not null,
      person_id text not null,
      person_name text not null,
      reason text not null,
      minutes integer,
      request_id bigint references room_request (id) on delete cascade,
      result text not null,
      done_at timestamptz not null default now()
    )
  `.execute(db);
  await sql`create index room_action_by_lot on room_action (lot_id, id desc)`.execute(db);
}
