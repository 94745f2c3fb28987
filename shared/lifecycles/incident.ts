import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

export const INCIDENT_STATES = ['open', 'watching', 'closed'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

/** Those that staff still work on. */
export const UNFINISHED_INCIDENTS = ['open', 'watching'] as const satisfies readonly IncidentState[];

export const INCIDENT_COLOURS: Readonly<Record<IncidentState, StatusColour>> = {
  open: 'danger',
  watching: 'warning',
  closed: 'success',
};

/** What an incident was opened by: a member of staff, or an event of the platform. */
export const INCIDENT_CAUSES = ['staff', 'technical-break', 'outage'] as const;
export type IncidentCause = (typeof INCIDENT_CAUSES)[number];

/** From what concerns few people to what concerns all. */
export const INCIDENT_SEVERITIES = ['minor', 'major', 'critical'] as const;
export type IncidentSeverity = (typeof INCIDENT_SEVERITIES)[number];

export const INCIDENT = {
  name: 'incident',
  about: 'A disturbance of the platform that staff deal with, from its beginning to the report about it.',
  column: 'incident.state',
  states: INCIDENT_STATES,
  final: [],
  means: {
    open: 'its cause is not removed yet',
    watching: 'its cause is removed, staff watch whether it returns',
    closed: 'ended with a report; reopened when it was not over',
  },
  events: {
    open: {
      from: START,
      to: 'open',
      by: ['writeIncidents', 'system'],
      calls: [{ contract: 'console.open-incident' }, { job: 'open incidents' }],
    },
    watch: {
      from: ['open'],
      to: 'watching',
      by: ['writeIncidents', 'system'],
      calls: [{ contract: 'console.watch-incident' }, { job: 'open incidents' }],
    },
    close: {
      from: ['open', 'watching'],
      to: 'closed',
      by: ['writeIncidents'],
      calls: [{ contract: 'console.close-incident' }],
    },
    reopen: {
      from: ['watching', 'closed'],
      to: 'open',
      by: ['writeIncidents'],
      calls: [{ contract: 'console.reopen-incident' }],
    },
  },
} as const satisfies Lifecycle;
