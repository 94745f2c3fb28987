import { z } from 'zod';
import { listExport, timeCell, type ExportSource } from '#server/platform/modules/index.ts';
import type { ReadClaims } from './read-claims.ts';

/** Claims to numbers, for staff; numbers are masked as in the list. */
export const numberClaimsExport = (reading: Pick<ReadClaims, 'list'>): ExportSource =>
  listExport({
    title: 'console-number-claims:title',
    right: 'readNumberClaims',
    filters: { state: z.enum(['waiting', 'granted', 'rejected', 'withdrawn', 'all']).default('waiting') },
    list: ({ state, ...page }) => reading.list(state, page),
    id: ({ id }) => id,
    columns: [
      { head: 'exports:column.number', kind: 'number', value: ({ id }) => id },
      { head: 'console-number-claims:column.claimant', kind: 'text', value: ({ claimant }) => claimant.name },
      { head: 'exports:column.nationalId', kind: 'text', value: ({ numberMasked }) => numberMasked },
      {
        head: 'console-number-claims:column.state',
        kind: 'text',
        value: ({ state }, { text }) => text(`console-number-claims:state.${state}`),
      },
      {
        head: 'console-number-claims:column.submitted',
        kind: 'time',
        value: (row) => timeCell(row.submittedAtMs),
      },
      { head: 'exports:column.proposedBy', kind: 'text', value: ({ proposedBy }) => proposedBy },
      { head: 'exports:column.decidedBy', kind: 'text', value: ({ decidedBy }) => decidedBy },
      { head: 'exports:column.decided', kind: 'time', value: (row) => timeCell(row.decidedAtMs) },
      { head: 'exports:column.answer', kind: 'text', value: ({ reason }) => reason },
    ],
  });
