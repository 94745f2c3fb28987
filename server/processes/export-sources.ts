import { z } from 'zod';
import { ACTION_RESULTS } from '#shared/api/actions.ts';
import { periodFields } from '#shared/api/period.ts';
import { periodOf } from '#shared/time/period.ts';
import type { ActionLog } from '#server/domains/action-log/index.ts';
import { exportSource, type ExportSource, type ExportSources } from '#server/domains/exports/index.ts';

export interface ExportSourceDeps {
  actions: Pick<ActionLog, 'ofPerson'>;
}

/** Every list that can be taken along: what its columns are called and where its rows come from. */
export const exportSources = ({ actions }: ExportSourceDeps): ExportSources => ({
  actions: actionsSource(actions),
});

const actionsSource = (actions: ExportSourceDeps['actions']): ExportSource =>
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
