import { z } from 'zod';
import { listExport, lotFilter, timeCell, type ExportSource } from '#server/platform/modules/index.ts';
import { DELIVERY_STATES } from '#shared/api/cabinet/webhooks.ts';
import type { StaffHosts } from './staff-hosts.ts';
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

/** Hosts that are switched off for everybody, for staff. */
export const switchedOffHostsExport = (hosts: Pick<StaffHosts, 'list'>): ExportSource =>
  listExport({
    title: 'console-webhooks:hosts.title',
    right: 'readWebhooks',
    filters: {},
    async list({ page, size }) {
      const all = await hosts.list();
      return { items: all.slice((page - 1) * size, page * size), total: all.length };
    },
    id: ({ host }) => host,
    columns: [
      { head: 'exports:column.time', kind: 'time', value: ({ atMs }) => timeCell(atMs) },
      { head: 'console-webhooks:hosts.host', kind: 'text', value: ({ host }) => host },
      { head: 'console-webhooks:hosts.by', kind: 'text', value: ({ by }) => by },
      { head: 'console-webhooks:hosts.reason', kind: 'text', value: ({ reason }) => reason },
    ],
  });
