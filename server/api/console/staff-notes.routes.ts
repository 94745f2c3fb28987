import type { StaffNotes } from '#server/domains/staff/notes/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  addIncidentNote,
  addRoomNote,
  addTaskNote,
  incidentNotes,
  roomNotes,
  taskNotes,
} from '#shared/api/console/staff-notes.ts';

/** Notes about a room or an incident, and comments on a task. */
export function registerStaffNoteRoutes(app: HttpApp, notes: StaffNotes): void {
  registerContract(app, roomNotes, (call) => notes.of({ kind: 'room', id: call.params.lotId }));
  registerContract(app, addRoomNote, (call) => {
    const { personId, name } = call.signedIn();
    return notes.add({ kind: 'room', id: call.params.lotId }, { personId, name }, call.body.text);
  });
  registerContract(app, taskNotes, (call) => notes.of({ kind: 'staff-task', id: call.params.id }));
  registerContract(app, addTaskNote, (call) => {
    const { personId, name } = call.signedIn();
    return notes.add({ kind: 'staff-task', id: call.params.id }, { personId, name }, call.body.text);
  });
  registerContract(app, incidentNotes, (call) => notes.of({ kind: 'incident', id: call.params.id }));
  registerContract(app, addIncidentNote, (call) => {
    const { personId, name } = call.signedIn();
    return notes.add({ kind: 'incident', id: call.params.id }, { personId, name }, call.body.text);
  });
}
