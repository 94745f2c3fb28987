import { sql, type Insertable, type Selectable } from 'kysely';
import type { FrozenTerms } from '#server/domains/content/reference/index.ts';
import { literals, type Db } from '#server/platform/database/index.ts';
import type { RoomPhase } from '#shared/auction/refusals.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { LotOutcome } from '#shared/lifecycles/lot-outcome.ts';
import { stateAfter, statesFrom } from '#shared/lifecycles/lifecycle.ts';
import { LOT_STATUS, OPEN_STATUSES, type LotStatus } from '#shared/lifecycles/lot-status.ts';
import { NOT_OPENED_STATUSES, LOT, type LotEvent } from '#shared/lifecycles/lot.ts';
import { withChangeCause, type ChangeCause } from './card/change-cause.repository.ts';
import type { LotTable, LotsTables } from './lot-tables.ts';

/** The committed head of a room, as far as lists need it. */
export interface RoomHeadUpdate {
  lotId: number;
  seq: number;
  phase: RoomPhase;
  priceTiyin: number | null;
  count: number;
  leaderNumber: number | null;
  deadlineUs: number;
}

export interface Conclusion {
  outcome: LotOutcome;
  event: LotEvent;
  priceTiyin: number | null;
  /** Confirmed prices, void ones included. */
  count: number;
  winnerPersonId: string | null;
  winnerNumber: number | null;
  reservePersonId: string | null;
  reserveNumber: number | null;
  reservePriceTiyin: number | null;
  winnerDeclines: boolean;
  participants: number;
  payUntil: Date | null;
  endedAt: Date;
  /** The end of the time for protests. */
  protestUntil?: Date;
  /** Who ended it and why, unless it was by the rules. */
  cause?: ChangeCause;
}

const TERMS = ['id', 'rules', 'start_price_tiyin', 'opens_at', 'closes_at', 'practice', 'watchable'] as const;
export type LotTermsRow = Pick<Selectable<LotTable>, (typeof TERMS)[number]>;

/** The branch of a CASE that moves a lot whose room `h` reports this phase. */
const moves = (phase: RoomPhase, event: LotEvent, condition = sql``) => sql`
  when h.phase = ${sql.lit(phase)} and lot.status in (${literals(statesFrom(LOT, event))}) ${condition}
  then ${sql.lit(stateAfter(LOT, event))}`;

export type LotsRepository = ReturnType<typeof createLotsRepository>;

