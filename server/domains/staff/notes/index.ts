/** Notes of staff about a room or a task, for one another. */
export { staffNotesModule } from './module.ts';
export { createStaffNotes, type StaffNotes } from './staff-notes.service.ts';
