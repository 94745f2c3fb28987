import { z } from 'zod';
import { MAX_TIYIN } from '../../auction/rules.ts';
import { DECISION_KIND_NAMES } from '../../decisions/kinds.ts';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { incidentMessageFields } from '../../incidents/message.ts';
import { INCIDENT_CAUSES, INCIDENT_SEVERITIES, INCIDENT_STATES } from '../../lifecycles/incident.ts';
import { STAFF_TASK_KINDS } from '../../lifecycles/staff-task.ts';
import { STAFF_REASON } from '../../limits/room-actions.ts';
import { contract } from '../contract.ts';
import { idField, uuid, wholeNumber } from '../fields.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';
import { writtenLine, writtenText } from '../written-texts.ts';

export const INCIDENT_TITLE = { min: 5, max: 200 } as const;
export const INCIDENT_REPORT = { min: 20, max: 5_000 } as const;
const INCIDENTS_PAGE_MAX = 100;

const listedSchema = z.object({
  id: z.int(),
  cause: z.enum(INCIDENT_CAUSES),
  /** null: its cause names it. */
  title: z.string().nullable(),
  severity: z.enum(INCIDENT_SEVERITIES),
  state: z.enum(INCIDENT_STATES),
  sinceMs: z.int(),
  /** null: it goes on. */
  untilMs: z.int().nullable(),
  /** Who deals with it; null: it waits for one. */
  owner: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type ListedIncident = z.infer<typeof listedSchema>;

const messageSchema = z.object({
  id: z.int(),
  uz: z.string(),
  ru: z.string(),
  by: z.string(),
  /** Shown to everyone on the status page. */
  isPublic: z.boolean(),
  writtenAtMs: z.int(),
  /** null while it is being sent. */
  sentAtMs: z.int().nullable(),
  /** To how many; null while it is being sent. */
  people: z.int().nullable(),
});

const incidentSchema = listedSchema.extend({
  /** The report it was closed with; null while it is not closed. */
  report: z.string().nullable(),
  /** Rooms interrupted or paused in its time, without rehearsals. */
  rooms: z.int(),
  /** Who was admitted to these rooms, each once. */
  people: z.int(),
  /** Newest first. */
  messages: z.array(messageSchema),
});
export type Incident = z.infer<typeof incidentSchema>;

const read = {
  method: 'get',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readIncidents },
  rateLimit: { perMinute: 120 },
} as const;
const write = {
  method: 'post',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.writeIncidents },
  rateLimit: { perMinute: 30 },
  subject: 'none',
  answer: incidentSchema,
} as const;
const params = z.object({ id: idField });
const paging = {
  page: wholeNumber(1, 1_000_000).default(1),
  size: wholeNumber(1, INCIDENTS_PAGE_MAX).default(20),
};
const paged = { total: z.int(), page: z.int(), size: z.int() };

/** Of the list: those that staff still work on, those that are closed, all. */
export const INCIDENT_FILTERS = ['unfinished', 'closed', 'all'] as const;

export const incidents = contract({
  mayLag: true,
  ...read,
  name: 'console.incidents',
  refusals: {},
  path: '/api/console/incidents',
  summary: 'Disturbances of the platform, newest first',
  query: z.object({
    ...paging,
    state: z.enum(INCIDENT_FILTERS).default('unfinished'),
    type: z.enum(INCIDENT_SEVERITIES).optional(),
  }),
  answer: z.object({ items: z.array(listedSchema), ...paged, unfinished: z.int() }),
});

export const incident = contract({
  ...read,
  name: 'console.incident',
  refusals: { 404: ['not-found'] },
  path: '/api/console/incidents/:id',
  summary: 'One incident, with how many rooms and people it concerns and what they were sent',
  params,
  answer: incidentSchema,
});

const INCIDENT_EVENTS = [
  'opened',
  'changed',
  'watched',
  'closed',
  'reopened',
  'message',
  'note',
  'rooms-interrupted',
  'rooms-moved',
  'rooms-resumed',
  'break-begun',
  'break-ended',
  'task-opened',
  'task-done',
  'decision-proposed',
  'decision-ended',
] as const;

const eventSchema = z.object({
  atMs: z.int(),
  event: z.enum(INCIDENT_EVENTS),
  /** null: the platform. */
  by: z.string().nullable(),
  text: z.string().nullable(),
  lotId: z.int().nullable(),
  /** Rooms, of an event that concerns several. */
  rooms: z.int().nullable(),
  task: z.enum(STAFF_TASK_KINDS).nullable(),
  decision: z.enum(DECISION_KIND_NAMES).nullable(),
});
export type IncidentEvent = z.infer<typeof eventSchema>;

/** Read from what is recorded elsewhere; interruptions of one minute are one event. */
export const incidentTimeline = contract({
  ...read,
  name: 'console.incident-timeline',
  refusals: { 404: ['not-found'] },
  path: '/api/console/incidents/:id/timeline',
  summary: 'What happened in the time of an incident, oldest first, the last 500 events',
  params,
  answer: z.array(eventSchema),
});

