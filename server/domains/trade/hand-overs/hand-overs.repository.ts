import { sql } from 'kysely';
import { soldTitle } from '#server/domains/trade/purchases/index.ts';
import { writeOutbox, type Db } from '#server/platform/database/index.ts';
import {
  DONE_HAND_OVERS,
  HAND_OVER,
  OPEN_HAND_OVERS,
  type HandOverState,
} from '#shared/lifecycles/hand-over.ts';
import { stateAfter, statesFrom, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import { LOST_SETTLEMENTS, SETTLEMENT } from '#shared/lifecycles/settlement.ts';
import type { ActFacts, HandOver, HandOverRow, HandOverTables } from './hand-over-tables.ts';
import { HAND_OVER_EVENTS } from './hand-overs.events.ts';

export interface HandOverFilter {
  states?: readonly HandOverState[];
  /** Awaiting, with the deadline passed. */
  late?: boolean;
  lotId?: number;
}

/** A paid sale as its hand-over needs it. */
export interface SaleToHandOver {
  lotId: number;
  buyerId: string;
  /** null: the operator's own lot. */
  sellerId: string | null;
}

/** Changes need a transaction that has locked the hand-over. */
export function createHandOversRepository(db: Db<HandOverTables>) {
  const rows = ({ states, late, lotId }: HandOverFilter) =>
    db
      .selectFrom('hand_over as h')
      .innerJoin('settlement as s', 's.id', 'h.settlement_id')
      .innerJoin('lot', 'lot.id', 'h.lot_id')
      .$if(states !== undefined, (q) => q.where('h.state', 'in', states!))
      .$if(late === true, (q) => q.where('h.due_at', '<=', sql<Date>`now()`))
      .$if(lotId !== undefined, (q) => q.where('h.lot_id', '=', lotId!));

  const columns = (query: ReturnType<typeof rows>) =>
    query
      .selectAll('h')
      .select(soldTitle('s.id').as('lot_title'))
      .select('lot.order_id as order_id')
      .select(['s.bidder_number', 's.price_tiyin', 's.sale']);

  /** Ids above `after`, lowest first, of those that `due` finds by its index. */
  const idsOf = async (due: ReturnType<typeof dueRows>, after: number, limit: number): Promise<number[]> => {
    const found = await db
      .with(
        (cte) => cte('due').materialized(),
        () => due,
      )
      .selectFrom('due')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return found.map(({ id }) => id);
  };
  /** Asks for a look when the deadline passes. */
  const schedule = (id: number, dueAt: Date): Promise<void> =>
    writeOutbox(db, {
      topic: HAND_OVER_EVENTS.scheduled,
      // One for each deadline.
      key: `${id}:${dueAt.getTime()}`,
      payload: { handOverId: id, notBeforeMs: dueAt.getTime() },
    });
  const dueRows = () => db.selectFrom('hand_over').select('id');

  return {
    /** The clock that judges, after the transaction's locks were taken. */
    async now(): Promise<Date> {
      const found = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
      return found.rows[0]!.now;
    },

    /** null: a rehearsal, or no such sale. */
    async saleOf(settlementId: number): Promise<SaleToHandOver | null> {
      const row = await db
        .selectFrom('settlement as s')
        .innerJoin('lot', 'lot.id', 's.lot_id')
        .select(['s.lot_id as lotId', 's.person_id as buyerId', 'lot.customer_person_id as sellerId'])
        .where('s.id', '=', settlementId)
        .where('lot.practice', '=', false)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Opens the hand-over of a paid sale, once; its deadline is looked at when it passes. */
    async open(settlementId: number, sale: SaleToHandOver, dueAt: Date): Promise<HandOver | null> {
      const opened = await db
        .insertInto('hand_over')
        .values({
          settlement_id: settlementId,
          lot_id: sale.lotId,
          buyer_id: sale.buyerId,
          seller_id: sale.sellerId,
          state: stateAfter(HAND_OVER, 'open'),
          due_at: dueAt,
        })
        .onConflict((conflict) => conflict.column('settlement_id').doNothing())
        .returningAll()
        .executeTakeFirst();
      if (!opened) return null;
      await schedule(opened.id, dueAt);
      return opened;
    },

    /** Those a buyer may still confirm or dispute by a deadline after the given instant, lowest first. */
    awaitingOf: (buyerId: string, after: Date): Promise<HandOver[]> =>
      db
        .selectFrom('hand_over')
        .selectAll()
        .where('buyer_id', '=', buyerId)
        .where('state', 'in', statesFrom(HAND_OVER, 'confirm-by-staff'))
        .where('due_at', '>', after)
        .orderBy('id')
        .forUpdate()
        .execute(),

    /** Lots whose receipt the buyer has not confirmed yet. */
    async lotsToConfirmOf(buyerId: string): Promise<number[]> {
      const rows = await db
        .selectFrom('hand_over')
        .select('lot_id')
        .distinct()
        .where('buyer_id', '=', buyerId)
        .where('state', 'in', statesFrom(HAND_OVER, 'confirm-by-staff'))
        .execute();
      return rows.map(({ lot_id: lotId }) => lotId);
    },

    /** Another deadline of a locked one. */
    async postpone(id: number, dueAt: Date): Promise<void> {
      await db.updateTable('hand_over').set({ due_at: dueAt }).where('id', '=', id).execute();
      await schedule(id, dueAt);
    },

    async lock(id: number): Promise<HandOver | null> {
      const row = db.selectFrom('hand_over').selectAll().where('id', '=', id).forUpdate();
      return (await row.executeTakeFirst()) ?? null;
    },

    async byId(id: number): Promise<HandOver | null> {
      return (await db.selectFrom('hand_over').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
    },

    /** The buyer's last one of a lot, or that of the named sale; null: none. */
    async ofBuyer(lotId: number, buyerId: string, settlementId?: number): Promise<HandOver | null> {
      const row = await db
        .selectFrom('hand_over')
        .selectAll()
        .where('lot_id', '=', lotId)
        .where('buyer_id', '=', buyerId)
        .$if(settlementId !== undefined, (q) => q.where('settlement_id', '=', settlementId!))
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Locked, those that are not cancelled, lowest first: of a lot, or of one sale. */
    lockInForce: (of: { lotId: number } | { settlementId: number }): Promise<HandOver[]> =>
      db
        .selectFrom('hand_over')
        .selectAll()
        .where((eb) =>
          'lotId' in of ? eb('lot_id', '=', of.lotId) : eb('settlement_id', '=', of.settlementId),
        )
        .where('state', 'in', statesFrom(HAND_OVER, 'undo-sale'))
        .orderBy('id')
        .forUpdate()
        .execute(),

    ofSettlements: (ids: readonly number[]): Promise<HandOver[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db.selectFrom('hand_over').selectAll().where('settlement_id', 'in', ids).execute(),

    async rowOf(id: number): Promise<HandOverRow | null> {
      return (await columns(rows({}).where('h.id', '=', id)).executeTakeFirst()) ?? null;
    },

    /** `deadline`: the next one first; otherwise the newest first. */
    async page(
      filter: HandOverFilter,
      { limit, offset, order }: { limit: number; offset: number; order: 'deadline' | 'newest' },
    ): Promise<{ items: HandOverRow[]; total: number }> {
      const [items, total] = await Promise.all([
        columns(rows(filter))
          .$if(order === 'deadline', (q) => q.orderBy('h.due_at'))
          .orderBy('h.id', order === 'deadline' ? 'asc' : 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
        this.count(filter),
      ]);
      return { items, total };
    },

    async count(filter: HandOverFilter): Promise<number> {
      const { total } = await rows(filter)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },

    /** Moves a locked hand-over. @throws when the event cannot happen in its state */
    async move(
      { id }: Pick<HandOver, 'id'>,
      event: Exclude<EventOf<typeof HAND_OVER>, 'open'>,
      change:
        | { dispute: string }
        | { confirmedBy: string; note: string | null; act: ActFacts }
        | { cancelled: true },
    ): Promise<HandOver> {
      const now = sql<Date>`clock_timestamp()`;
      const moved = await db
        .updateTable('hand_over')
        .set({ state: stateAfter(HAND_OVER, event) })
        .$if('dispute' in change, (q) =>
          q.set({ dispute: (change as { dispute: string }).dispute, disputed_at: now }),
        )
        .$if('act' in change, (q) => {
          const { confirmedBy, note, act } = change as Extract<typeof change, { act: ActFacts }>;
          return q.set({ confirmed_at: now, confirmed_by: confirmedBy, note, act: JSON.stringify(act) });
        })
        .$if('cancelled' in change, (q) => q.set({ cancelled_at: now }))
        .where('id', '=', id)
        .where('state', 'in', statesFrom(HAND_OVER, event))
        .returningAll()
        .executeTakeFirstOrThrow();
      return moved;
    },

    /** Of a locked one: the seller says that the property is with the buyer. */
    async recorded(id: number): Promise<void> {
      await db
        .updateTable('hand_over')
        .set({ recorded_at: sql`clock_timestamp()` })
        .where('id', '=', id)
        .execute();
    },

    async taskOpened(id: number): Promise<void> {
      await db
        .updateTable('hand_over')
        .set({ task_at: sql`clock_timestamp()` })
        .where('id', '=', id)
        .execute();
    },

    async orderFollowed(id: number): Promise<void> {
      await db
        .updateTable('hand_over')
        .set({ order_followed_at: sql`clock_timestamp()` })
        .where('id', '=', id)
        .execute();
    },

    /** Above `after`, by id: those past their deadline, for which staff has no task yet. */
    late: (after: number, limit: number): Promise<number[]> =>
      idsOf(
        dueRows()
          .where('state', 'in', statesFrom(HAND_OVER, 'confirm-by-staff'))
          .where('task_at', 'is', null)
          .where('due_at', '<=', sql<Date>`now()`),
        after,
        limit,
      ),

    /** Above `after`, by id: confirmed ones whose order has not learned of it. */
    notFollowed: (after: number, limit: number): Promise<number[]> =>
      idsOf(
        dueRows().where('state', 'in', DONE_HAND_OVERS).where('order_followed_at', 'is', null),
        after,
        limit,
      ),

    /** How the sales of an order stand: those not paid or handed over yet, and those handed over. Lost sales count in neither. */
    async salesOfOrder(orderId: number): Promise<{ open: number; done: number }> {
      const { rows: found } = await sql<{ open: number; done: number }>`
        select count(*) filter (
            where s.state <> ${stateAfter(SETTLEMENT, 'pay')} or h.state is null or h.state = any(${OPEN_HAND_OVERS}))::int as open,
          count(*) filter (where h.state = any(${DONE_HAND_OVERS}))::int as done
        from lot join settlement s on s.lot_id = lot.id and s.state <> all(${LOST_SETTLEMENTS})
        left join hand_over h on h.settlement_id = s.id
        where lot.order_id = ${orderId}`.execute(db);
      return found[0]!;
    },
  };
}
