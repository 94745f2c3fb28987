import { z } from 'zod';
import {
  FEW_ROWS,
  listExport,
  lotFilter,
  timeCell,
  type ExportSource,
} from '#server/platform/modules/index.ts';
import { RESULT_CANCELLATION_STATES } from '#shared/lifecycles/result-cancellation.ts';
import type { ResultCancellations } from './result-cancellations.service.ts';

/** Results of sold lots that staff cancel, for staff. */
export const resultCancellationsExport = (cancellations: Pick<ResultCancellations, 'list'>): ExportSource =>
  listExport({
    title: 'console-result-cancellations:title',
    right: 'readResultCancellations',
    // Each row asks for its documents, and what it would do now.
    rowsAtOnce: FEW_ROWS,
    filters: {
      state: z.enum(['open', ...RESULT_CANCELLATION_STATES, 'all']).default('open'),
      lot: lotFilter,
    },
    list: ({ lot, ...query }, { personId }) =>
      cancellations.list({ personId, cancels: false }, { ...query, ...(lot && { lotId: lot }) }),
    id: ({ id }) => id,
    columns: [
      { head: 'exports:column.number', kind: 'number', value: ({ id }) => id },
      { head: 'exports:column.lotNumber', kind: 'number', value: ({ lotId }) => lotId },
      {
        head: 'console-result-cancellations:column.lot',
        kind: 'text',
        value: (row, { language }) => row.title[language],
      },
      {
        head: 'exports:column.kind',
        kind: 'text',
        value: ({ kind }, { text }) => text(`console-result-cancellations:kind.${kind}`),
      },
      { head: 'exports:column.reason', kind: 'text', value: ({ reason }) => reason },
      {
        head: 'exports:column.files',
        kind: 'text',
        value: ({ documents }) => documents.map(({ name }) => name).join('; '),
      },
      { head: 'console-result-cancellations:returns', kind: 'money', value: (row) => row.returnsTiyin },
      { head: 'console-result-cancellations:owed', kind: 'money', value: (row) => row.owedTiyin },
      { head: 'console-result-cancellations:toSeller', kind: 'money', value: (row) => row.toSellerTiyin },
      {
        head: 'console-result-cancellations:column.state',
        kind: 'text',
        value: ({ state }, { text }) => text(`console-result-cancellations:state.${state}`),
      },
      {
        head: 'exports:column.obstacle',
        kind: 'text',
        value: ({ blockedBy }, { text }) =>
          blockedBy && text(`console-result-cancellations:blocked.${blockedBy}`),
      },
      {
        head: 'exports:column.proposed',
        kind: 'time',
        value: (row) => timeCell(row.proposedAtMs ?? row.createdAtMs),
      },
      { head: 'exports:column.proposedBy', kind: 'text', value: ({ proposedBy }) => proposedBy.name },
      { head: 'exports:column.decided', kind: 'time', value: (row) => timeCell(row.decidedAtMs) },
      { head: 'exports:column.decidedBy', kind: 'text', value: ({ decidedBy }) => decidedBy?.name ?? null },
      { head: 'exports:column.note', kind: 'text', value: ({ note }) => note },
    ],
  });
