import type { AnyDb } from '#server/platform/database/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import type { StaffNote } from '#shared/api/console/staff-notes.ts';
import { createStaffNotesRepository, type NoteSubject } from './staff-notes.repository.ts';

export type StaffNotes = ReturnType<typeof createStaffNotes>;

/** Notes and comments: one mechanism for whatever staff write to one another about a thing. */
export function createStaffNotes(db: AnyDb) {
  const notes = createStaffNotesRepository(db);
  return {
    /** Oldest first. */
    of: (subject: NoteSubject): Promise<StaffNote[]> => notes.of(subject),

    /** Answers with all notes. 404: there is nothing of this kind with this number. */
    async add(
      subject: NoteSubject,
      by: { personId: string; name: string },
      text: string,
    ): Promise<StaffNote[]> {
      if (!(await notes.exists(subject))) throw notFound();
      await notes.add(subject, by, text);
      return notes.of(subject);
    },
  };
}
