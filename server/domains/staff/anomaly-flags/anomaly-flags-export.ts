import { z } from 'zod';
import { listExport, timeCell, type ExportSource } from '#server/platform/modules/index.ts';
import { FLAG_FILTERS, FLAG_ORDERS } from '#shared/api/console/anomaly-flags.ts';
import { ANOMALY_SIGNS } from '#shared/trust/anomaly-signs.ts';
import type { AnomalyFlags } from './anomaly-flags.service.ts';

/** Signs that staff should look at an auction, for staff. */
export const anomalyFlagsExport = (flags: Pick<AnomalyFlags, 'page'>): ExportSource =>
  listExport({
    title: 'staff:page.anomaly-flags',
    right: 'readAnomalyFlags',
    filters: {
      state: z.enum(FLAG_FILTERS).default('unfinished'),
      sign: z.enum(ANOMALY_SIGNS).optional(),
      owner: z.enum(['mine', 'unowned']).optional(),
      order: z.enum(FLAG_ORDERS).default('score'),
    },
    list: (query, reader) => flags.page(query, reader),
    id: ({ id }) => id,
    columns: [
      { head: 'exports:column.number', kind: 'number', value: ({ id }) => id },
      {
        head: 'console-flags:column.sign',
        kind: 'text',
        value: ({ sign }, { text }) => text(`console-flags:sign.${sign}`),
      },
      {
        head: 'console-flags:column.seen',
        kind: 'text',
        value: ({ sign, facts }, { text }) => text(`console-flags:seen.${sign}`, facts),
      },
      { head: 'console-flags:column.score', kind: 'number', value: ({ score }) => score },
      {
        head: 'console-flags:column.state',
        kind: 'text',
        value: ({ state }, { text }) => text(`console-flags:state.${state}`),
      },
      { head: 'exports:column.lot', kind: 'number', value: ({ lotId }) => lotId },
      { head: 'console-flags:column.owner', kind: 'text', value: ({ owner }) => owner?.name ?? null },
      { head: 'console-flags:column.raised', kind: 'time', value: ({ raisedAtMs }) => timeCell(raisedAtMs) },
    ],
  });
