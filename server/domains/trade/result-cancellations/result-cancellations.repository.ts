import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import { stateAfter, statesFrom, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import {
  CANCELLED_BY_STAFF,
  RESULT_CANCELLATION,
  type ResultCancellationKind,
  type ResultCancellationState,
} from '#shared/lifecycles/result-cancellation.ts';
import { SETTLEMENT } from '#shared/lifecycles/settlement.ts';
import type {
  ResultCancellation,
  ResultCancellationRow,
  ResultCancellationTables,
} from './result-cancellation-tables.ts';
import type { CancelledSale } from './undo-port.ts';

type Event = EventOf<typeof RESULT_CANCELLATION>;

export interface CancellationFilter {
  states: readonly ResultCancellationState[];
  lotId?: number;
}

/** Number of a sale at a fixed price among those of its lot; null: an auction. */
const saleNumber = sql<
  number | null
>`(select bidder_number from settlement s where s.id = c.settlement_id and s.sale = 'purchase')`.as(
  'sale_number',
);

/** Changes need a transaction that has locked the row. */
export function createResultCancellationsRepository(db: Db<ResultCancellationTables>) {
  const rows = ({ states, lotId }: CancellationFilter) =>
    db
      .selectFrom('result_cancellation as c')
      .innerJoin('lot', 'lot.id', 'c.lot_id')
      .where('c.state', 'in', states)
      .$if(lotId !== undefined, (q) => q.where('c.lot_id', '=', lotId!));

  return {
    /**
     * Results and sales of a lot that staff may cancel, two at most: that of an auction, null where it has no settlement yet, and
     * each sale at a fixed price, also while others can be bought; or the one sale that is named.
     */
    async cancellable(lotId: number, settlementId: number | undefined): Promise<(number | null)[]> {
      const found = await db
        .selectFrom('lot')
        .leftJoin('settlement as s', (join) =>
          join.onRef('s.lot_id', '=', 'lot.id').on('s.state', 'in', statesFrom(SETTLEMENT, 'undo-sale')),
        )
        .select('s.id as settlementId')
        .where('lot.id', '=', lotId)
        .where('lot.practice', '=', false)
        .where((eb) => eb.or([eb('s.sale', '=', 'purchase'), eb('lot.status', 'in', CANCELLED_BY_STAFF)]))
        .$if(settlementId !== undefined, (q) => q.where('s.id', '=', settlementId!))
        .limit(2)
        .execute();
      return found.map((row) => row.settlementId);
    },

    /** null: this person prepares one of the sale already. */
    async prepare(made: {
      lotId: number;
      settlementId: number | null;
      reason: string;
      kind: ResultCancellationKind;
      /** Of a default: what goes back to the buyer. */
      returnTiyin: number | null;
      by: string;
    }): Promise<number | null> {
      const added = await db
        .insertInto('result_cancellation')
        .values({
          lot_id: made.lotId,
          settlement_id: made.settlementId,
          reason: made.reason,
          kind: made.kind,
          return_tiyin: made.returnTiyin,
          proposed_by: made.by,
          state: stateAfter(RESULT_CANCELLATION, 'prepare'),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return added?.id ?? null;
    },

    /** What this person prepares about the sale. */
    async preparedBy(by: string, { lotId, settlementId }: CancelledSale): Promise<ResultCancellation | null> {
      const row = db
        .selectFrom('result_cancellation')
        .selectAll()
        .where('lot_id', '=', lotId)
        .where('settlement_id', 'is not distinct from', settlementId)
        .where('state', '=', stateAfter(RESULT_CANCELLATION, 'prepare'))
        .where('proposed_by', '=', by);
      return (await row.executeTakeFirst()) ?? null;
    },

    /** Does one of the sale wait for a second person? Decisive once the sales of the lot are locked. */
    async isProposed({ lotId, settlementId }: CancelledSale): Promise<boolean> {
      const row = await db
        .selectFrom('result_cancellation')
        .select('id')
        .where('lot_id', '=', lotId)
        .where('settlement_id', 'is not distinct from', settlementId)
        .where('state', '=', stateAfter(RESULT_CANCELLATION, 'propose'))
        .executeTakeFirst();
      return row !== undefined;
    },

    /**
     * The lot's result, or that sale at a fixed price, is cancelled in this transaction, which has locked its sales: nothing is left
     * to decide.
     * @param settlementId omitted: of all its sales
     */
    async closeOfLot(lotId: number, settlementId?: number | null): Promise<void> {
      await db
        .updateTable('result_cancellation')
        .set({ state: stateAfter(RESULT_CANCELLATION, 'close-with-result') })
        .where('lot_id', '=', lotId)
        .$if(settlementId !== undefined, (q) =>
          q.where('settlement_id', 'is not distinct from', settlementId!),
        )
        .where('state', 'in', statesFrom(RESULT_CANCELLATION, 'close-with-result'))
        .execute();
    },

    /** Who proposed one of the sale that came to nothing, and who turned one down, so many days ago at most. */
    async triedBefore(
      { lotId, settlementId }: CancelledSale,
      days: number,
    ): Promise<Pick<ResultCancellation, 'proposed_by' | 'decided_by'>[]> {
      const failed = [stateAfter(RESULT_CANCELLATION, 'turn-down'), stateAfter(RESULT_CANCELLATION, 'drop')];
      return db
        .selectFrom('result_cancellation')
        .select(['proposed_by', 'decided_by'])
        .where('lot_id', '=', lotId)
        .where('settlement_id', 'is not distinct from', settlementId)
        .where('state', 'in', failed)
        .where('proposed_at', '>', sql<Date>`clock_timestamp() - make_interval(days => ${days})`)
        .execute();
    },

    async lock(id: number): Promise<ResultCancellation | null> {
      const row = db.selectFrom('result_cancellation').selectAll().where('id', '=', id).forUpdate();
      return (await row.executeTakeFirst()) ?? null;
    },

    async byId(id: number): Promise<ResultCancellation | null> {
      const row = db.selectFrom('result_cancellation').selectAll().where('id', '=', id);
      return (await row.executeTakeFirst()) ?? null;
    },

    async rowOf(id: number): Promise<ResultCancellationRow | null> {
      const row = db
        .selectFrom('result_cancellation as c')
        .innerJoin('lot', 'lot.id', 'c.lot_id')
        .selectAll('c')
        .select(['lot.title as lot_title', 'lot.status as lot_status', saleNumber])
        .where('c.id', '=', id);
      return (await row.executeTakeFirst()) ?? null;
    },

    /** @throws when the event cannot happen in its state */
    async move(
      id: number,
      event: Exclude<Event, 'prepare' | 'close-with-result'>,
      change: {
        by?: string;
        note?: string;
        returnedTiyin?: number;
        owedTiyin?: number;
        toSellerTiyin?: number;
      } = {},
    ): Promise<void> {
      const decides = event === 'approve' || event === 'turn-down';
      await db
        .updateTable('result_cancellation')
        .set({
          state: stateAfter(RESULT_CANCELLATION, event),
          ...(event === 'propose' && change.by
            ? { proposed_by: change.by, proposed_at: sql<Date>`clock_timestamp()` }
            : {}),
          ...(decides ? { decided_by: change.by ?? null, decided_at: sql<Date>`clock_timestamp()` } : {}),
          note: change.note ?? null,
          returned_tiyin: change.returnedTiyin ?? null,
          owed_tiyin: change.owedTiyin ?? null,
          to_seller_tiyin: change.toSellerTiyin ?? null,
        })
        .where('id', '=', id)
        .where('state', 'in', statesFrom(RESULT_CANCELLATION, event))
        .returning('id')
        .executeTakeFirstOrThrow();
    },

    async page(
      filter: CancellationFilter,
      page: { limit: number; offset: number; order: 'oldest' | 'newest' },
    ): Promise<{ items: ResultCancellationRow[]; total: number }> {
      const [items, total] = await Promise.all([
        rows(filter)
          .selectAll('c')
          .select(['lot.title as lot_title', 'lot.status as lot_status', saleNumber])
          .orderBy('c.id', page.order === 'oldest' ? 'asc' : 'desc')
          .limit(page.limit)
          .offset(page.offset)
          .execute(),
        this.count(filter),
      ]);
      return { items, total };
    },

    async count(filter: CancellationFilter): Promise<number> {
      const { total } = await rows(filter)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },
  };
}
export type ResultCancellationsRepository = ReturnType<typeof createResultCancellationsRepository>;
