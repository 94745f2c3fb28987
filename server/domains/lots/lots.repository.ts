import { sql, type Insertable, type Selectable } from 'kysely';
import type { FrozenTerms } from '#server/domains/reference/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import type { RoomPhase } from '#shared/auction/refusals.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { LotOutcome } from '#shared/states/lot-outcome.ts';
import { LOT_STATUS, OPEN_STATUSES, type LotStatus } from '#shared/states/lot-status.ts';
import { explained, type ChangeCause } from './card/explain-change.repository.ts';
import type { LotTable, LotsTables } from './lot-tables.ts';

/** The committed head of a room, as far as lists care. */
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
  status: LotStatus;
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
  /** Who ended it and why, where it was not the rules. */
  cause?: ChangeCause;
}

const TERMS = ['id', 'rules', 'start_price_tiyin', 'opens_at', 'closes_at', 'practice', 'watchable'] as const;
export type LotTermsRow = Pick<Selectable<LotTable>, (typeof TERMS)[number]>;

export type LotsRepository = ReturnType<typeof createLotsRepository>;

export function createLotsRepository(db: Db<LotsTables>) {
  return {
    async insert(lot: Insertable<LotTable>, tx: Db<LotsTables> = db): Promise<number> {
      const row = await tx.insertInto('lot').values(lot).returning('id').executeTakeFirstOrThrow();
      return row.id;
    },

    /**
     * Many lots in one statement, without those whose outside id is there already.
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

    /** Which of these outside ids are there already. */
    async outsideIdsOf(ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      const rows = await db.selectFrom('lot').select('outside_id').where('outside_id', 'in', ids).execute();
      return rows.flatMap(({ outside_id }) => outside_id ?? []);
    },

    /** Districts and towns, for whoever has only their names. */
    areas: (): Promise<{ id: number; regionId: number; name: LocalizedText }[]> =>
      db.selectFrom('area').select(['id', 'region_id as regionId', 'name']).execute(),

    /** Names of a region and of a district or town in it: what a lot is found by besides its own words. */
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
        .where('status', 'in', [LOT_STATUS.acceptingApplications, LOT_STATUS.startingSoon])
        .where('opens_at', '<=', until)
        .orderBy('opens_at')
        .limit(limit)
        .execute(),

    /** What the core is opened with, and whether it has been; null when the lot is not for auction or has ended. */
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

    /** Applications have closed and bidding has not begun: status 1 becomes 3. Returns how many. */
    async closeApplications(now: Date): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('lot')
        .set({ status: LOT_STATUS.startingSoon })
        .where('status', '=', LOT_STATUS.acceptingApplications)
        .where('applications_until', '<=', now)
        .where('opens_at', '>', now)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    /** Lots whose room exists and has not ended: what the projection looks after. */
    async openRooms(): Promise<number[]> {
      const rows = await db
        .selectFrom('lot')
        .select('id')
        .where('status', 'in', OPEN_STATUSES)
        .where('room_opened_at', 'is not', null)
        .execute();
      return rows.map((row) => row.id);
    },

    /** Takes over newer heads in one statement; older ones and ended lots are left alone. */
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
            when lot.status not in (1, 3, 4, 8) then lot.status
            when h.phase = 'running' then 4
            when h.phase = 'paused' then 8
            when h.phase = 'waiting' and lot.status = 8 then case when lot.applications_until > now() then 1 else 3 end
            else lot.status end
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as h
          (lot_id bigint, seq bigint, phase text, price bigint, count integer, leader integer, deadline_us bigint)
        where lot.id = h.lot_id and lot.room_seq < h.seq and lot.outcome is null
      `.execute(db);
    },

    /** Writes the outcome once. False when it had been written before. */
    async conclude(lotId: number, c: Conclusion, tx: Db<LotsTables> = db): Promise<boolean> {
      const { numUpdatedRows } = await explained(tx, c.cause ?? { by: 'system' }, (inside) =>
        inside
          .updateTable('lot')
          .set({
            outcome: c.outcome,
            status: c.status,
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
          })
          .where('id', '=', lotId)
          .where('outcome', 'is', null)
          .executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },

    async get(lotId: number, tx: Db<LotsTables> = db): Promise<Selectable<LotTable> | null> {
      return (await tx.selectFrom('lot').selectAll().where('id', '=', lotId).executeTakeFirst()) ?? null;
    },

    /** Moves a lot on; false when it was in none of the `from` statuses. The cause stands in its history. */
    async setStatus(
      lotId: number,
      from: readonly LotStatus[],
      to: LotStatus,
      cause: ChangeCause = { by: 'system' },
      tx: Db<LotsTables> = db,
    ): Promise<boolean> {
      const { numUpdatedRows } = await explained(tx, cause, (inside) =>
        inside
          .updateTable('lot')
          .set({ status: to })
          .where('id', '=', lotId)
          .where('status', 'in', from)
          .executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },

    /** The outcome itself changes: a price that nobody confirmed after all. False when it was in none of `from`. */
    async changeOutcome(
      lotId: number,
      from: readonly LotStatus[],
      to: { status: LotStatus; outcome: LotOutcome },
      cause: ChangeCause,
      tx: Db<LotsTables> = db,
    ): Promise<boolean> {
      const { numUpdatedRows } = await explained(tx, cause, (inside) =>
        inside
          .updateTable('lot')
          .set(to)
          .where('id', '=', lotId)
          .where('status', 'in', from)
          .executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },

    /** The round that follows this one, if it has been made. */
    async repeatOf(lotId: number, tx: Db<LotsTables> = db): Promise<number | null> {
      const row = await tx
        .selectFrom('lot')
        .select('id')
        .where('repeats_lot_id', '=', lotId)
        .executeTakeFirst();
      return row?.id ?? null;
    },

    /** Copies a lot as a new one with other times; everything frozen stays as it was frozen, but for `newer` rules. */
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
          tenure: original.tenure,
          rent_months: original.rent_months,
          facts: JSON.stringify(original.facts),
          practice: original.practice,
          watchable: original.watchable,
          applications_until: times.applicationsUntil,
          opens_at: times.opensAt,
          closes_at: times.closesAt,
          published_at: times.publishedAt,
          status: LOT_STATUS.acceptingApplications,
          room_deadline_us: times.closesAt.getTime() * 1000,
        },
        tx,
      );
    },
  };
}
