import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { ClaimEnd } from '#shared/api/cabinet/sale-claims.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { RESULT_CANCELLATION } from '#shared/lifecycles/result-cancellation.ts';
import type { ResultCancellationTables, SaleClaim, SaleClaimRow } from './result-cancellation-tables.ts';

/** What sellers owe for cancelled sales. Changes need a transaction. */
export function createSaleClaimsRepository(db: Db<ResultCancellationTables>) {
  return {
    async add(claim: {
      settlementId: number;
      lotId: number;
      sellerId: string;
      buyerId: string;
      amountTiyin: number;
      journalId: number;
      buyerJournalId: number;
    }): Promise<void> {
      await db
        .insertInto('sale_claim')
        .values({
          settlement_id: claim.settlementId,
          lot_id: claim.lotId,
          seller_id: claim.sellerId,
          buyer_id: claim.buyerId,
          amount_tiyin: claim.amountTiyin,
          journal_id: claim.journalId,
          buyer_journal_id: claim.buyerJournalId,
        })
        .execute();
    },

    async byId(id: number): Promise<SaleClaim | null> {
      const row = db.selectFrom('sale_claim').selectAll().where('id', '=', id);
      return (await row.executeTakeFirst()) ?? null;
    },

    async lock(id: number): Promise<SaleClaim | null> {
      const row = db.selectFrom('sale_claim').selectAll().where('id', '=', id).forUpdate();
      return (await row.executeTakeFirst()) ?? null;
    },

    /** Staff who proposed the cancellation that it came from, or agreed to it first for a protest. */
    async proposers({ lot_id: lotId, settlement_id: settlementId }: SaleClaim): Promise<string[]> {
      const { rows } = await sql<{ by: string }>`
        select proposed_by as by from result_cancellation
          where lot_id = ${lotId} and state = ${stateAfter(RESULT_CANCELLATION, 'approve')}
            and (settlement_id is null or settlement_id = ${settlementId})
        union (
          select s.actor from protest p join protest_step s on s.protest_id = p.id
          where p.lot_id = ${lotId} and s.action = 'agreed' order by s.id limit 1
        )`.execute(db);
      return rows.map(({ by }) => by);
    },

    /** The claims of these journals, locked in the order of their ids. */
    async lockJournals(journalIds: readonly number[]): Promise<SaleClaim[]> {
      if (journalIds.length === 0) return [];
      return db
        .selectFrom('sale_claim')
        .selectAll()
        .where('journal_id', 'in', journalIds)
        .orderBy('id')
        .forUpdate()
        .execute();
    },

    /** The seller has paid it. */
    async paid(id: number): Promise<void> {
      await db
        .updateTable('sale_claim')
        .set({ paid_at: sql`clock_timestamp()` })
        .where('id', '=', id)
        .where('paid_at', 'is', null)
        .execute();
    },

    /** The buyer has it, or has waived it. @throws when that was so before */
    async end(id: number, how: { ended: ClaimEnd; coverJournalId?: number }): Promise<void> {
      await db
        .updateTable('sale_claim')
        .set({
          ended: how.ended,
          ended_at: sql<Date>`clock_timestamp()`,
          cover_journal_id: how.coverJournalId ?? null,
        })
        .where('id', '=', id)
        .where('ended', 'is', null)
        .returning('id')
        .executeTakeFirstOrThrow();
    },

    async titleOf(lotId: number): Promise<LocalizedText> {
      return (await db.selectFrom('lot').select('title').where('id', '=', lotId).executeTakeFirstOrThrow())
        .title;
    },

    /** A court has decided that the seller pays. */
    async judged(id: number, court: string): Promise<void> {
      await db
        .updateTable('sale_claim')
        .set({ court, court_at: sql<Date>`clock_timestamp()` })
        .where('id', '=', id)
        .execute();
    },

    /** Still owed since then or longer, or since a court has decided, and staff were not asked about it since; the oldest first. */
    notAsked: (
      since: Date,
      limit: number,
    ): Promise<(Pick<SaleClaim, 'id' | 'court_at' | 'task_at'> & { since: Date })[]> =>
      db
        .selectFrom('sale_claim')
        .select(['id', 'court_at', 'task_at', sql<Date>`coalesce(court_at, created_at)`.as('since')])
        .where('ended', 'is', null)
        .where('buyer_id', 'is not', null)
        .where(sql<boolean>`(task_at is null or court_at > task_at)`)
        .where(sql<boolean>`coalesce(court_at, created_at) <= ${since}`)
        .orderBy(sql`coalesce(court_at, created_at)`)
        .orderBy('id')
        .limit(limit)
        .execute(),

    async asked(id: number): Promise<void> {
      await db
        .updateTable('sale_claim')
        .set({ task_at: sql<Date>`clock_timestamp()` })
        .where('id', '=', id)
        .execute();
    },

    /** The buyer's own word about one that is still owed. False: it is not theirs, or has ended. */
    async waive(id: number, buyerId: string, waives: boolean): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('sale_claim')
        .set({ waived_at: waives ? sql<Date>`coalesce(waived_at, clock_timestamp())` : null })
        .where('id', '=', id)
        .where('buyer_id', '=', buyerId)
        .where('ended', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
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

    /** Those that are owed first, then the newest. */
    ofBuyer: (buyerId: string): Promise<SaleClaimRow[]> =>
      db
        .selectFrom('sale_claim as c')
        .innerJoin('lot', 'lot.id', 'c.lot_id')
        .selectAll('c')
        .select('lot.title as lot_title')
        .where('c.buyer_id', '=', buyerId)
        .orderBy(sql`c.ended is not null`)
        .orderBy('c.id', 'desc')
        .execute(),

    ofSettlements: (ids: readonly number[]): Promise<SaleClaim[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db.selectFrom('sale_claim').selectAll().where('settlement_id', 'in', ids).execute(),
  };
}
