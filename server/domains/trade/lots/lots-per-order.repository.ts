import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { OrderRow } from '#shared/api/cabinet/orders.ts';
import type { LotsTables } from './lot-tables.ts';

/** How many lots each order has, and the last of them; orders without any are left out. */
export async function lotsOfOrders(
  db: Db<LotsTables>,
  orderIds: readonly number[],
): Promise<Map<number, OrderRow['lots']>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('lot')
    .select(['order_id', 'id', 'status', 'room_price_tiyin', 'room_count'])
    .select([
      sql<number>`round(room_deadline_us / 1000.0)`.as('closes_at_ms'),
      sql<number>`count(*) over (partition by order_id)`.as('lots'),
    ])
    .distinctOn('order_id')
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('id', 'desc')
    .execute();
  return new Map(
    rows.map((row) => [
      row.order_id!,
      {
        count: row.lots,
        last: {
          id: row.id,
          status: row.status,
          priceTiyin: row.room_price_tiyin,
          bids: row.room_count,
          closesAtMs: Number(row.closes_at_ms),
        },
      },
    ]),
  );
}
