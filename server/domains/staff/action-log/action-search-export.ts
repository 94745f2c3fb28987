import { exportSource, FEW_ROWS, type ExportSource } from '#server/platform/modules/index.ts';
import { actionTexts } from '#shared/api/cabinet/actions.ts';
import { actionFilters } from '#shared/api/console/action-log.ts';
import { periodOf } from '#shared/time/period.ts';
import type { ReadActions } from './read-actions.ts';

/** The action log as auditors search it. */
export const actionSearchExport = (reading: ReadActions): ExportSource =>
  exportSource({
    title: 'console-actions:title',
    right: 'readStaffActions',
    // They read on from their last row, so that small pages cost little and hold little.
    rowsAtOnce: FEW_ROWS,
    readsOn: true,
    filters: actionFilters,
    columns: [
      { key: 'number', head: 'exports:column.number', kind: 'number' },
      { key: 'at', head: 'actions:column.time', kind: 'time' },
      { key: 'person', head: 'console-actions:column.person', kind: 'text' },
      { key: 'action', head: 'actions:column.action', kind: 'text' },
      { key: 'result', head: 'actions:column.result', kind: 'text' },
      { key: 'about', head: 'console-actions:column.about', kind: 'text' },
      { key: 'address', head: 'console-actions:column.address', kind: 'text' },
    ],
    async page({ personId, filters: { from, to, ...filters }, limit, offset, after, text }) {
      const wanted = { ...filters, ...periodOf({ from, to }) };
      const [total, found] = await Promise.all([
        after === null ? reading.count(wanted, personId) : 0,
        reading.find(
          wanted,
          { limit, ...(after === null ? { offset } : { offset: 0, beforeId: Number(after) }) },
          { personId, address: null },
        ),
      ]);
      const rows = found.map((row) => ({
        id: row.id,
        number: row.id,
        at: row.at,
        person: row.person?.name ?? null,
        action: text(actionTexts(row).map((key) => `actions:${key}`)),
        result: text(`actions:result.${row.result}`),
        about: row.reason,
        address: row.address,
      }));
      return { total, rows };
    },
  });
