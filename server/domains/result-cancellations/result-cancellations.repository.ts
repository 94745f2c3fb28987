import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import { stateAfter, statesFrom, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import {
  CANCELLED_BY_STAFF,
  RESULT_CANCELLATION,
  type ResultCancellationState,
} from '#shared/lifecycles/result-cancellation.ts';
import { SETTLEMENT } from '#shared/lifecycles/settlement.ts';
import type {
  ResultCancellation,
  ResultCancellationRow,
  ResultCancellationTables,
} from './result-cancellation-tables.ts';

type Event = EventOf<typeof RESULT_CANCELLATION>;

export interface CancellationFilter {
  states: readonly ResultCancellationState[];
  lotId?: number;
}

/** Changes need a transaction that has locked the row. */
export function createResultCancellationsRepository(db: Db<ResultCancellationTables>) {
  const rows = ({ states, lotId }: CancellationFilter) =>
    db
      .selectFrom('result_cancellation as c')
      .innerJoin('lot', 'lot.id', 'c.lot_id')
      .where('c.state', 'in', states)
      .$if(lotId !== undefined, (q) => q.where('c.lot_id', '=', lotId!));

  return {
    /** null: there is no such lot, or it has no result that staff can cancel. */
    async sellable(lotId: number): Promise<{ settlementId: number | null } | null> {
      const rows = await db
        .selectFrom('lot')
        .leftJoin('settlement as s', (join) =>
          join.onRef('s.lot_id', '=', 'lot.id').on('s.state', 'in', statesFrom(SETTLEMENT, 'undo-sale')),
        )
        .select('s.id as settlementId')
        .where('lot.id', '=', lotId)
        .where('lot.practice', '=', false)
        .where('lot.status', 'in', CANCELLED_BY_STAFF)
        .limit(2)
        .execute();
      // Of several sales at a fixed price none is cancelled with the result of the lot.
      const [row, another] = rows;
      return another ? null : (row ?? null);
    },

    /** The last sale of a lot, or the one of it that is named; undefined: there is none. */
    async saleOf(lotId: number, settlementId: number | undefined): Promise<number | undefined> {
      const row = db
        .selectFrom('settlement')
        .select('id')
        .where('lot_id', '=', lotId)
        .$if(settlementId !== undefined, (q) => q.where('id', '=', settlementId!))
        .orderBy('id', 'desc')
        .limit(1);
      return (await row.executeTakeFirst())?.id;
    },

    /** null while another one of the lot is open. */
    async prepare(made: {
      lotId: number;
      settlementId: number | null;
      reason: string;
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
          ...{ kind: made.returnTiyin === null ? 'cancel' : 'default', return_tiyin: made.returnTiyin },
          proposed_by: made.by,
          state: stateAfter(RESULT_CANCELLATION, 'prepare'),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return added?.id ?? null;
    },

    async openOf(lotId: number): Promise<ResultCancellation | null> {
      const row = db
        .selectFrom('result_cancellation')
        .selectAll()
        .where('lot_id', '=', lotId)
        .where('state', 'in', statesFrom(RESULT_CANCELLATION, 'drop'));
      return (await row.executeTakeFirst()) ?? null;
    },

    /** A protest has cancelled the lot's result, in this transaction, which has locked its sales: nothing is left to decide. */
    async closeOfLot(lotId: number): Promise<void> {
      await db
        .updateTable('result_cancellation')
        .set({ state: stateAfter(RESULT_CANCELLATION, 'close-with-result') })
        .where('lot_id', '=', lotId)
        .where('state', 'in', statesFrom(RESULT_CANCELLATION, 'close-with-result'))
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
        .select(['lot.title as lot_title', 'lot.status as lot_status'])
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
          .select(['lot.title as lot_title', 'lot.status as lot_status'])
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