const roomSchema = z.object({
  lotId: z.int(),
  title: localizedTextSchema,
  /** The first interruption in the time of the incident. */
  fromMs: z.int(),
  /** The end of the last one; null: it goes on. */
  untilMs: z.int().nullable(),
  people: z.int(),
});
export type IncidentRoom = z.infer<typeof roomSchema>;

export const incidentRooms = contract({
  ...read,
  name: 'console.incident-rooms',
  refusals: { 404: ['not-found'] },
  path: '/api/console/incidents/:id/rooms',
  summary: 'Rooms that were interrupted or paused in the time of an incident',
  params,
  query: z.object(paging),
  answer: z.object({ items: z.array(roomSchema), ...paged }),
});

const concernedSchema = z.object({
  personId: z.string(),
  name: z.string(),
  /** Rooms of the incident to which they were admitted. */
  rooms: z.int(),
});
export type IncidentPerson = z.infer<typeof concernedSchema>;

export const incidentPeople = contract({
  ...read,
  name: 'console.incident-people',
  refusals: { 404: ['not-found'] },
  path: '/api/console/incidents/:id/people',
  summary: 'Who was admitted to the rooms of an incident, without rooms in which the reader has a part',
  params,
  query: z.object(paging),
  answer: z.object({ items: z.array(concernedSchema), ...paged }),
});

const title = writtenLine(INCIDENT_TITLE.min, INCIDENT_TITLE.max);
const severity = z.enum(INCIDENT_SEVERITIES);
const instant = z.int().min(0).max(MAX_TIYIN);

/**
 * The same request again answers with the incident it opened. 422 `incidents.times` for a beginning in the future, or more than a week
 * ago.
 */
export const openIncident = contract({
  ...write,
  name: 'console.open-incident',
  refusals: { 404: ['not-found'], 422: ['incidents.times'] },
  path: '/api/console/incidents',
  summary: 'Open an incident',
  body: z.strictObject({ requestId: uuid, title, severity, sinceMs: instant }),
});

/**
 * 409 `incidents.state` when it is closed, `incidents.no-colleague` for an owner who may not write incidents;
 * 422 `incidents.times` when the times are not one after the other, or in the future, and for a beginning more than a week ago.
 */
export const changeIncident = contract({
  ...write,
  name: 'console.change-incident',
  refusals: {
    404: ['not-found'],
    409: ['incidents.no-colleague', 'incidents.state'],
    422: ['incidents.times'],
  },
  path: '/api/console/incidents/:id/change',
  summary: 'Change the title, severity, times and owner of an incident',
  params,
  body: z.strictObject({
    /** null: its cause names it, of one that staff did not open. */
    title: title.nullable(),
    severity,
    sinceMs: instant,
    untilMs: instant.nullable(),
    ownerId: uuid.nullable(),
  }),
});

/** 409 `incidents.state` when it is not open. */
export const watchIncident = contract({
  ...write,
  name: 'console.watch-incident',
  refusals: { 404: ['not-found'], 409: ['incidents.state'] },
  path: '/api/console/incidents/:id/watch',
  summary: 'The cause of an incident is removed: staff watch whether it returns',
  params,
});

/** 409 `incidents.state` when it is closed. */
export const closeIncident = contract({
  ...write,
  name: 'console.close-incident',
  refusals: { 404: ['not-found'], 409: ['incidents.state'] },
  path: '/api/console/incidents/:id/close',
  summary: 'Close an incident with a report',
  params,
  body: z.strictObject({ report: writtenText(INCIDENT_REPORT.min, INCIDENT_REPORT.max) }),
});

/** 409 `incidents.state` when it is open. */
export const reopenIncident = contract({
  ...write,
  name: 'console.reopen-incident',
  refusals: { 404: ['not-found'], 409: ['incidents.state'] },
  path: '/api/console/incidents/:id/reopen',
  summary: 'Open an incident again that was not over',
  params,
  body: z.strictObject({ reason: writtenText(STAFF_REASON.min, STAFF_REASON.max) }),
});

/**
 * Sent once to each person that the incident concerns now; the same request again sends nothing more. Cyrillic is made from the
 * Uzbek text; without an English text, readers of English get the Russian one. 403 `conflict-of-interest` for who has a part in one of its
 * rooms; 409 `incidents.no-people` when it concerns no one, `incidents.second-person` where it goes to more people than one member of staff
 * writes to alone in 24 hours, or to everyone: a decision of the kind `incident-message` is proposed instead.
 */
export const sendIncidentMessage = contract({
  ...write,
  name: 'console.send-incident-message',
  refusals: {
    403: ['conflict-of-interest'],
    404: ['not-found'],
    409: ['incidents.no-people', 'incidents.second-person'],
  },
  path: '/api/console/incidents/:id/messages',
  summary: 'Write to everybody whom an incident concerns',
  params,
  body: z.strictObject(incidentMessageFields),
});

export const incidentContracts = [
  incidents,
  incident,
  incidentTimeline,
  incidentRooms,
  incidentPeople,
  openIncident,
  changeIncident,
  watchIncident,
  closeIncident,
  reopenIncident,
  sendIncidentMessage,
];
