import type { AnyDb } from '#server/platform/database/index.ts';
import type { OrderDuplicate } from '#shared/api/cabinet/orders.ts';
import type { StoredOrder } from './order-tables.ts';
import { createOrdersRepository } from './orders.repository.ts';
import { kindOfLikeness } from './stored-fields.ts';

const SHOWN_AT_MOST = 10;

export interface LikelyDuplicate {
  orderId: number;
  personId: string;
  same: OrderDuplicate['same'];
}

/** Open orders that seem to sell the same property: shown to the customer and to staff, never a reason to refuse. */
export function createDuplicates(db: AnyDb) {
  /** The newest first, at most 10; among them drafts of the customer alone. */
  async function all(
    row: Pick<StoredOrder, 'id' | 'likeness'>,
    customerId: string,
  ): Promise<LikelyDuplicate[]> {
    if (row.likeness.length === 0) return [];
    const like = await createOrdersRepository(db).like(row, customerId, SHOWN_AT_MOST);
    return like.map(({ id, person_id: personId, likeness }) => {
      const shared = row.likeness.find((hash) => likeness.includes(hash))!;
      return { orderId: id, personId, same: kindOfLikeness(shared) };
    });
  }

  return {
    all,
    /** As one of the customers sees them: orders of other people have no number. */
    of: async (row: Pick<StoredOrder, 'id' | 'likeness'>, personId: string): Promise<OrderDuplicate[]> =>
      (await all(row, personId)).map(({ orderId, personId: whose, same }) => ({
        orderId: whose === personId ? orderId : null,
        same,
      })),
  };
}
