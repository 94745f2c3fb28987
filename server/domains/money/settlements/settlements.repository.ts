import { sql } from 'kysely';
import { soldTitle } from '#server/domains/trade/purchases/index.ts';
import {
  countRows,
  literals,
  sumRows,
  writeOutbox,
  type Db,
  type Summed,
} from '#server/platform/database/index.ts';
import { stateAfter, statesFrom } from '#shared/lifecycles/lifecycle.ts';
import { OPEN_SETTLEMENTS, PAUSABLE_SETTLEMENTS, SETTLEMENT } from '#shared/lifecycles/settlement.ts';
import type { SaleKind, SettlementState } from '#shared/lifecycles/settlement.ts';
import type { Settlement, SettlementRow, SettlementTables } from './settlement-tables.ts';
import type { SettlementTerms } from './settlement-terms.ts';
import { SETTLEMENT_EVENTS } from './settlements.events.ts';

export interface NewSettlement extends SettlementTerms {
  lotId: number;
  sale: SaleKind;
  personId: string;
  bidderNumber: number;
  /** Units of a purchase; absent for auctions. */
  quantity?: number;
  priceTiyin: number;
  depositTiyin: number;
  holdId: number | null;
  soldAt: Date;
  barredMonths: number | null;
  lookAt: Date | null;
}

export interface SettlementFilter {
  id?: number | undefined;
  personId?: string;
  lotId?: number | undefined;
  /** A payment by which its buyer brings the missing sum. */
  paymentId?: number | undefined;
  states?: readonly SettlementState[];
  notStates?: readonly SettlementState[];
}

/** A payment order for a bank, with what it is for. */
export interface BankOrderGiven {
  /** How long the sale is not lost while a statement is missing. */
  waitsUntil: Date;
  /** null: everything that is left. */
  throughPart: number | null;
  amountTiyin: number;
}

/** Events that decide a sale. */
export type DecidingEvent = 'pay' | 'refuse' | 'default' | 'end-late' | 'undo-sale';

const ORDERS = {
  newest: sql`s.id desc`,
  deadline: sql`(s.state in (${literals(OPEN_SETTLEMENTS)})) desc,
    case when s.state in (${literals(OPEN_SETTLEMENTS)}) then s.due_at end, s.id desc`,
};

