import { sql, type Kysely } from 'kysely';

/** Breaks of all rooms at once: who began and ended them, and what became of each room. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table technical_break (
      id bigint generated always as identity primary key,
      reason text not null,
      begun_by text not null,
      begun_by_name text not null,
      begun_at timestamptz not null default now(),
      end_reason text,
      ended_by text,
      ended_by_name text,
      ended_at timestamptz,
      -- When the rooms go on by themselves; without it, at once.
      resume_at timestamptz,
      -- All its rooms have been resumed, or will be at the instant that is set.
      over_at timestamptz,
      check ((ended_at is null) = (ended_by is null)),
      check (over_at is null or ended_at is not null)
    )
  `.execute(db);
  // One at a time: a second one would hold the rooms of the first.
  await sql`create unique index technical_break_open on technical_break ((true)) where over_at is null`.execute(
    db,
  );
  await sql`
    create table technical_break_room (
      break_id bigint not null references technical_break,
      lot_id bigint not null references lot,
      -- done, the room's refusal, or empty while there is no answer yet.
      suspended text,
      resumed text,
      primary key (break_id, lot_id)
    )
  `.execute(db);
  await sql`create index technical_break_room_by_lot on technical_break_room (lot_id)`.execute(db);
}
