import { sql, type Kysely } from 'kysely';

/** Who works on a task, and what staff note about a task or a room; a note is never changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table staff_task
      add column owner_id text,
      add column owner_name text,
      add column owned_at timestamptz,
      add constraint staff_task_owner_check
        check ((owner_id is null) = (owner_name is null) and (owner_id is null) = (owned_at is null))
  `.execute(db);
  await sql`
    create table staff_note (
      id bigint generated always as identity primary key,
      subject_kind text not null check (subject_kind in ('room', 'staff-task')),
      subject_id bigint not null,
      person_id text not null,
      person_name text not null,
      text text not null check (char_length(text) between 1 and 2000),
      written_at timestamptz not null default now()
    )
  `.execute(db);
  await sql`create index staff_note_of_subject on staff_note (subject_kind, subject_id, id)`.execute(db);
  await sql`create index staff_task_of_lot on staff_task (lot_id) where lot_id is not null`.execute(db);
  await sql`create index staff_task_of_order on staff_task (order_id) where order_id is not null`.execute(db);
}
