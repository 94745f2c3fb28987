import { z } from 'zod';
import type { AnyDb } from '#server/platform/database/index.ts';
import { exportSource, type ExportSource } from '#server/platform/modules/index.ts';
import { ORDER_TYPES } from '#shared/api/site/reference.ts';
import { ORDER_STATES } from '#shared/lifecycles/order-states.ts';
import { inFourLanguages } from '#shared/orders/localized-texts.ts';
import { createOrderQueueRepository } from './order-queue.repository.ts';

const id = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)
  .optional();

/** Orders of all customers, for staff. */
export const orderQueueExport = (
  db: AnyDb,
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): ExportSource =>
  exportSource({
    title: 'console-orders:queue.title',
    right: 'readOrders',
    filters: {
      status: z.enum(ORDER_STATES).exclude(['gone']).default('sent'),
      claim: z.enum(['any', 'free', 'mine', 'others']).default('any'),
      type: z.enum(ORDER_TYPES).optional(),
      category: id,
      order: id,
    },
    columns: [
      { key: 'number', head: 'order-problems:export.number', kind: 'number' },
      { key: 'title', head: 'order-problems:export.property', kind: 'text' },
      { key: 'customer', head: 'console-orders:column.customer', kind: 'text' },
      { key: 'status', head: 'order-problems:export.status', kind: 'text' },
      { key: 'orderType', head: 'order-problems:export.orderType', kind: 'text' },
      { key: 'tradeType', head: 'order-problems:export.tradeType', kind: 'text' },
      { key: 'price', head: 'order-problems:export.price', kind: 'money' },
      { key: 'sent', head: 'console-refunds:column.time', kind: 'time' },
      { key: 'changed', head: 'order-problems:export.changed', kind: 'time' },
    ],
    async page({ personId, filters: { type, ...chosen }, limit, offset, language, text }) {
      const queue = createOrderQueueRepository(db);
      const filter = { ...chosen, orderType: type };
      const [total, found] = await Promise.all([
        queue.count(filter, personId),
        queue.list(filter, personId, { limit, offset }),
      ]);
      const names = await namesOf([...new Set(found.map((row) => row.person_id))]);
      const rows = found.map(({ fields, ...row }) => ({
        id: row.id,
        number: row.id,
        title: fields.title ? inFourLanguages(fields.title)[language] : null,
        customer: names.get(row.person_id) ?? null,
        status: text(`selling:way.name.${row.status}`),
        orderType: fields.orderType ? text(`order-problems:orderType.${fields.orderType}`) : null,
        tradeType: fields.tradeType ? text(`order-problems:tradeType.${fields.tradeType}`) : null,
        price: fields.startPriceTiyin ?? null,
        sent: row.sent_at,
        changed: row.changed_at,
      }));
      return { total, rows };
    },
  });
