import { z } from 'zod';
import { lotStatusName } from '#server/domains/content/reference/index.ts';
import {
  exportSource,
  listExport,
  lotFilter,
  pageOf,
  timeCell,
  type ExportSource,
} from '#server/platform/modules/index.ts';
import { periodFields } from '#shared/api/period.ts';
import { PURCHASE_STATES } from '#shared/lifecycles/purchase-states.ts';
import type { PurchasesService } from './purchases.service.ts';

/** The person's purchases at a fixed price as the table shows them. */
export const purchasesExport = (purchases: Pick<PurchasesService, 'mine'>): ExportSource =>
  exportSource({
    title: 'cabinet:page.purchases',
    filters: {
      ...periodFields,
      state: z.enum(PURCHASE_STATES).optional(),
      lot: z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number)
        .optional(),
    },
    columns: [
      { key: 'number', head: 'exports:column.lotNumber', kind: 'text' },
      { key: 'title', head: 'protocols:column.lot', kind: 'text' },
      { key: 'quantity', head: 'exports:column.units', kind: 'number' },
      { key: 'unitPrice', head: 'exports:column.unitPrice', kind: 'money' },
      { key: 'total', head: 'protocols:column.price', kind: 'money' },
      { key: 'state', head: 'protocols:column.status', kind: 'text' },
      { key: 'reserved', head: 'exports:column.reserved', kind: 'time' },
      { key: 'protocol', head: 'protocols:column.number', kind: 'text' },
    ],
    async page({ personId, filters: { state, lot, from, to }, language, text, ...cut }) {
      const { items, total } = await purchases.mine(personId, {
        ...pageOf(cut),
        state,
        lot,
        from,
        to,
      });
      const rows = items.map((row) => ({
        id: row.id,
        number: row.lotNumber,
        title: row.title[language],
        quantity: row.quantity,
        unitPrice: row.unitPriceTiyin,
        total: row.totalTiyin,
        state: text(`exports:purchase.${row.state}`),
        reserved: new Date(row.reservedAtMs),
        protocol: row.protocolNumber,
      }));
      return { total, rows };
    },
  });

/** Reservations and purchases of everybody, for staff; in lots the reader has a part in, buyers stay hidden. */
export const consolePurchasesExport = (purchases: Pick<PurchasesService, 'all'>): ExportSource =>
  listExport({
    title: 'staff:page.purchases',
    right: 'readApplications',
    filters: { state: z.enum(PURCHASE_STATES).optional(), lot: lotFilter },
    list: (query, { personId }) => purchases.all(personId, query),
    id: ({ id }) => id,
    columns: [
      { head: 'exports:column.lotNumber', kind: 'text', value: ({ lotNumber }) => lotNumber },
      { head: 'purchases:table.lot', kind: 'text', value: (row, { language }) => row.title[language] },
      {
        head: 'purchases:table.person',
        kind: 'text',
        value: ({ person }, { text }) =>
          person ? person.name || person.id : text('purchases:console.hidden'),
      },
      {
        head: 'purchases:table.status',
        kind: 'text',
        value: ({ state }, { text }) => text(`exports:purchase.${state}`),
      },
      {
        head: 'purchases:console.sale',
        kind: 'text',
        value: ({ lotStatus }, { language }) => lotStatusName(lotStatus)[language],
      },
      { head: 'exports:column.units', kind: 'number', value: ({ quantity }) => quantity },
      { head: 'exports:column.unitPrice', kind: 'money', value: (row) => row.unitPriceTiyin },
      { head: 'purchases:table.total', kind: 'money', value: (row) => row.totalTiyin },
      { head: 'exports:column.reserved', kind: 'time', value: (row) => timeCell(row.reservedAtMs) },
      { head: 'purchases:table.protocol', kind: 'text', value: (row) => row.protocolNumber },
    ],
  });
