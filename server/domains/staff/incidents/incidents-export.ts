import { z } from 'zod';
import { listExport, timeCell, type ExportSource } from '#server/platform/modules/index.ts';
import { INCIDENT_FILTERS } from '#shared/api/console/incidents.ts';
import { INCIDENT_SEVERITIES } from '#shared/lifecycles/incident.ts';
import type { Incidents } from './incidents.service.ts';

/** Disturbances of the platform, for staff. */
export const incidentsExport = (incidents: Pick<Incidents, 'page'>): ExportSource =>
  listExport({
    title: 'staff:page.incidents',
    right: 'readIncidents',
    filters: {
      state: z.enum(INCIDENT_FILTERS).default('unfinished'),
      type: z.enum(INCIDENT_SEVERITIES).optional(),
    },
    list: (query) => incidents.page(query),
    id: ({ id }) => id,
    columns: [
      { head: 'exports:column.number', kind: 'number', value: ({ id }) => id },
      {
        head: 'console-incidents:column.incident',
        kind: 'text',
        value: ({ title, cause }, { text }) => title ?? text(`console-incidents:cause.${cause}`),
      },
      {
        head: 'console-incidents:column.severity',
        kind: 'text',
        value: ({ severity }, { text }) => text(`console-incidents:severity.${severity}`),
      },
      {
        head: 'console-incidents:column.state',
        kind: 'text',
        value: ({ state }, { text }) => text(`console-incidents:state.${state}`),
      },
      { head: 'console-incidents:column.since', kind: 'time', value: (row) => timeCell(row.sinceMs) },
      { head: 'console-incidents:column.until', kind: 'time', value: (row) => timeCell(row.untilMs) },
      { head: 'console-incidents:column.owner', kind: 'text', value: ({ owner }) => owner?.name ?? null },
    ],
  });
