import { z } from 'zod';
import { contract } from '../contract.ts';
import { idField } from '../fields.ts';
import { lotIdSchema } from '../site/lots.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';
import { writtenText } from '../written-texts.ts';

/** What staff write about a room, a task or an incident for one another; a note is never changed. */

export const NOTE_LETTERS = { min: 1, max: 2_000 } as const;

const staffNoteSchema = z.object({
  id: z.int(),
  by: z.string(),
  atMs: z.int(),
  text: z.string(),
});
export type StaffNote = z.infer<typeof staffNoteSchema>;

const read = { method: 'get', tag: 'console', rateLimit: { perMinute: 240 } } as const;
const write = { method: 'post', tag: 'console', rateLimit: { perMinute: 60 } } as const;
const body = z.strictObject({ text: writtenText(NOTE_LETTERS.min, NOTE_LETTERS.max) });
const lotParams = z.object({ lotId: lotIdSchema });
const taskParams = z.object({ id: idField });
const incidentParams = z.object({ id: idField });

/** Oldest first, the last 500. Colleagues write of participants: nothing for who has a part in the lot. */
export const roomNotes = contract({
  ...read,
  name: 'console.room-notes',
  refusals: {},
  access: { roles: STAFF_RIGHTS.watchRooms },
  subject: { kind: 'lot', param: 'lotId' },
  path: '/api/console/rooms/:lotId/notes',
  summary: 'What staff noted about a room',
  params: lotParams,
  answer: z.array(staffNoteSchema),
});

export const addRoomNote = contract({
  ...write,
  name: 'console.add-room-note',
  refusals: { 404: ['not-found'] },
  access: { roles: STAFF_RIGHTS.controlRooms },
  subject: { kind: 'lot', param: 'lotId' },
  path: '/api/console/rooms/:lotId/notes',
  summary: 'Note something about a room; answers with all notes',
  params: lotParams,
  body,
  answer: z.array(staffNoteSchema),
});

/** Oldest first, the last 500; likewise nothing for who has a part in what it is about. */
export const taskNotes = contract({
  ...read,
  name: 'console.task-notes',
  refusals: {},
  access: { roles: STAFF_RIGHTS.readTasks },
  subject: { kind: 'staff-task', param: 'id' },
  path: '/api/console/tasks/:id/notes',
  summary: 'What staff wrote about a task',
  params: taskParams,
  answer: z.array(staffNoteSchema),
});

export const addTaskNote = contract({
  ...write,
  name: 'console.add-task-note',
  refusals: { 404: ['not-found'] },
  access: { roles: STAFF_RIGHTS.finishTasks },
  subject: { kind: 'staff-task', param: 'id' },
  path: '/api/console/tasks/:id/notes',
  summary: 'Comment on a task; answers with all comments',
  params: taskParams,
  body,
  answer: z.array(staffNoteSchema),
});

/** Oldest first, the last 500. */
export const incidentNotes = contract({
  ...read,
  name: 'console.incident-notes',
  refusals: {},
  access: { roles: STAFF_RIGHTS.readIncidents },
  path: '/api/console/incidents/:id/notes',
  summary: 'What staff noted about an incident',
  params: incidentParams,
  answer: z.array(staffNoteSchema),
});

export const addIncidentNote = contract({
  ...write,
  name: 'console.add-incident-note',
  refusals: { 404: ['not-found'] },
  access: { roles: STAFF_RIGHTS.writeIncidents },
  subject: 'none',
  path: '/api/console/incidents/:id/notes',
  summary: 'Note something about an incident; answers with all notes',
  params: incidentParams,
  body,
  answer: z.array(staffNoteSchema),
});

export const staffNoteContracts = [
  roomNotes,
  addRoomNote,
  taskNotes,
  addTaskNote,
  incidentNotes,
  addIncidentNote,
];