/** Calls named `lock…` and changes need a transaction; every change of a settlement locks its row first. */
export function createSettlementsRepository(db: Db<SettlementTables>) {
  const filtered = (filter: SettlementFilter) =>
    db
      .selectFrom('settlement as s')
      .$if(filter.personId !== undefined, (q) => q.where('s.person_id', '=', filter.personId!))
      .$if(filter.lotId !== undefined, (q) => q.where('s.lot_id', '=', filter.lotId!))
      .$if(filter.id !== undefined, (q) => q.where('s.id', '=', filter.id!))
      .$if(filter.paymentId !== undefined, (q) =>
        q.where('s.id', '=', (eb) =>
          eb
            .selectFrom('settlement_payment')
            .select('settlement_id')
            .where('payment_id', '=', filter.paymentId!),
        ),
      )
      .$if(filter.states !== undefined, (q) => q.where('s.state', 'in', filter.states!))
      .$if(filter.notStates !== undefined, (q) => q.where('s.state', 'not in', filter.notStates!));
  const rows = (filter: SettlementFilter) => filtered(filter).innerJoin('lot', 'lot.id', 's.lot_id');
  const count = (filter: SettlementFilter, most?: number): Promise<number> =>
    countRows(db, filtered(filter), most);

  const columns = (query: ReturnType<typeof rows>) =>
    query
      .selectAll('s')
      .select(soldTitle('s.id').as('lot_title'))
      .select(['lot.photos as lot_photos', 'lot.status as lot_status'])
      .select('lot.customer_person_id as seller')
      .select(({ selectFrom }) =>
        selectFrom('protocol as p')
          .select('p.created_at')
          .whereRef('p.lot_id', '=', 's.lot_id')
          .whereRef('p.cause', '=', 's.sale')
          .where((eb) =>
            eb.or([eb('p.settlement_id', 'is', null), eb('p.settlement_id', '=', eb.ref('s.id'))]),
          )
          .as('protocol_at'),
      );

  return {
    /** The clock that judges, as of the transaction's statement: after its locks were taken. */
    async now(): Promise<Date> {
      const { rows: found } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
      return found[0]!.now;
    },

    /** Opens the settlement of a sale, once; null when this sale has one. */
    async open(made: NewSettlement): Promise<Settlement | null> {
      const opened = await db
        .insertInto('settlement')
        .values({
          lot_id: made.lotId,
          sale: made.sale,
          person_id: made.personId,
          bidder_number: made.bidderNumber,
          quantity: made.quantity ?? null,
          price_tiyin: made.priceTiyin,
          deposit_tiyin: made.depositTiyin,
          hold_id: made.holdId,
          state: stateAfter(SETTLEMENT, 'open'),
          sold_at: made.soldAt,
          protest_until: made.protestUntil,
          due_at: made.dueAt,
          grace_until: made.graceUntil,
          default_at: made.defaultAt,
          barred_months: made.barredMonths,
          look_at: made.lookAt,
        })
        // Of an auction: a purchase is a sale of its own each time.
        .onConflict((conflict) =>
          conflict.columns(['lot_id', 'sale']).where('sale', '<>', 'purchase').doNothing(),
        )
        .returningAll()
        .executeTakeFirst();
      if (!opened) return null;
      await this.schedule(opened);
      return opened;
    },

    /** Asks for a look when something falls due. */
    async schedule({ id, look_at }: Pick<Settlement, 'id' | 'look_at'>): Promise<void> {
      if (look_at === null) return;
      const payload = { settlementId: id, notBeforeMs: look_at.getTime() };
      await writeOutbox(db, {
        topic: SETTLEMENT_EVENTS.scheduled,
        // One for each instant, however often it is asked for.
        key: `${id}:${payload.notBeforeMs}`,
        payload,
      });
    },

    async lock(id: number): Promise<Settlement | null> {
      const row = db.selectFrom('settlement').selectAll().where('id', '=', id).forUpdate();
      return (await row.executeTakeFirst()) ?? null;
    },

    /** All sales of a lot, the first one first. */
    ofLot: (lotId: number): Promise<Settlement[]> =>
      db.selectFrom('settlement').selectAll().where('lot_id', '=', lotId).orderBy('id').execute(),

    /** The settlement of a lot that is open or paid, of which an auction has one at most; of several purchases the last. */
    async lockLivingOf(lotId: number): Promise<Settlement | null> {
      const row = db
        .selectFrom('settlement')
        .selectAll()
        .where('lot_id', '=', lotId)
        .where('state', 'in', statesFrom(SETTLEMENT, 'undo-sale'))
        .orderBy('id', 'desc')
        .limit(1)
        .forUpdate();
      return (await row.executeTakeFirst()) ?? null;
    },

    async byId(id: number): Promise<Settlement | null> {
      return (await db.selectFrom('settlement').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
    },

    /** The last settlement of a lot, or the one that is named; null: it was not sold. */
    async lastOfLot(lotId: number, id?: number): Promise<SettlementRow | null> {
      const row = columns(rows({ lotId, id })).orderBy('s.id', 'desc').limit(1);
      return (await row.executeTakeFirst()) ?? null;
    },

    /** The last settlement of a person for a lot, or the one that is named; null: they have not won it. */
    async lastOf(lotId: number, personId: string, id?: number): Promise<SettlementRow | null> {
      const row = columns(rows({ lotId, personId, id })).orderBy('s.id', 'desc').limit(1);
      return (await row.executeTakeFirst()) ?? null;
    },

    async rowOf(id: number): Promise<SettlementRow | null> {
      return (await columns(rows({}).where('s.id', '=', id)).executeTakeFirst()) ?? null;
    },

    /**
     * `deadline`: the next one first, those to be paid before the others; otherwise the newest first.
     * @param page.most counts no further
     */
    async page(
      filter: SettlementFilter,
      page: { limit: number; offset: number; order: 'deadline' | 'newest'; most?: number },
    ): Promise<Summed<'priceTiyin' | 'paidTiyin'> & { items: SettlementRow[] }> {
      const order = ORDERS[page.order];
      // The page is found first: what is shown of a lot is read for its rows alone, not for all that are skipped.
      const shown = filtered(filter).select('s.id').orderBy(order).limit(page.limit).offset(page.offset);
      const amounts = {
        priceTiyin: 's.price_tiyin',
        paidTiyin: sql<number>`s.deposit_tiyin + s.paid_tiyin`,
      };
      const [items, summed] = await Promise.all([
        columns(rows({}).where('s.id', 'in', shown))
          .orderBy(order)
          .execute(),
        sumRows(db, filtered(filter), amounts, page.most),
      ]);
      return { items, ...summed };
    },

    count,

    async accept(id: number): Promise<void> {
      await db
        .updateTable('settlement')
        .set({ accepted_at: sql`coalesce(accepted_at, now())` })
        .where('id', '=', id)
        .where('state', 'in', OPEN_SETTLEMENTS)
        .execute();
    },

    /** Decides a locked settlement. @throws when the event cannot happen in its state */
    async decide(
      settlement: Settlement,
      event: DecidingEvent,
      sums: { by: string; paidTiyin?: number; lateFeeTiyin?: number; returnedTiyin?: number },
    ): Promise<Settlement> {
      const { by, paidTiyin = 0, lateFeeTiyin = 0, returnedTiyin = 0 } = sums;
      const decided = await db
        .updateTable('settlement')
        .set({
          state: stateAfter(SETTLEMENT, event),
          paid_tiyin: settlement.paid_tiyin + paidTiyin,
          late_fee_tiyin: settlement.late_fee_tiyin + lateFeeTiyin,
          returned_tiyin: returnedTiyin,
          look_at: null,
          decided_at: sql`clock_timestamp()`,
          decided_by: by,
          ...(event === 'pay' ? { accepted_at: sql<Date>`coalesce(accepted_at, clock_timestamp())` } : {}),
        })
        .where('id', '=', settlement.id)
        .where('state', 'in', statesFrom(SETTLEMENT, event))
        .returningAll()
        .executeTakeFirstOrThrow();
      return decided;
    },

    /**
     * Parts of a locked settlement were paid, and others are left: the next one's deadline is its deadline now.
     * @param paid.stillLate others are late
     */
    async payInPart(
      settlement: Settlement,
      paid: { paidTiyin: number; lateFeeTiyin: number; at: Date; stillLate: boolean; lookAt: Date } & Pick<
        SettlementTerms,
        'dueAt' | 'graceUntil' | 'defaultAt'
      >,
    ): Promise<Settlement> {
      const changed = await db
        .updateTable('settlement')
        .set({
          ...(paid.stillLate ? {} : { state: stateAfter(SETTLEMENT, 'pay-in-part') }),
          paid_tiyin: settlement.paid_tiyin + paid.paidTiyin,
          late_fee_tiyin: settlement.late_fee_tiyin + paid.lateFeeTiyin,
          due_at: paid.dueAt,
          grace_until: paid.graceUntil,
          default_at: paid.defaultAt,
          look_at: paid.lookAt,
          bank_order_at: null,
          statement_until: null,
          bank_order_part: null,
          bank_order_tiyin: null,
          parts_begun_at: settlement.parts_begun_at ?? paid.at,
          accepted_at: sql<Date>`coalesce(accepted_at, clock_timestamp())`,
        })
        .where('id', '=', settlement.id)
        .where('state', 'in', [
          ...statesFrom(SETTLEMENT, 'pay-in-part'),
          stateAfter(SETTLEMENT, 'pay-in-part'),
        ])
        .returningAll()
        .executeTakeFirstOrThrow();
      await this.schedule(changed);
      return changed;
    },

    /** The deadline of a locked settlement has passed. */
    async fallOverdue(settlement: Settlement): Promise<Settlement> {
      const overdue = await db
        .updateTable('settlement')
        .set({ state: stateAfter(SETTLEMENT, 'fall-overdue') })
        .where('id', '=', settlement.id)
        .where('state', 'in', statesFrom(SETTLEMENT, 'fall-overdue'))
        .returningAll()
        .executeTakeFirstOrThrow();
      return overdue;
    },

    async lookAgain(id: number, at: Date | null): Promise<void> {
      await db.updateTable('settlement').set({ look_at: at }).where('id', '=', id).execute();
      await this.schedule({ id, look_at: at });
    },

    /**
     * The buyer is given a payment order for a bank. The first one before the last deadline counts: a later one would put off
     * what has been decided by then.
     */
    async orderAtBank(id: number, { waitsUntil, throughPart, amountTiyin }: BankOrderGiven): Promise<void> {
      await db
        .updateTable('settlement')
        .set({ bank_order_part: throughPart, bank_order_tiyin: amountTiyin })
        .where('id', '=', id)
        .where('state', 'in', OPEN_SETTLEMENTS)
        .execute();
      await db
        .updateTable('settlement')
        .set({ bank_order_at: sql`clock_timestamp()`, statement_until: waitsUntil })
        .where('id', '=', id)
        .where('bank_order_at', 'is', null)
        .where('state', 'in', OPEN_SETTLEMENTS)
        .where(sql<boolean>`coalesce(grace_until, due_at) > clock_timestamp()`)
        .execute();
    },

    /** Two persons confirmed that no transfer came by this deadline of a locked settlement: it is looked at now. */
    async confirmNoTransfer(id: number, deadline: Date): Promise<void> {
      await db.updateTable('settlement').set({ no_transfer_by: deadline }).where('id', '=', id).execute();
      await this.lookAgain(id, await this.now());
    },

    /**
     * Another deadline of a locked settlement: by two persons, or because its clock goes on after a protest.
     * @param waitsUntil how long it is not lost while a statement is missing, where the buyer has a payment order
     */
    async extend(
      id: number,
      terms: Pick<SettlementTerms, 'dueAt' | 'graceUntil' | 'defaultAt'>,
      lookAt: Date | null,
      waitsUntil: Date,
    ): Promise<Settlement> {
      const extended = await db
        .updateTable('settlement')
        .set({ due_at: terms.dueAt, grace_until: terms.graceUntil, default_at: terms.defaultAt })
        .set({
          statement_until: sql<Date | null>`case when bank_order_at is not null then ${waitsUntil}::timestamptz end`,
        })
        .set({ look_at: lookAt, paused_at: null, left_ms: null })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await this.schedule(extended);
      return extended;
    },

    /** Lots that the person has to pay for. */
    async lotsToPayOf(personId: string): Promise<number[]> {
      const found = await db
        .selectFrom('settlement')
        .select('lot_id')
        .distinct()
        .where('person_id', '=', personId)
        .where('state', 'in', PAUSABLE_SETTLEMENTS)
        .execute();
      return found.map(({ lot_id: lotId }) => lotId);
    },

    /** Locks those of a lot that a protest pauses, or has paused. */
    lockWaiting: (lotId: number): Promise<Settlement[]> =>
      db
        .selectFrom('settlement')
        .selectAll()
        .where('lot_id', '=', lotId)
        .where('state', 'in', PAUSABLE_SETTLEMENTS)
        .orderBy('id')
        .forUpdate()
        .execute(),

    /** Stops the clock of a locked settlement. @param leftMs working time until its next deadline */
    async pause(id: number, { at, leftMs }: { at: Date; leftMs: number }): Promise<void> {
      await db
        .updateTable('settlement')
        .set({ paused_at: at, left_ms: leftMs, look_at: null })
        .where('id', '=', id)
        .where('state', 'in', PAUSABLE_SETTLEMENTS)
        .execute();
    },

    /**
     * Open settlements above `after` with something due, by id. What is due is found first, by its index: the planner could
     * read all that ended years ago in search of a page of ids.
     */
    async toLookAt(after: number, limit: number): Promise<number[]> {
      const found = await db
        .with(
          (cte) => cte('due').materialized(),
          (on) =>
            on
              .selectFrom('settlement')
              .select('id')
              .where('look_at', '<=', sql<Date>`now()`),
        )
        .selectFrom('due')
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return found.map(({ id }) => id);
    },
  };
}
