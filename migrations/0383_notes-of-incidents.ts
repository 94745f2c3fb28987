import { sql, type Kysely } from 'kysely';

/** Staff note about incidents too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table staff_note
      drop constraint staff_note_subject_kind_check,
      add constraint staff_note_subject_kind_check check (subject_kind in ('room', 'staff-task', 'incident'))
  `.execute(db);
}
