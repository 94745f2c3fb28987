import type { Generated } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { StaffNote } from '#shared/api/console/staff-notes.ts';

/** Of a room the number of its lot. */
export interface NoteSubject {
  kind: 'room' | 'staff-task' | 'incident';
  id: number;
}

/** `lot`, `staff_task` and `incident` are owned by others: read here for what a note is about. */
interface StaffNoteTables {
  staff_note: {
    id: Generated<number>;
    subject_kind: NoteSubject['kind'];
    subject_id: number;
    person_id: string;
    person_name: string;
    text: string;
    written_at: Generated<Date>;
  };
  lot: { id: number; room_opened_at: Date | null };
  staff_task: { id: number };
  incident: { id: number };
}

const SHOWN_MOST = 500;

export function createStaffNotesRepository(db: Db<StaffNoteTables>) {
  return {
    /** Oldest first, the last ones of very many. */
    async of({ kind, id }: NoteSubject): Promise<StaffNote[]> {
      const rows = await db
        .selectFrom('staff_note')
        .select(['id', 'person_name', 'written_at', 'text'])
        .where('subject_kind', '=', kind)
        .where('subject_id', '=', id)
        .orderBy('id', 'desc')
        .limit(SHOWN_MOST)
        .execute();
      return rows
        .map((row) => ({
          id: row.id,
          by: row.person_name,
          atMs: row.written_at.getTime(),
          text: row.text,
        }))
        .reverse();
    },

    async exists({ kind, id }: NoteSubject): Promise<boolean> {
      const found =
        kind === 'room'
          ? db.selectFrom('lot').select('id').where('id', '=', id).where('room_opened_at', 'is not', null)
          : db
              .selectFrom(kind === 'incident' ? 'incident' : 'staff_task')
              .select('id')
              .where('id', '=', id);
      return (await found.executeTakeFirst()) !== undefined;
    },

    async add(
      { kind, id }: NoteSubject,
      by: { personId: string; name: string },
      text: string,
    ): Promise<void> {
      await db
        .insertInto('staff_note')
        .values({
          subject_kind: kind,
          subject_id: id,
          person_id: by.personId,
          person_name: by.name,
          text,
        })
        .execute();
    },
  };
}
