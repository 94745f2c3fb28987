/** Notes of staff about a room, a task or an incident, for one another. */
export { staffNotesModule } from './module.ts';
export type { StaffNotes } from './staff-notes.service.ts';
