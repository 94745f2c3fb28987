import { z } from 'zod';
import { exportSource, FEW_ROWS, type ExportSource } from '#server/platform/modules/index.ts';
import { ACTION_RESULTS, actionTexts } from '#shared/api/cabinet/actions.ts';
import { periodFields } from '#shared/api/period.ts';
import { periodOf } from '#shared/time/period.ts';
import type { ActionLog } from './action-log.repository.ts';

/** What was done in the person's name as the table shows it. */
export const actionsExport = (actions: Pick<ActionLog, 'ofPerson' | 'count'>): ExportSource =>
  exportSource({
    title: 'cabinet:page.actions',
    // They read on from their last row, so that small pages cost little and hold little.
    rowsAtOnce: FEW_ROWS,
    readsOn: true,
    filters: { ...periodFields, result: z.enum(ACTION_RESULTS).optional() },
    columns: [
      { key: 'at', head: 'actions:column.time', kind: 'time' },
      { key: 'action', head: 'actions:column.action', kind: 'text' },
      { key: 'result', head: 'actions:column.result', kind: 'text' },
      { key: 'code', head: 'actions:column.code', kind: 'text' },
    ],
    async page({ personId, filters: { result, ...period }, limit, offset, after, text }) {
      const wanted = { ...periodOf(period), ...(result ? { result } : {}) };
      const [total, found] = await Promise.all([
        after === null ? actions.count(personId, wanted) : 0,
        actions.ofPerson(personId, wanted, {
          limit,
          ...(after === null ? { offset } : { offset: 0, beforeId: Number(after) }),
        }),
      ]);
      const rows = found.map((row) => ({
        id: row.id,
        at: row.at,
        action: text(actionTexts(row).map((key) => `actions:${key}`)),
        result: text(`actions:result.${row.result}`),
        code: row.reason,
      }));
      return { total, rows };
    },
  });