export function createLotsRepository(db: Db<LotsTables>) {
  return {
    async insert(lot: Insertable<LotTable>, tx: Db<LotsTables> = db): Promise<number> {
      const row = await tx.insertInto('lot').values(lot).returning('id').executeTakeFirstOrThrow();
      return row.id;
    },

    /**
     * Inserts many lots in one statement, except those whose outside id exists already.
     * Returns the outside ids that were added.
     */
    async insertMany(rows: readonly Insertable<LotTable>[]): Promise<string[]> {
      if (rows.length === 0) return [];
      const added = await db
        .insertInto('lot')
        .values([...rows])
        .onConflict((conflict) => conflict.column('outside_id').doNothing())
        .returning('outside_id')
        .execute();
      return added.flatMap(({ outside_id }) => outside_id ?? []);
    },

    /** Which of these outside ids exist already. */
    async outsideIdsOf(ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      const rows = await db.selectFrom('lot').select('outside_id').where('outside_id', 'in', ids).execute();
      return rows.flatMap(({ outside_id }) => outside_id ?? []);
    },

    /** The lot of an outside id; null: there is none. */
    async byOutsideId(outsideId: string): Promise<number | null> {
      const row = await db
        .selectFrom('lot')
        .select('id')
        .where('outside_id', '=', outsideId)
        .executeTakeFirst();
      return row?.id ?? null;
    },

    /** Has an order ever been put on trade here? */
    async hasOrders(): Promise<boolean> {
      const row = db.selectFrom('lot').select('id').where('order_id', 'is not', null).limit(1);
      return (await row.executeTakeFirst()) !== undefined;
    },

    /** Districts and towns that new lots may be in, to be found by name. */
    areas: (): Promise<{ id: number; regionId: number; name: LocalizedText }[]> =>
      db
        .selectFrom('area')
        .select(['id', 'region_id as regionId', 'name'])
        .where('hidden', '=', false)
        .execute(),

    /** Names of a region and of a district or town in it, by which a lot is found besides its own words. */
    async placeNames(regionId: number, areaId: number | null): Promise<LocalizedText[]> {
      const region = db.selectFrom('region').select('name').where('id', '=', regionId);
      const area = db
        .selectFrom('area')
        .select('name')
        .where('id', '=', areaId ?? 0);
      return (await region.unionAll(area).execute()).map(({ name }) => name);
    },

    async count(): Promise<number> {
      const { lots } = await db
        .selectFrom('lot')
        .select((eb) => eb.fn.countAll<number>().as('lots'))
        .executeTakeFirstOrThrow();
      return lots;
    },

    /** Lots whose room the core must have by `until`, earliest first. */
    roomsToOpen: (until: Date, limit: number) =>
      db
        .selectFrom('lot')
        .select(TERMS)
        .where('trade_type', '=', 'auction')
        .where('room_opened_at', 'is', null)
        .where('status', 'in', NOT_OPENED_STATUSES)
        .where('opens_at', '<=', until)
        .orderBy('opens_at')
        .limit(limit)
        .execute(),

    /** Terms to open the core's room with, and whether it was opened; null when the lot is not for auction or has ended. */
    roomToOpen: (lotId: number) =>
      db
        .selectFrom('lot')
        .select(TERMS)
        .select('room_opened_at')
        .where('id', '=', lotId)
        .where('trade_type', '=', 'auction')
        .where('outcome', 'is', null)
        .executeTakeFirst(),

    async markRoomOpened(lotId: number): Promise<void> {
      await db
        .updateTable('lot')
        .set({ room_opened_at: sql`now()` })
        .where('id', '=', lotId)
        .where('room_opened_at', 'is', null)
        .execute();
    },

    /** Applications have closed and bidding has not begun. Returns how many lots. */
    async closeApplications(now: Date): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('lot')
        .set({ status: stateAfter(LOT, 'close-applications') })
        .where('status', 'in', statesFrom(LOT, 'close-applications'))
        .where('applications_until', '<=', now)
        .where('opens_at', '>', now)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    /** Lots whose room exists and has not ended, for the projection. */
    async openRooms(): Promise<number[]> {
      const rows = await db
        .selectFrom('lot')
        .select('id')
        .where('status', 'in', OPEN_STATUSES)
        .where('room_opened_at', 'is not', null)
        .execute();
      return rows.map((row) => row.id);
    },

    /** Applies newer heads in one statement; older heads and ended lots are unchanged. */
    async projectRooms(heads: readonly RoomHeadUpdate[]): Promise<void> {
      if (heads.length === 0) return;
      const rows = heads.map((h) => ({
        lot_id: h.lotId,
        seq: h.seq,
        phase: h.phase,
        price: h.priceTiyin,
        count: h.count,
        leader: h.leaderNumber,
        deadline_us: h.deadlineUs,
      }));
      await sql`
        update lot set
          room_seq = h.seq, room_phase = h.phase, room_price_tiyin = h.price, room_count = h.count,
          room_leader_number = h.leader, room_deadline_us = h.deadline_us,
          status = case
            ${moves('running', 'start-bidding')}
            ${moves('running', 'resume-bidding')}
            ${moves('paused', 'suspend')}
            ${moves('waiting', 'resume-applications', sql`and lot.applications_until > now()`)}
            ${moves('waiting', 'resume-waiting')}
            else lot.status end
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as h
          (lot_id bigint, seq bigint, phase text, price bigint, count integer, leader integer, deadline_us bigint)
        where lot.id = h.lot_id and lot.room_seq < h.seq and lot.outcome is null
      `.execute(db);
    },

    /** Writes the outcome once. False when it had been written before. */
    async conclude(lotId: number, c: Conclusion, tx: Db<LotsTables> = db): Promise<boolean> {
      const { numUpdatedRows } = await withChangeCause(tx, c.cause ?? { by: 'system' }, (inside) =>
        inside
          .updateTable('lot')
          .set({
            outcome: c.outcome,
            status: stateAfter(LOT, c.event),
            room_phase: 'closed',
            room_price_tiyin: c.priceTiyin,
            room_count: c.count,
            winner_person_id: c.winnerPersonId,
            winner_number: c.winnerNumber,
            reserve_person_id: c.reservePersonId,
            reserve_number: c.reserveNumber,
            reserve_price_tiyin: c.reservePriceTiyin,
            winner_declines: c.winnerDeclines,
            participants: c.participants,
            pay_until: c.payUntil,
            ended_at: c.endedAt,
            protest_until: c.protestUntil ?? null,
          })
          .where('id', '=', lotId)
          .where('outcome', 'is', null)
          .where('status', 'in', statesFrom(LOT, c.event))
          .executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },

    /** Until when the buyer has to pay, as the lot shows it. */
    async setPayUntil(lotId: number, payUntil: Date, tx: Db<LotsTables> = db): Promise<void> {
      await tx.updateTable('lot').set({ pay_until: payUntil }).where('id', '=', lotId).execute();
    },

    async get(lotId: number, tx: Db<LotsTables> = db): Promise<Selectable<LotTable> | null> {
      return (await tx.selectFrom('lot').selectAll().where('id', '=', lotId).executeTakeFirst()) ?? null;
    },

    /**
     * Moves a lot on, with another outcome where the event changes it; false when it was in no status from which the event
     * can happen. The cause is recorded in its history.
     */
    async move(
      lotId: number,
      event: LotEvent,
      cause: ChangeCause & { outcome?: LotOutcome } = { by: 'system' },
      tx: Db<LotsTables> = db,
    ): Promise<boolean> {
      const { outcome, ...why } = cause;
      const { numUpdatedRows } = await withChangeCause(tx, why, (inside) =>
        inside
          .updateTable('lot')
          .set({ status: stateAfter(LOT, event), ...(outcome ? { outcome } : {}) })
          .where('id', '=', lotId)
          .where('status', 'in', statesFrom(LOT, event))
          .executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },

    /**
     * Puts a suspended sale at a fixed price on sale again, with the time that was left of it: otherwise one member of staff ends a
     * sale by suspending it, as a withdrawal does by two. In the caller's transaction. false: it is not suspended.
     */
    async resumeSale(lotId: number, cause: ChangeCause, tx: Db<LotsTables>): Promise<boolean> {
      const stood = sql`clock_timestamp() - (select max(at) from lot_flow
        where lot_id = lot.id and to_status = ${LOT_STATUS.suspended})`;
      const { numUpdatedRows } = await withChangeCause(tx, cause, (inside) =>
        inside
          .updateTable('lot')
          .set({
            status: stateAfter(LOT, 'resume-sale'),
            closes_at: sql<Date>`closes_at + (${stood})`,
            room_deadline_us: sql<number>`room_deadline_us + (extract(epoch from ${stood}) * 1000000)::bigint`,
          })
          .where('id', '=', lotId)
          .where('status', 'in', statesFrom(LOT, 'resume-sale'))
          .executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },

    /** The status from which a lot was archived; null: it was not. */
    async statusBeforeArchive(lotId: number): Promise<LotStatus | null> {
      const { rows } = await sql<{ status: LotStatus }>`
        select from_status as status from lot_flow where lot_id = ${lotId} and to_status = ${LOT_STATUS.archived}
        order by id desc limit 1`.execute(db);
      return rows[0]?.status ?? null;
    },

    /** The next round of this practice lot, if it was created. */
    async repeatOf(lotId: number, tx: Db<LotsTables> = db): Promise<number | null> {
      const row = await tx
        .selectFrom('lot')
        .select('id')
        .where('repeats_lot_id', '=', lotId)
        .executeTakeFirst();
      return row?.id ?? null;
    },

    /** Copies a lot with other times; all frozen terms stay, except `newer` rules. */
    async insertRepeat(
      lotId: number,
      times: {
        opensAt: Date;
        closesAt: Date;
        applicationsUntil: Date;
        publishedAt: Date;
        newer?: Pick<FrozenTerms, 'rules' | 'ruleSetVersion'> | null;
      },
      tx: Db<LotsTables> = db,
    ): Promise<number> {
      const original = await tx
        .selectFrom('lot')
        .selectAll()
        .where('id', '=', lotId)
        .executeTakeFirstOrThrow();
      return this.insert(
        {
          order_id: original.order_id,
          repeats_lot_id: lotId,
          title: JSON.stringify(original.title),
          description: JSON.stringify(original.description),
          address: JSON.stringify(original.address),
          search_form: original.search_form,
          search_more: original.search_more,
          category_id: original.category_id,
          region_id: original.region_id,
          area_id: original.area_id,
          quantity: original.quantity,
          latitude: original.latitude,
          longitude: original.longitude,
          photos: JSON.stringify(original.photos),
          hidden_photos: JSON.stringify(original.hidden_photos),
          customer: JSON.stringify(original.customer),
          customer_address: original.customer_address && JSON.stringify(original.customer_address),
          customer_extra_phone: original.customer_extra_phone,
          customer_person_id: original.customer_person_id,
          trade_type: original.trade_type,
          order_type: original.order_type,
          rule_set_name: original.rule_set_name,
          rule_set_version: times.newer?.ruleSetVersion ?? original.rule_set_version,
          rules: JSON.stringify(times.newer?.rules ?? original.rules),
          start_price_tiyin: original.start_price_tiyin,
          deposit_tiyin: original.deposit_tiyin,
          deposit_bp: original.deposit_bp,
          payment_working_days: original.payment_working_days,
          instalment_months: original.instalment_months,
          first_part_bp: original.first_part_bp,
          parts_units_max: original.parts_units_max,
          stay_days: original.stay_days,
          tenure: original.tenure,
          rent_months: original.rent_months,
          unit: original.unit,
          property_type: original.property_type,
          category_type: original.category_type,
          estimated_price_tiyin: original.estimated_price_tiyin,
          facts: JSON.stringify(original.facts),
          practice: original.practice,
          watchable: original.watchable,
          applications_until: times.applicationsUntil,
          opens_at: times.opensAt,
          closes_at: times.closesAt,
          published_at: times.publishedAt,
          status: stateAfter(LOT, 'publish-auction'),
          room_deadline_us: times.closesAt.getTime() * 1000,
        },
        tx,
      );
    },
  };
}
