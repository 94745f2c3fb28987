import { z } from 'zod';
import { listExport, lotFilter, timeCell, type ExportSource } from '#server/platform/modules/index.ts';
import { DELIVERY_STATES } from '#shared/api/cabinet/webhooks.ts';
import type { StaffWebhooks } from './staff-webhooks.ts';

/** What was sent to listeners, for staff. */
export const webhookDeliveriesExport = (webhooks: Pick<StaffWebhooks, 'page'>): ExportSource =>
  listExport({
    title: 'console-webhooks:title',
    right: 'readWebhooks',
    filters: { state: z.enum([...DELIVERY_STATES, 'all']).default('all'), lot: lotFilter },
    list: ({ lot, ...query }) => webhooks.page({ ...query, ...(lot && { lotId: lot }) }),
    id: ({ id }) => id,
    columns: [
      { head: 'exports:column.time', kind: 'time', value: ({ createdAtMs }) => timeCell(createdAtMs) },
      { head: 'console-webhooks:column.owner', kind: 'text', value: ({ owner }) => owner.name },
      { head: 'console-webhooks:column.address', kind: 'text', value: ({ url }) => url },
      { head: 'exports:column.lotNumber', kind: 'number', value: ({ lotId }) => lotId },
      {
        head: 'console-webhooks:column.event',
        kind: 'text',
        value: ({ event }, { text }) => text(`webhooks:event.${event.replace('.', '-')}`),
      },
      {
        head: 'console-webhooks:column.state',
        kind: 'text',
        value: ({ state }, { text }) => text(`webhooks:state.${state}`),
      },
      { head: 'console-webhooks:column.attempts', kind: 'number', value: ({ attempts }) => attempts },
      { head: 'console-webhooks:column.answer', kind: 'number', value: ({ answerStatus }) => answerStatus },
      { head: 'console-webhooks:column.error', kind: 'text', value: ({ error }) => error },
    ],
  });
