import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { LotPart } from '#shared/api/site/lot-tabs.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { LOT_STATUS, type LotStatus } from '#shared/lifecycles/lot-status.ts';
import type { LotCardTables } from './card/lot-card.repository.ts';
import type { LotsTables, StoredLot } from './lot-tables.ts';

/** Orders of customers have numbers from here on; lots of a demonstration were published with lower ones. */
const FIRST_ORDER = 1_000_001;

/** Offered to its reserve or sole participant: the answer decides what becomes of the order. */
const UNDECIDED: readonly LotStatus[] = [LOT_STATUS.offeredToOne];

export interface StoredCorrection {
  title?: LocalizedText;
  /** Folded words of the new title. */
  searchForm?: string;
  description?: LocalizedText;
  parts: readonly LotPart[];
  reason: string;
  status: LotStatus;
}

export type OrderLots = ReturnType<typeof createOrderLots>;

/** Lots as their orders see them. */
export function createOrderLots(db: Db<LotsTables>) {
  return {
    /** The lot of an order that has no outcome yet; null: there is none. */
    async onTradeOf(orderId: number): Promise<Pick<StoredLot, 'id' | 'trade_type'> | null> {
      const row = await db
        .selectFrom('lot')
        .select(['id', 'trade_type'])
        .where('order_id', '=', orderId)
        .where('outcome', 'is', null)
        .orderBy('id', 'desc')
        .executeTakeFirst();
      return row ?? null;
    },

    /** All lots of an order, the last one first. */
    async idsOf(orderId: number, tx: Db<LotsTables> = db): Promise<number[]> {
      const rows = await tx
        .selectFrom('lot')
        .select('id')
        .where('order_id', '=', orderId)
        .orderBy('id', 'desc')
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Ended lots of orders that have not followed them and wait for no answer, oldest first. @param after an id; 0: from the first on */
    async notFollowed(after: number, limit: number): Promise<number[]> {
      const rows = await db
        .selectFrom('lot')
        .select('id')
        .where('order_id', '>=', FIRST_ORDER)
        .where('outcome', 'is not', null)
        .where('status', 'not in', UNDECIDED)
        .where('order_followed_at', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Locked until the transaction ends; null when its order need not follow now: it did, there is none, or an answer is awaited. */
    async lockEnded(lotId: number, tx: Db<LotsTables>): Promise<StoredLot | null> {
      const row = await tx
        .selectFrom('lot')
        .selectAll()
        .where('id', '=', lotId)
        .where('order_id', '>=', FIRST_ORDER)
        .where('outcome', 'is not', null)
        .where('status', 'not in', UNDECIDED)
        .where('order_followed_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      return row ?? null;
    },

    /** Locked until the transaction ends, against applications too; null: there is no such lot. */
    async lockOnTrade(lotId: number, tx: Db<LotsTables>): Promise<StoredLot | null> {
      const row = await tx
        .selectFrom('lot')
        .selectAll()
        .where('id', '=', lotId)
        .where('practice', '=', false)
        .forUpdate()
        .executeTakeFirst();
      return row ?? null;
    },

    /** Writes a correction of a locked lot and its entry of the history, whose id it returns. */
    async correct(
      tx: Db<LotsTables & LotCardTables>,
      lotId: number,
      correction: StoredCorrection,
    ): Promise<number> {
      const { title, searchForm, description, parts, reason, status } = correction;
      if (title || description)
        await tx
          .updateTable('lot')
          .set({
            ...(title && { title: JSON.stringify(title), search_form: searchForm ?? '' }),
            ...(description && { description: JSON.stringify(description) }),
          })
          .where('id', '=', lotId)
          .execute();
      const { id } = await tx
        .insertInto('lot_flow')
        .values({
          lot_id: lotId,
          at: sql<Date>`clock_timestamp()`,
          from_status: status,
          to_status: status,
          by: 'staff',
          reason,
          corrected: sql<LotPart[]>`${sql.val([...parts])}::text[]`,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async followed(lotId: number, tx: Db<LotsTables>): Promise<void> {
      await tx
        .updateTable('lot')
        .set({ order_followed_at: sql`now()` })
        .where('id', '=', lotId)
        .execute();
    },
  };
}
