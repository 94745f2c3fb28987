import { z } from 'zod';
import { listExport, timeCell, type ExportSource } from '#server/platform/modules/index.ts';
import { STAFF_TASK_STATES } from '#shared/lifecycles/staff-task.ts';
import type { StaffTasksService } from './staff-tasks.service.ts';

/** What only a person can decide or do, for staff. */
export const staffTasksExport = (tasks: Pick<StaffTasksService, 'page'>): ExportSource =>
  listExport({
    title: 'staff:page.tasks',
    right: 'readTasks',
    filters: { state: z.enum(STAFF_TASK_STATES).default('open') },
    list: (query) => tasks.page(query),
    id: ({ id }) => id,
    columns: [
      {
        head: 'staff-tasks:column.task',
        kind: 'text',
        value: ({ kind }, { text }) => text(`staff-tasks:kind.${kind}`),
      },
      { head: 'exports:column.lotNumber', kind: 'number', value: ({ lotId }) => lotId },
      {
        head: 'exports:column.lot',
        kind: 'text',
        value: (row, { language }) => row.lotTitle?.[language] ?? null,
      },
      { head: 'exports:column.orderNumber', kind: 'number', value: ({ orderId }) => orderId },
      { head: 'exports:column.participant', kind: 'number', value: (row) => row.bidderNumber },
      { head: 'exports:column.price', kind: 'money', value: (row) => row.priceTiyin },
      { head: 'exports:column.reason', kind: 'text', value: ({ reason }) => reason },
      { head: 'exports:column.created', kind: 'time', value: (row) => timeCell(row.createdAtMs) },
      { head: 'staff-tasks:column.due', kind: 'time', value: (row) => timeCell(row.dueAtMs) },
      {
        head: 'staff-tasks:column.result',
        kind: 'text',
        value: ({ done }, { text }) => done?.note ?? text('staff-tasks:waiting'),
      },
      { head: 'exports:column.decidedBy', kind: 'text', value: ({ done }) => done?.by ?? null },
      { head: 'exports:column.decided', kind: 'time', value: ({ done }) => timeCell(done?.atMs ?? null) },
    ],
  });
