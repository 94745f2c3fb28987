import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { LotsTables } from './lot-tables.ts';

export type LotWithdrawals = ReturnType<typeof createLotWithdrawals>;

interface Wish {
  /** The customer of the order. */
  personId: string;
  /** The penalty that was stated to the customer; null: any. */
  atMostTiyin: number | null;
}

/** Customers who ask their lot's room to close: written before the room is asked, so that a crash loses no question. */
export function createLotWithdrawals(db: Db<LotsTables>) {
  return {
    async ask(lotId: number, { personId, atMostTiyin }: Wish, tx: Db<LotsTables> = db): Promise<void> {
      await tx
        .insertInto('lot_withdrawal')
        .values({ lot_id: lotId, person_id: personId, stated_penalty_tiyin: atMostTiyin, done_at: null })
        .onConflict((conflict) =>
          conflict.column('lot_id').doUpdateSet({ asked_at: sql`now()`, stated_penalty_tiyin: atMostTiyin }),
        )
        .execute();
    },

    /** The room refused, or was closed by something else. */
    async drop(lotId: number, tx: Db<LotsTables> = db): Promise<void> {
      await tx.deleteFrom('lot_withdrawal').where('lot_id', '=', lotId).execute();
    },

    /** Null: no customer asked. */
    async wishOf(lotId: number, tx: Db<LotsTables> = db): Promise<Wish | null> {
      const row = await tx
        .selectFrom('lot_withdrawal')
        .select(['person_id as personId', 'stated_penalty_tiyin as atMostTiyin'])
        .where('lot_id', '=', lotId)
        .executeTakeFirst();
      return row ?? null;
    },

    /**
     * Whether a room that closed as withdrawn did so at the customer's wish, which gives no reason as staff must. A wish
     * that staff forestalled is dropped.
     */
    async closedByCustomer(lotId: number, reason: string): Promise<boolean> {
      if ((await this.wishOf(lotId)) === null) return false;
      if (reason !== '') await this.drop(lotId);
      return reason === '';
    },

    async done(lotId: number, tx: Db<LotsTables>): Promise<void> {
      await tx
        .updateTable('lot_withdrawal')
        .set({ done_at: sql`now()` })
        .where('lot_id', '=', lotId)
        .where('done_at', 'is', null)
        .execute();
    },

    /**
     * Lots whose customer asked so long ago and was not answered, lowest id first: the process has died, or the room did not
     * answer. @param after an id; 0: from the first on
     */
    async left(after: number, limit: number, olderMs: number): Promise<number[]> {
      const rows = await db
        .selectFrom('lot_withdrawal')
        .select('lot_id')
        .where('done_at', 'is', null)
        .where('asked_at', '<', sql<Date>`now() - make_interval(secs => ${olderMs / 1000})`)
        .where('lot_id', '>', after)
        .orderBy('lot_id')
        .limit(limit)
        .execute();
      return rows.map(({ lot_id: lotId }) => lotId);
    },
  };
}
