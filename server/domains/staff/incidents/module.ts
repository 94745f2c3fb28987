import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { UNFINISHED_INCIDENTS } from '#shared/lifecycles/incident.ts';
import { incidentsExport } from './incidents-export.ts';
import { createIncidents, type IncidentsDeps } from './incidents.service.ts';
import { createOpenIncidents } from './open-incidents.ts';
import { createSendMessages } from './send-messages.ts';
import { messageByTwo } from './write-message.ts';

const OPEN_MS = 10_000;
const SEND_MS = 2_000;

interface IncidentsNeeds extends Pick<Base, 'database'> {
  accountsOf: IncidentsDeps['accountsOf'];
  actions: Pick<ActionLog, 'record'>;
  conflicts: IncidentsDeps['conflicts'];
  notifications: Notifications;
  tasks: Pick<StaffTasksService, 'colleagues'>;
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

export const incidentsModule = defineModule({
  name: 'incidents',
  create: ({ database: { db }, accountsOf, actions, conflicts, notifications, tasks }: IncidentsNeeds) => ({
    incidents: createIncidents({
      db,
      record: (action, tx) => actions.record(action, tx),
      recordReading: (action) => actions.record(action),
      colleagues: () => tasks.colleagues(),
      accountsOf,
      conflicts,
    }),
    openIncidents: createOpenIncidents(db),
    sendIncidentMessages: createSendMessages({ db, notifications }),
  }),
  queues: [
    {
      page: 'incidents',
      right: 'readIncidents',
      table: 'incident',
      waits: { column: 'state', values: UNFINISHED_INCIDENTS },
      since: 'since',
    },
  ],
  decisions: ({ actions, namesOf }) => [
    messageByTwo({ namesOf, record: (action, tx) => actions.record(action, tx) }),
  ],
  jobs: ({ openIncidents, sendIncidentMessages }) => [
    { name: 'open incidents', everyMs: OPEN_MS, run: openIncidents },
    { name: 'send incident messages', everyMs: SEND_MS, run: sendIncidentMessages },
  ],
  exports: ({ incidents }) => ({ 'console-incidents': incidentsExport(incidents) }),
});
