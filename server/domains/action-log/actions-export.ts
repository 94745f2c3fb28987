import { z } from 'zod';
import { exportSource, type ExportSource } from '#server/platform/modules/index.ts';
import { ACTION_RESULTS } from '#shared/api/actions.ts';
import { periodFields } from '#shared/api/period.ts';
import { periodOf } from '#shared/time/period.ts';
import type { ActionLog } from './action-log.repository.ts';

/** What was done in the person's name as the table shows it. */
export const actionsExport = (actions: Pick<ActionLog, 'ofPerson'>): ExportSource =>
  exportSource({
    title: 'cabinet:page.actions',
    filters: { ...periodFields, result: z.enum(ACTION_RESULTS).optional() },
    columns: [
      { key: 'at', head: 'actions:column.time', kind: 'time' },
      { key: 'action', head: 'actions:column.action', kind: 'text' },
      { key: 'result', head: 'actions:column.result', kind: 'text' },
      { key: 'code', head: 'actions:column.code', kind: 'text' },
    ],
    async rows({ personId, filters: { result, ...period }, limit, text }) {
      const wanted = { ...periodOf(period), ...(result ? { result } : {}) };
      const found = await actions.ofPerson(personId, wanted, { limit, offset: 0 });
      return found.map((row) => ({
        at: row.at,
        action: text([`actions:action.${row.type}.${row.action}`, 'actions:action.other']),
        result: text(`actions:result.${row.result}`),
        code: row.reason,
      }));
    },
  });
