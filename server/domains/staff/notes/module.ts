import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createStaffNotes } from './staff-notes.service.ts';

export const staffNotesModule = defineModule({
  name: 'notes',
  create: ({ database }: Pick<Base, 'database'>) => ({ staffNotes: createStaffNotes(database.db) }),
});
