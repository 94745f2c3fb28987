import { z } from 'zod';
import { exportSource, type ExportSource } from '#server/platform/modules/index.ts';
import { PROTOCOL_STATUSES } from '#shared/lifecycles/protocol-causes.ts';
import type { ProtocolsService } from './protocols.service.ts';

const TITLES = {
  winnerPersonId: 'cabinet:page.qr-code-protocols',
  customerPersonId: 'cabinet:page.customer-protocols',
} as const;

/** Protocols of the lots that the person has bought, or sells, as the table shows them. */
export const protocolsExport = (
  protocols: Pick<ProtocolsService, 'list'>,
  side: keyof typeof TITLES,
): ExportSource =>
  exportSource({
    title: TITLES[side],
    filters: { status: z.enum(PROTOCOL_STATUSES).optional() },
    columns: [
      { key: 'number', head: 'protocols:column.number', kind: 'text' },
      { key: 'date', head: 'protocols:column.date', kind: 'day' },
      { key: 'lotNumber', head: 'exports:column.lotNumber', kind: 'text' },
      { key: 'lot', head: 'protocols:column.lot', kind: 'text' },
      { key: 'cause', head: 'exports:column.cause', kind: 'text' },
      { key: 'participant', head: 'exports:column.participant', kind: 'number' },
      { key: 'price', head: 'protocols:column.price', kind: 'money' },
      { key: 'status', head: 'protocols:column.status', kind: 'text' },
    ],
    async page({ personId, filters: { status }, limit, offset, language, text }) {
      const wanted = { [side]: personId, ...(status ? { status } : {}) };
      const { items, total } = await protocols.list(wanted, { limit, offset });
      const rows = items.map((row) => ({
        id: row.number,
        number: row.number,
        date: row.date,
        lotNumber: row.lot.number,
        lot: row.lot.title[language],
        cause: text(`protocols:cause.${row.cause}`),
        participant: row.bidderNumber,
        price: row.priceTiyin,
        status: text(`protocols:status.${row.status}`),
      }));
      return { total, rows };
    },
  });
