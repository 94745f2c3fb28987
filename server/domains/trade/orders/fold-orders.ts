import type { AnyDb, Db } from '#server/platform/database/index.ts';
import type { OrderTables } from './order-tables.ts';
import { listedColumns } from './stored-fields.ts';

const BATCH = 200;

/** Computes again by which words the next orders behind an id are found and alike. @returns their last id, null where there are none */
export async function foldOrders(anyDb: AnyDb, afterId: number): Promise<number | null> {
  const db: Db<OrderTables> = anyDb;
  const orders = await db
    .selectFrom('customer_order')
    .select(['id', 'version', 'fields', 'search_form', 'likeness'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  for (const { id, version, fields, ...stored } of orders) {
    const { search_form, likeness } = listedColumns(fields);
    if (search_form === stored.search_form && likeness.join() === stored.likeness.join()) continue;
    // Changed meanwhile: the one who changed it has computed both.
    const unchanged = db.updateTable('customer_order').where('id', '=', id).where('version', '=', version);
    await unchanged.set({ search_form, likeness }).execute();
  }
  return orders.at(-1)?.id ?? null;
}
