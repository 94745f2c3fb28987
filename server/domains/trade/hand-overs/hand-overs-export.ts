import { z } from 'zod';
import { listExport, lotFilter, timeCell, type ExportSource } from '#server/platform/modules/index.ts';
import { HAND_OVER_STATES } from '#shared/lifecycles/hand-over.ts';
import type { HandOvers } from './hand-overs.service.ts';

/** Hand-overs of paid sales, for staff; in lots the reader has a part in, both sides stay hidden. */
export const handOversExport = (handOvers: Pick<HandOvers, 'list'>): ExportSource =>
  listExport({
    title: 'console-hand-overs:title',
    right: 'readHandOvers',
    filters: { state: z.enum(['open', 'late', ...HAND_OVER_STATES, 'all']).default('open'), lot: lotFilter },
    list: ({ lot, ...query }, { personId }) =>
      handOvers.list({ personId, decides: false, cancels: false }, { ...query, ...(lot && { lotId: lot }) }),
    id: ({ id }) => id,
    columns: [
      { head: 'exports:column.number', kind: 'number', value: ({ id }) => id },
      { head: 'exports:column.lotNumber', kind: 'number', value: ({ lotId }) => lotId },
      {
        head: 'console-hand-overs:column.lot',
        kind: 'text',
        value: (row, { language }) => row.title[language],
      },
      { head: 'exports:column.price', kind: 'money', value: (row) => row.priceTiyin },
      {
        head: 'exports:column.seller',
        kind: 'text',
        value: ({ buyer, seller }, { text }) =>
          buyer ? (seller?.name ?? text('console-hand-overs:operator')) : text('console-hand-overs:hidden'),
      },
      {
        head: 'exports:column.buyer',
        kind: 'text',
        value: ({ buyer }, { text }) => (buyer ? buyer.name : text('console-hand-overs:hidden')),
      },
      { head: 'exports:column.participant', kind: 'number', value: ({ buyer }) => buyer?.number ?? null },
      {
        head: 'console-hand-overs:column.state',
        kind: 'text',
        value: ({ state, late }, { text }) =>
          text(late ? 'console-hand-overs:late' : `console-hand-overs:state.${state}`),
      },
      { head: 'exports:column.due', kind: 'time', value: (row) => timeCell(row.dueAtMs) },
      { head: 'exports:column.confirmed', kind: 'time', value: (row) => timeCell(row.confirmedAtMs) },
      { head: 'exports:column.confirmedBy', kind: 'text', value: ({ confirmedBy }) => confirmedBy },
      { head: 'exports:column.dispute', kind: 'text', value: ({ dispute }) => dispute?.text ?? null },
      {
        head: 'exports:column.disputed',
        kind: 'time',
        value: ({ dispute }) => timeCell(dispute?.atMs ?? null),
      },
      {
        head: 'exports:column.note',
        kind: 'text',
        value: ({ note }) => note,
      },
      { head: 'exports:column.act', kind: 'text', value: ({ act }) => act?.number ?? null },
    ],
  });
