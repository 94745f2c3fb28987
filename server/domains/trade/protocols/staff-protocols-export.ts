import { z } from 'zod';
import { calendarDay } from '#shared/api/calendar-day.ts';
import { listExport, lotFilter, timeCell, type ExportSource } from '#server/platform/modules/index.ts';
import { PARTY_SEARCH, PROTOCOL_NUMBER } from '#shared/api/console/console-protocols.ts';
import { writtenLine } from '#shared/api/written-texts.ts';
import { PROTOCOL_STATUSES } from '#shared/lifecycles/protocol-causes.ts';
import type { StaffProtocols } from './staff-protocols.service.ts';

/** Protocols of all lots as staff read them; of lots in which the reader has a part both sides stay hidden. */
export const staffProtocolsExport = (protocols: Pick<StaffProtocols, 'list'>): ExportSource =>
  listExport({
    title: 'staff:page.protocols',
    right: 'readProtocols',
    filters: {
      number: z.string().trim().regex(PROTOCOL_NUMBER).optional(),
      lot: lotFilter,
      party: writtenLine(PARTY_SEARCH.min, PARTY_SEARCH.max).optional(),
      status: z.enum(PROTOCOL_STATUSES).optional(),
      from: calendarDay.optional(),
      to: calendarDay.optional(),
    },
    list: ({ lot, ...filter }, reader) => protocols.list({ ...filter, lotId: lot }, reader),
    id: ({ id }) => id,
    columns: [
      { head: 'protocols:column.number', kind: 'text', value: ({ number }) => number },
      { head: 'protocols:column.date', kind: 'day', value: ({ date }) => date },
      { head: 'exports:column.lotNumber', kind: 'text', value: ({ lot }) => lot.number },
      { head: 'protocols:column.lot', kind: 'text', value: ({ lot }, { language }) => lot.title[language] },
      {
        head: 'exports:column.cause',
        kind: 'text',
        value: ({ cause }, { text }) => text(`protocols:cause.${cause}`),
      },
      {
        head: 'console-protocols:column.buyer',
        kind: 'text',
        value: ({ buyer, hidden }, { text }) =>
          hidden ? text('console-protocols:hidden') : (buyer?.name ?? null),
      },
      {
        head: 'console-protocols:column.buyerNumber',
        kind: 'text',
        value: ({ buyer }) => buyer?.number ?? null,
      },
      {
        head: 'exports:column.participant',
        kind: 'number',
        value: ({ buyer }) => buyer?.participant ?? null,
      },
      { head: 'console-protocols:column.seller', kind: 'text', value: ({ seller }) => seller?.name ?? null },
      {
        head: 'console-protocols:column.sellerNumber',
        kind: 'text',
        value: ({ seller }) => seller?.number ?? null,
      },
      { head: 'protocols:column.price', kind: 'money', value: ({ priceTiyin }) => priceTiyin },
      {
        head: 'protocols:column.status',
        kind: 'text',
        value: ({ status }, { text }) => text(`protocols:status.${status}`),
      },
      {
        head: 'protocols:cancelledRow',
        kind: 'time',
        value: ({ cancelled }) => timeCell(cancelled?.atMs ?? null),
      },
      { head: 'console-protocols:column.issue', kind: 'number', value: ({ issue }) => issue },
    ],
  });
