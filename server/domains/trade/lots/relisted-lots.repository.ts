import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import { statesFrom } from '#shared/lifecycles/lifecycle.ts';
import { LOT } from '#shared/lifecycles/lot.ts';
import type { LotsTables } from './lot-tables.ts';

/** Orders of customers have numbers from here on; lots of a demonstration were published with lower ones. */
const FIRST_ORDER = 1_000_001;

/** The first publication of an order, and how many there were. */
export interface FirstRound {
  rounds: number;
  publishedAt: Date;
  startPriceTiyin: number;
}

export type RelistedLots = ReturnType<typeof createRelistedLots>;

/** Lots that were not sold, as their repeats see them. */
export function createRelistedLots(db: Db<LotsTables>) {
  return {
    /** Lots of orders that ended unsold, for which nothing is decided about a repeat; lowest first. @param after an id; 0: from the first on */
    async notJudged(after: number, limit: number): Promise<number[]> {
      const rows = await db
        .selectFrom('lot')
        .select('id')
        .where('order_id', '>=', FIRST_ORDER)
        .where('status', 'in', statesFrom(LOT, 'publish-repeat'))
        .where('repeat_judged_at', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** In the transaction in which it is decided whether the lot is repeated. */
    async judged(tx: Db<LotsTables>, lotId: number): Promise<void> {
      await tx
        .updateTable('lot')
        .set({ repeat_judged_at: sql`now()` })
        .where('id', '=', lotId)
        .execute();
    },

    /** @throws when the order has no lot */
    async firstOf(tx: Db<LotsTables>, orderId: number): Promise<FirstRound> {
      const row = await tx
        .selectFrom('lot')
        .select(['published_at', 'start_price_tiyin'])
        .select(sql<number>`count(*) over ()`.as('rounds'))
        .where('order_id', '=', orderId)
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow();
      return {
        rounds: Number(row.rounds),
        publishedAt: row.published_at,
        startPriceTiyin: row.start_price_tiyin,
      };
    },
  };
}
