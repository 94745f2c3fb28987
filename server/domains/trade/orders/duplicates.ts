import type { AnyDb } from '#server/platform/database/index.ts';
import type { OrderDuplicate } from '#shared/api/cabinet/orders.ts';
import type { StoredOrder } from './order-tables.ts';
import { createOrdersRepository } from './orders.repository.ts';
import { kindOfLikeness } from './stored-fields.ts';

const SHOWN_AT_MOST = 10;

type Likeness = Pick<StoredOrder, 'id' | 'likeness'>;

export interface LikelyDuplicate {
  orderId: number;
  personId: string;
  same: OrderDuplicate['same'];
}

/** Open orders that seem to sell the same property: shown to the customer and to staff, never a reason to refuse. */
export function createDuplicates(db: AnyDb) {
  /** Of each of these, in their order: the newest first, at most 10; among them drafts of the customer alone. */
  async function all(rows: readonly (Likeness & { customerId: string })[]): Promise<LikelyDuplicate[][]> {
    const asked = rows.filter(({ likeness }) => likeness.length > 0);
    const like = Map.groupBy(
      await createOrdersRepository(db).like(
        asked.map(({ id, likeness, customerId }) => ({ id, likeness, customerId })),
        SHOWN_AT_MOST,
      ),
      ({ likeId }) => likeId,
    );
    return rows.map((row) =>
      (like.get(row.id) ?? []).map(({ id, person_id: personId, likeness }) => {
        const shared = row.likeness.find((hash) => likeness.includes(hash))!;
        return { orderId: id, personId, same: kindOfLikeness(shared) };
      }),
    );
  }

  return {
    all,
    /** As one of the customers sees them: orders of other people have no number. */
    of: async ({ id, likeness }: Likeness, personId: string): Promise<OrderDuplicate[]> =>
      (await all([{ id, likeness, customerId: personId }]))[0]!.map(({ orderId, personId: whose, same }) => ({
        orderId: whose === personId ? orderId : null,
        same,
      })),
  };
}
