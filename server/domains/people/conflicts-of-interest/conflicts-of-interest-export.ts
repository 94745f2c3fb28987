import { z } from 'zod';
import { listExport, timeCell, type ExportSource } from '#server/platform/modules/index.ts';
import { CONFLICT_RESULTS } from '#shared/api/console/console-conflicts-of-interest.ts';
import type { Conflicts } from './conflicts-of-interest.service.ts';

/** What staff tried to do about things they have a part in. */
export const conflictsExport = (conflicts: Pick<Conflicts, 'list'>): ExportSource =>
  listExport({
    title: 'console-conflicts:title',
    right: 'readConflicts',
    filters: { result: z.enum(CONFLICT_RESULTS).optional() },
    list: ({ result, ...page }, reader) => conflicts.list(reader, result, page),
    id: ({ id }) => id,
    columns: [
      { head: 'console-conflicts:column.staff', kind: 'text', value: ({ staff }) => staff.name },
      { head: 'exports:column.time', kind: 'time', value: ({ atMs }) => timeCell(atMs) },
      {
        head: 'console-conflicts:column.action',
        kind: 'text',
        // A call of a newer release has no words here yet: its name says what it was.
        value: ({ action }, { text }) =>
          text([`console-conflicts:action.${action.replace(/^console\./, '')}`, 'exports:otherAction'], {
            action,
          }),
      },
      {
        head: 'exports:column.subject',
        kind: 'text',
        value: ({ subject }, { text }) =>
          text(`console-conflicts:subject.${subject.kind}`, { id: subject.id }),
      },
      {
        head: 'console-conflicts:column.person',
        kind: 'text',
        value: ({ person }) => person.name || person.id,
      },
      {
        head: 'exports:column.ground',
        kind: 'text',
        value: ({ ground }, { text }) => text(`console-conflicts:ground.${ground}`),
      },
      {
        head: 'console-conflicts:column.result',
        kind: 'text',
        value: ({ result }, { text }) => text(`console-conflicts:result.${result}`),
      },
    ],
  });
