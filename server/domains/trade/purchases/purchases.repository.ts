import { sql } from 'kysely';
import { lockNamed, writeOutbox, type Db } from '#server/platform/database/index.ts';
import { stateAfter, statesFrom, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import { LOT } from '#shared/lifecycles/lot.ts';
import { PENDING_PURCHASES, PURCHASE } from '#shared/lifecycles/purchase.ts';
import { OPEN_SETTLEMENTS } from '#shared/lifecycles/settlement.ts';
import type { LotForBuying, LotStock, Purchase, PurchaseTables } from './purchase-tables.ts';
import { PURCHASE_EVENTS } from './purchases.events.ts';

/** Events that end a reservation without a sale. */
export type EndingEvent = Exclude<EventOf<typeof PURCHASE>, 'reserve' | 'confirm'>;

/** The buyer had units set aside and did not buy them. */
const UNUSED = [stateAfter(PURCHASE, 'expire'), stateAfter(PURCHASE, 'spend-codes')];

export interface NewReservation {
  lotId: number;
  personId: string;
  quantity: number;
  unitPriceTiyin: number;
  totalTiyin: number;
  dueNowTiyin: number;
  minutes: number;
}

/**
 * Calls named `lock…` and changes need a transaction. Rows are locked in this order: the purchase, the stock of its lot, then
 * accounts of the wallet.
 */
export function createPurchasesRepository(db: Db<PurchaseTables>) {
  const announce = ({ id, lot_id: lotId, person_id: personId, state }: Purchase): Promise<void> =>
    writeOutbox(db, { topic: PURCHASE_EVENTS.changed, payload: { purchaseId: id, lotId, personId, state } });

  const stocks = (lotId: number) =>
    db
      .selectFrom('lot_stock')
      .select([
        'units',
        'reserved',
        'sold',
        'on_sale as onSale',
        'opens_at as opensAt',
        'closes_at as closesAt',
      ])
      .select(sql<Date>`clock_timestamp()`.as('now'))
      .where('lot_id', '=', lotId);

  const pending = () => db.selectFrom('purchase').selectAll().where('state', 'in', PENDING_PURCHASES);

  return {
    /** The clock that judges, after the transaction's locks were taken. */
    async now(): Promise<Date> {
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
      return rows[0]!.now;
    },

    /** One reservation for a lot is decided at a time of all these accounts, which are locked in the order of their ids. */
    async lockBuyer(lotId: number, accountIds: readonly string[]): Promise<void> {
      for (const id of accountIds.toSorted()) await lockNamed(db, `purchase:${lotId}:${id}`);
    },

    /** null: there is no such lot, or it is a rehearsal, of which buyers hear nothing. */
    async lot(lotId: number): Promise<LotForBuying | null> {
      const row = await db
        .selectFrom('lot')
        .select('ended_at as endedAt')
        .select(['id', 'title', 'status', 'outcome', 'practice', 'trade_type as tradeType'])
        .select(['customer_person_id as sellerId', 'start_price_tiyin as unitPriceTiyin'])
        .select(['instalment_months as instalmentMonths', 'first_part_bp as firstPartBp'])
        .select('parts_units_max as partsUnitsMax')
        .where('id', '=', lotId)
        .where('rehearsal', '=', false)
        .executeTakeFirst();
      return row ?? null;
    },

    /** null: an auction, or no such lot. */
    async stock(lotId: number): Promise<LotStock | null> {
      return (await stocks(lotId).executeTakeFirst()) ?? null;
    },

    async lockStock(lotId: number): Promise<LotStock | null> {
      return (await stocks(lotId).forUpdate().executeTakeFirst()) ?? null;
    },

    async byId(id: number): Promise<Purchase | null> {
      return (await db.selectFrom('purchase').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
    },

    async lock(id: number): Promise<Purchase | null> {
      const row = db.selectFrom('purchase').selectAll().where('id', '=', id).forUpdate();
      return (await row.executeTakeFirst()) ?? null;
    },

    /** What the person has reserved of a lot; null: nothing. */
    async lockPendingOf(lotId: number, personId: string): Promise<Purchase | null> {
      const row = pending().where('lot_id', '=', lotId).where('person_id', '=', personId).forUpdate();
      return (await row.executeTakeFirst()) ?? null;
    },

    /** The person's last purchase of a lot, in whatever state; null: none. */
    async lastOf(lotId: number, personId: string): Promise<Purchase | null> {
      const row = db
        .selectFrom('purchase')
        .selectAll()
        .where('lot_id', '=', lotId)
        .where('person_id', '=', personId)
        .orderBy('id', 'desc')
        .limit(1);
      return (await row.executeTakeFirst()) ?? null;
    },

    /** All reservations of a lot, by person: the order in which their money moves. */
    lockPendingOfLot: (lotId: number): Promise<Purchase[]> =>
      pending().where('lot_id', '=', lotId).orderBy('person_id').forUpdate().execute(),

    /**
     * Reservations of a lot that a person let pass in the last day under these accounts, since the last purchase of it: expired, ended by
     * wrong codes, or given up after a minute and more.
     */
    async unusedOf(
      lotId: number,
      accountIds: readonly string[],
    ): Promise<{ count: number; lastAt: Date | null }> {
      const { rows } = await sql<{ count: number; lastAt: Date | null }>`
        select count(*)::int as count, max(least(decided_at, expires_at)) as "lastAt" from purchase p
        where lot_id = ${lotId} and person_id = any(${[...accountIds]}::text[])
          and decided_at > clock_timestamp() - interval '1 day'
          and (state = any(${UNUSED})
            or (state = ${stateAfter(PURCHASE, 'cancel')} and decided_at - reserved_at >= interval '1 minute'))
          and not exists (
            select from purchase b where b.lot_id = p.lot_id and b.person_id = any(${[...accountIds]}::text[])
              and b.state = ${stateAfter(PURCHASE, 'confirm')} and b.id > p.id)`.execute(db);
      return rows[0]!;
    },

    /** When the next reservation of a lot ends unless it is bought; null: there is none. */
    async nextFreeAt(lotId: number): Promise<Date | null> {
      const row = await db
        .selectFrom('purchase')
        .select((eb) => eb.fn.min('expires_at').as('at'))
        .where('lot_id', '=', lotId)
        .where('state', 'in', PENDING_PURCHASES)
        .executeTakeFirst();
      return row?.at ?? null;
    },

    /**
     * Sets units aside by one statement that decides on the lot's stock alone: while it is on sale, between its instants, and so
     * many are free; then writes the reservation with what the lot says, which is corrected under the lock of its stock. null: not
     * so. Its time is that of the database.
     */
    async reserve(made: NewReservation): Promise<Purchase | null> {
      const taken = await sql<{ at: string }>`
        update lot_stock set reserved = reserved + ${made.quantity}
        where lot_id = ${made.lotId} and on_sale
          and opens_at <= clock_timestamp() and closes_at > clock_timestamp()
          and units - reserved - sold >= ${made.quantity}
        returning clock_timestamp()::text as at`.execute(db);
      const [stock] = taken.rows;
      if (!stock) return null;
      const { rows } = await sql<{ id: number }>`
        insert into purchase (lot_id, person_id, quantity, unit_price_tiyin, total_tiyin, due_now_tiyin, state,
          codes_asked, reserved_at, expires_at, lot_title, lot_description)
        select lot.id, ${made.personId}, ${made.quantity}, ${made.unitPriceTiyin}, ${made.totalTiyin},
          ${made.dueNowTiyin}, ${stateAfter(PURCHASE, 'reserve')}, 1, at, at + make_interval(mins => ${made.minutes}),
          lot.title, lot.description
        from lot, (select ${stock.at}::timestamptz as at) reserved where lot.id = ${made.lotId} returning id`.execute(
        db,
      );
      const purchase = (await this.byId(rows[0]!.id))!;
      const notBeforeMs = purchase.expires_at.getTime();
      await announce(purchase);
      await writeOutbox(db, {
        topic: PURCHASE_EVENTS.scheduled,
        key: String(purchase.id),
        payload: { purchaseId: purchase.id, notBeforeMs },
      });
      return purchase;
    },

    /** The money that is set aside for it. */
    async holds(id: number, holdId: number): Promise<void> {
      await db.updateTable('purchase').set({ hold_id: holdId }).where('id', '=', id).execute();
    },

    /** Ends a locked reservation: its units are free again. @throws when the event cannot happen in its state */
    async end({ id, lot_id: lotId, quantity }: Purchase, event: EndingEvent): Promise<Purchase> {
      const ended = await db
        .updateTable('purchase')
        .set({ state: stateAfter(PURCHASE, event), decided_at: sql<Date>`clock_timestamp()` })
        .where('id', '=', id)
        .where('state', 'in', statesFrom(PURCHASE, event))
        .returningAll()
        .executeTakeFirstOrThrow();
      await db
        .updateTable('lot_stock')
        .set((eb) => ({ reserved: eb('reserved', '-', quantity) }))
        .where('lot_id', '=', lotId)
        .execute();
      await announce(ended);
      return ended;
    },

    /** Units that a locked reservation set aside are sold; returns the stock after it. */
    async sell(lotId: number, quantity: number): Promise<{ units: number; sold: number }> {
      return db
        .updateTable('lot_stock')
        .set((eb) => ({ reserved: eb('reserved', '-', quantity), sold: eb('sold', '+', quantity) }))
        .where('lot_id', '=', lotId)
        .returning(['units', 'sold'])
        .executeTakeFirstOrThrow();
    },

    /** The code was right: a locked reservation is bought. @throws when it is not reserved any more */
    async bought(id: number, settlementId: number): Promise<Purchase> {
      const done = await db
        .updateTable('purchase')
        .set({ state: stateAfter(PURCHASE, 'confirm'), settlement_id: settlementId })
        .set({ decided_at: sql<Date>`clock_timestamp()` })
        .where('id', '=', id)
        .where('state', 'in', statesFrom(PURCHASE, 'confirm'))
        .returningAll()
        .executeTakeFirstOrThrow();
      await announce(done);
      return done;
    },

    /** Counts a wrong code of a locked reservation; returns how many there were. */
    async countWrong(id: number): Promise<number> {
      const { wrong_codes: wrong } = await db
        .updateTable('purchase')
        .set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
        .where('id', '=', id)
        .returning('wrong_codes')
        .executeTakeFirstOrThrow();
      return wrong;
    },

    /** Another call begins to send a code for a locked reservation. */
    async askCode(id: number): Promise<void> {
      await db
        .updateTable('purchase')
        .set((eb) => ({ codes_asked: eb('codes_asked', '+', 1) }))
        .where('id', '=', id)
        .execute();
    },

    /** What came of sending one. Returns whether the reservation is without a code, and no call is sending one. */
    async askedCode(id: number, sent: boolean): Promise<{ withoutCode: boolean }> {
      const row = await db
        .updateTable('purchase')
        .set((eb) => ({
          codes_asked: eb('codes_asked', '-', 1),
          code_sent: sql<boolean>`code_sent or ${sent}`,
        }))
        .where('id', '=', id)
        .returning(['codes_asked', 'code_sent'])
        .executeTakeFirstOrThrow();
      return { withoutCode: row.codes_asked === 0 && !row.code_sent };
    },

    /** Units of a lot that these accounts have reserved by parts, or bought and not paid in full. */
    async unitsByParts(lotId: number, personIds: readonly string[]): Promise<number> {
      const { units } = await db
        .selectFrom('purchase as p')
        .leftJoin('settlement as s', 's.id', 'p.settlement_id')
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('p.quantity'), sql.lit(0)).as('units'))
        .where('p.lot_id', '=', lotId)
        .where('p.person_id', 'in', personIds)
        .whereRef('p.due_now_tiyin', '<', 'p.total_tiyin')
        .where((eb) => eb.or([eb('p.state', 'in', PENDING_PURCHASES), eb('s.state', 'in', OPEN_SETTLEMENTS)]))
        .executeTakeFirstOrThrow();
      return Number(units);
    },

    /** The sale of a purchase is lost: while its lot is on sale its units are free again. Under the lock of its sales. */
    async giveBackUnits(settlementId: number): Promise<void> {
      await sql`
        with given as (
          update purchase p set returned_at = clock_timestamp()
          from lot_stock s
          where p.settlement_id = ${settlementId} and p.returned_at is null
            and s.lot_id = p.lot_id and s.on_sale and s.closes_at > clock_timestamp()
          returning p.lot_id, p.quantity
        )
        update lot_stock s set sold = s.sold - given.quantity from given where s.lot_id = given.lot_id`.execute(
        db,
      );
    },

    /**
     * The last correction of the lot since the units of this sale were reserved, by its reason; null: none. Its buyer read
     * something else.
     */
    async correctionOf(settlementId: number): Promise<{ reason: string } | null> {
      const row = await db
        .selectFrom('purchase as p')
        .innerJoin('lot_flow as f', 'f.lot_id', 'p.lot_id')
        .select('f.reason')
        .where('p.settlement_id', '=', settlementId)
        .where('f.corrected', 'is not', null)
        .whereRef('f.at', '>', 'p.reserved_at')
        .orderBy('f.id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ? { reason: row.reason ?? '' } : null;
    },

    /** Those of these sales that `correctionOf` has a reason for. */
    async correctedOf(settlementIds: readonly number[]): Promise<ReadonlySet<number>> {
      if (settlementIds.length === 0) return new Set();
      const rows = await db
        .selectFrom('purchase as p')
        .innerJoin('lot_flow as f', 'f.lot_id', 'p.lot_id')
        .select('p.settlement_id')
        .distinct()
        .where('p.settlement_id', 'in', settlementIds)
        .where('f.corrected', 'is not', null)
        .whereRef('f.at', '>', 'p.reserved_at')
        .execute();
      return new Set(rows.map(({ settlement_id: id }) => id!));
    },

    /** Which sale of its lot the next one is; under the lock of its sales. */
    async nextSaleNumber(lotId: number): Promise<number> {
      const { last } = await db
        .selectFrom('settlement')
        .select((eb) => eb.fn.coalesce(eb.fn.max('bidder_number'), sql.lit(0)).as('last'))
        .where('lot_id', '=', lotId)
        .where('sale', '=', 'purchase')
        .executeTakeFirstOrThrow();
      return last + 1;
    },

    /** Reservations above `after`, by id, whose time is over; of one lot, or of all. Found by their index. */
    async expired(after: number, limit: number, lotId?: number): Promise<number[]> {
      const found = await db
        .with(
          (cte) => cte('due').materialized(),
          (on) =>
            on
              .selectFrom('purchase')
              .select('id')
              .where('state', 'in', PENDING_PURCHASES)
              .where('expires_at', '<=', sql<Date>`clock_timestamp()`)
              .$if(lotId !== undefined, (q) => q.where('lot_id', '=', lotId!)),
        )
        .selectFrom('due')
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return found.map(({ id }) => id);
    },

    /** Lots above `after`, by id, whose time of sale is over and which have not ended. */
    async salesOver(after: number, limit: number): Promise<number[]> {
      const found = await db
        .with(
          (cte) => cte('over').materialized(),
          (on) =>
            on
              .selectFrom('lot')
              .select('id')
              .where('trade_type', '=', 'fixed-price')
              .where('status', 'in', statesFrom(LOT, 'end-sale'))
              .where('closes_at', '<=', sql<Date>`clock_timestamp()`),
        )
        .selectFrom('over')
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return found.map(({ id }) => id);
    },
  };
}
