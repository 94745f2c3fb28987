import { sql, type Kysely } from 'kysely';

/** What only a person can decide or do, with a deadline: never left to silence. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table staff_task (
      id bigint generated always as identity primary key,
      -- One task for each occasion, however often it is reported.
      occasion text not null unique,
      kind text not null check (kind in ('decide-leader', 'invite-reserve', 'offer-to-sole', 'repeat-lot')),
      lot_id bigint not null references lot (id) on delete cascade,
      -- The participant it is about, and the price that counts for it.
      bidder_number integer,
      price_tiyin bigint check (price_tiyin > 0),
      reason text,
      due_at timestamptz not null,
      created_at timestamptz not null default now(),
      done_at timestamptz,
      done_by text,
      done_by_name text,
      note text,
      check (num_nonnulls(done_at, done_by, done_by_name, note) in (0, 4))
    )
  `.execute(db);
  await sql`create index staff_task_open on staff_task (due_at, id) where done_at is null`.execute(db);
  await sql`create index staff_task_by_time on staff_task (id desc)`.execute(db);
  // What was done, by whom and why is never changed afterwards.
  await sql`
    create function staff_task_refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'task % was done at %', old.id, old.done_at using errcode = 'ST001';
    end $$
  `.execute(db);
  await sql`
    create trigger staff_task_done_once before update on staff_task
    for each row when (old.done_at is not null) execute function staff_task_refuse_change()
  `.execute(db);
}
