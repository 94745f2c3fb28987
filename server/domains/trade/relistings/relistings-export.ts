import { z } from 'zod';
import { listExport, lotFilter, timeCell, type ExportSource } from '#server/platform/modules/index.ts';
import { REPEAT_STATES } from '#shared/lifecycles/repeat.ts';
import type { Relistings } from './relistings.service.ts';

const BP_PER_PERCENT = 100;

/** Lots that were not sold and are put on trade again, for staff. */
export const repeatsExport = (repeats: Pick<Relistings, 'forStaff'>): ExportSource =>
  listExport({
    title: 'console-repeats:title',
    right: 'readRepeats',
    filters: { state: z.enum(['open', ...REPEAT_STATES, 'all']).default('open'), lot: lotFilter },
    list: ({ lot, ...query }) => repeats.forStaff({ ...query, ...(lot && { lotId: lot }) }),
    id: ({ lotId }) => lotId,
    columns: [
      { head: 'exports:column.lotNumber', kind: 'number', value: ({ lotId }) => lotId },
      { head: 'console-repeats:column.lot', kind: 'text', value: (row, { language }) => row.title[language] },
      { head: 'exports:column.round', kind: 'number', value: ({ round }) => round },
      { head: 'exports:column.orderNumber', kind: 'number', value: ({ orderId }) => orderId },
      {
        head: 'console-repeats:column.customer',
        kind: 'text',
        value: ({ customer }) => customer?.name ?? null,
      },
      { head: 'console-repeats:column.publishAt', kind: 'time', value: (row) => timeCell(row.publishAtMs) },
      {
        head: 'exports:column.ground',
        kind: 'text',
        value: (row, { text }) => text(`console-repeats:ground.${row.ground}`),
      },
      { head: 'console-repeats:column.price', kind: 'money', value: (row) => row.startPriceTiyin },
      { head: 'exports:column.cut', kind: 'number', value: ({ cutBp }) => cutBp / BP_PER_PERCENT },
      {
        head: 'console-repeats:column.state',
        kind: 'text',
        value: (row, { text }) => text(`console-repeats:state.${row.state}`),
      },
      {
        head: 'exports:column.obstacle',
        kind: 'text',
        value: ({ obstacle }, { text }) => obstacle && text(`order-actions:obstacle.${obstacle}`),
      },
      {
        head: 'exports:column.stoppedBy',
        kind: 'text',
        value: ({ stoppedBy }, { text }) => stoppedBy && text(`console-repeats:stoppedBy.${stoppedBy}`),
      },
      { head: 'exports:column.reason', kind: 'text', value: ({ reason }) => reason },
      { head: 'exports:column.repeatLot', kind: 'number', value: ({ repeatLotId }) => repeatLotId },
    ],
  });
