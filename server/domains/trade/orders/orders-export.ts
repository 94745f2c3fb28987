import { z } from 'zod';
import { exportSource, pageOf, type ExportSource } from '#server/platform/modules/index.ts';
import { TRADE_TYPES } from '#shared/api/cabinet/order-fields.ts';
import { ORDER_TYPES } from '#shared/api/site/reference.ts';
import { ORDER_STATES } from '#shared/lifecycles/order-states.ts';
import { inFourLanguages } from '#shared/orders/localized-texts.ts';
import type { OrderReading } from './order-reading.ts';

/** The person's orders as the table shows them. */
export const ordersExport = (orders: Pick<OrderReading, 'list'>): ExportSource =>
  exportSource({
    title: 'order-problems:export.title',
    filters: {
      q: z.string().max(100).optional(),
      status: z.enum(ORDER_STATES).exclude(['gone']).optional(),
      progress: z
        .string()
        .regex(/^[1-6]$/)
        .transform(Number)
        .optional(),
      orderType: z.enum(ORDER_TYPES).optional(),
      tradeType: z.enum(TRADE_TYPES).optional(),
    },
    columns: [
      { key: 'number', head: 'order-problems:export.number', kind: 'number' },
      { key: 'title', head: 'order-problems:export.property', kind: 'text' },
      { key: 'status', head: 'order-problems:export.status', kind: 'text' },
      { key: 'orderType', head: 'order-problems:export.orderType', kind: 'text' },
      { key: 'tradeType', head: 'order-problems:export.tradeType', kind: 'text' },
      { key: 'price', head: 'order-problems:export.price', kind: 'money' },
      { key: 'created', head: 'order-problems:export.created', kind: 'time' },
      { key: 'changed', head: 'order-problems:export.changed', kind: 'time' },
    ],
    async page({ personId, filters, language, text, ...cut }) {
      const { items, total } = await orders.list(personId, { ...filters, sort: 'number', ...pageOf(cut) });
      const rows = items.map((row) => ({
        id: row.id,
        number: row.id,
        title: row.title ? inFourLanguages(row.title)[language] : null,
        status: text(`selling:way.name.${row.status}`),
        orderType: row.orderType && text(`order-problems:orderType.${row.orderType}`),
        tradeType: row.tradeType && text(`order-problems:tradeType.${row.tradeType}`),
        price: row.startPriceTiyin,
        created: new Date(row.createdAtMs),
        changed: new Date(row.changedAtMs),
      }));
      return { total, rows };
    },
  });
