import { z } from 'zod';
import { exportSource, pageOf, type ExportSource } from '#server/platform/modules/index.ts';
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
        ...{ ...pageOf(cut), state, lot, from, to },
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
