import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { ResultCancellationTables, SaleClaim, SaleClaimRow } from './result-cancellation-tables.ts';

/** What sellers owe for cancelled sales. Changes need a transaction. */
export function createSaleClaimsRepository(db: Db<ResultCancellationTables>) {
  return {
    async add(claim: {
      settlementId: number;
      lotId: number;
      sellerId: string;
      amountTiyin: number;
      journalId: number;
    }): Promise<void> {
      await db
        .insertInto('sale_claim')
        .values({
          settlement_id: claim.settlementId,
          lot_id: claim.lotId,
          seller_id: claim.sellerId,
          amount_tiyin: claim.amountTiyin,
          journal_id: claim.journalId,
        })
        .execute();
    },

    async lock(id: number): Promise<SaleClaim | null> {
      const row = db.selectFrom('sale_claim').selectAll().where('id', '=', id).forUpdate();
      return (await row.executeTakeFirst()) ?? null;
    },

    /** Locks the claims of these journals, which are in order. */
    async lockJournals(journalIds: readonly number[]): Promise<void> {
      if (journalIds.length > 0)
        await db
          .selectFrom('sale_claim')
          .select('id')
          .where('journal_id', 'in', journalIds)
          .orderBy('id')
          .forUpdate()
          .execute();
    },

    async paidJournals(journalIds: readonly number[]): Promise<void> {
      if (journalIds.length > 0)
        await db
          .updateTable('sale_claim')
          .set({ paid_at: sql`clock_timestamp()` })
          .where('journal_id', 'in', journalIds)
          .where('paid_at', 'is', null)
          .execute();
    },

    async paid(id: number): Promise<void> {
      await db
        .updateTable('sale_claim')
        .set({ paid_at: sql`clock_timestamp()` })
        .where('id', '=', id)
        .where('paid_at', 'is', null)
        .execute();
    },

    /** Those to be paid first, then the newest. */
    ofSeller: (sellerId: string): Promise<SaleClaimRow[]> =>
      db
        .selectFrom('sale_claim as c')
        .innerJoin('lot', 'lot.id', 'c.lot_id')
        .selectAll('c')
        .select('lot.title as lot_title')
        .where('c.seller_id', '=', sellerId)
        .orderBy(sql`c.paid_at is not null`)
        .orderBy('c.id', 'desc')
        .execute(),

    ofLots: (lotIds: readonly number[]): Promise<SaleClaim[]> =>
      lotIds.length === 0
        ? Promise.resolve([])
        : db.selectFrom('sale_claim').selectAll().where('lot_id', 'in', lotIds).execute(),
  };
}
