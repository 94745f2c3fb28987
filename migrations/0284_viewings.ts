import { sql, type Kysely } from 'kysely';

/** Times at which sellers show their lots, and the places that people take. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table viewing (
      id bigint generated always as identity primary key,
      lot_id bigint not null references lot (id),
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      places integer not null check (places between 1 and 50),
      state text not null check (state in ('offered', 'called-off')),
      -- Why it was called off; null: the trade of the lot ended.
      reason text check (length(reason) between 10 and 300),
      offered_at timestamptz not null default clock_timestamp(),
      reminded_at timestamptz,
      check (ends_at > starts_at)
    )
  `.execute(db);
  await sql`
    create unique index viewing_once on viewing (lot_id, starts_at) where state = 'offered'
  `.execute(db);
  await sql`create index viewing_of_lot on viewing (lot_id, starts_at)`.execute(db);
  await sql`
    create index viewing_to_remind on viewing (starts_at) where state = 'offered' and reminded_at is null
  `.execute(db);
  await sql`create index viewing_past on viewing (ends_at)`.execute(db);
  await sql`
    create table viewing_booking (
      id bigint generated always as identity primary key,
      viewing_id bigint not null references viewing (id),
      lot_id bigint not null references lot (id),
      person_id text not null,
      state text not null check (state in ('booked', 'cancelled', 'called-off')),
      booked_at timestamptz not null default clock_timestamp(),
      ended_at timestamptz,
      check ((state = 'booked') = (ended_at is null))
    )
  `.execute(db);
  await sql`
    create unique index viewing_booking_one on viewing_booking (lot_id, person_id) where state = 'booked'
  `.execute(db);
  await sql`create index viewing_booking_of_viewing on viewing_booking (viewing_id, id)`.execute(db);
  await sql`create index viewing_booking_of_person on viewing_booking (person_id, id)`.execute(db);
}
