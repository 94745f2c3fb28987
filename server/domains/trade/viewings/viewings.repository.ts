import { sql } from 'kysely';
import { lockNamed, type Db } from '#server/platform/database/index.ts';
import { stateAfter, statesFrom, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import { SHOWN_BOOKINGS, VIEWING, VIEWING_BOOKING } from '#shared/lifecycles/viewing.ts';
import { APPROACHABLE_STATUSES } from '#shared/trade/approach.ts';
import type { Booking, BookingRow, Viewing, ViewingRow, ViewingTables } from './viewing-tables.ts';

export interface NewViewing {
  lotId: number;
  startsAt: Date;
  endsAt: Date;
  places: number;
}

const OFFERED = statesFrom(VIEWING, 'call-off');
const BOOKED = statesFrom(VIEWING_BOOKING, 'cancel');
const now = sql<Date>`clock_timestamp()`;

/** Lots of a seller that can be shown now, of which the latest so many are listed. */
const LOTS_SHOWN = 100;

/** A viewing is locked before its bookings change, and the lot's times before one is offered. */
export function createViewingsRepository(db: Db<ViewingTables>) {
  const rows = ({ seller, lotId }: { seller?: string; lotId?: number }) =>
    db
      .selectFrom('viewing as v')
      .innerJoin('lot', 'lot.id', 'v.lot_id')
      .$if(seller !== undefined, (query) => query.where('lot.customer_person_id', '=', seller!))
      .$if(lotId !== undefined, (query) => query.where('v.lot_id', '=', lotId!));

  const columns = (query: ReturnType<typeof rows>) =>
    query
      .selectAll('v')
      .select(['lot.title as lot_title', 'lot.address as lot_address', 'lot.status as lot_status'])
      .select('lot.customer_person_id as seller');

  const bookings = () =>
    db
      .selectFrom('viewing_booking as b')
      .innerJoin('viewing as v', 'v.id', 'b.viewing_id')
      .selectAll('b')
      .select(['v.starts_at', 'v.ends_at']);

  return {
    /** The clock that judges, after the transaction's locks were taken. */
    async now(): Promise<Date> {
      const found = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
      return found.rows[0]!.now;
    },

    /** The lot as far as viewings need it; null: there is none. */
    async lot(lotId: number) {
      const found = await db
        .selectFrom('lot')
        .select(['id', 'title', 'address', 'status', 'practice', 'trade_type', 'closes_at'])
        .select('customer_person_id as seller')
        .where('id', '=', lotId)
        .executeTakeFirst();
      return found ?? null;
    },

    /** Holds back other times of the lot until the transaction ends, so that counting them is right. */
    async lockOffering(lotId: number): Promise<void> {
      await lockNamed(db, `viewings:${lotId}`);
    },

    async offer({ lotId, startsAt, endsAt, places }: NewViewing): Promise<number> {
      const { id } = await db
        .insertInto('viewing')
        .values({
          lot_id: lotId,
          starts_at: startsAt,
          ends_at: endsAt,
          places,
          state: stateAfter(VIEWING, 'offer'),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    /** Of a lot, those to come, the earliest first, with the places that are free. */
    toCome: (lotId: number): Promise<(Viewing & { left: number })[]> =>
      db
        .selectFrom('viewing as v')
        .selectAll('v')
        .select((eb) =>
          eb(
            'v.places',
            '-',
            eb
              .selectFrom('viewing_booking as b')
              .select((count) => count.fn.countAll<number>().as('taken'))
              .whereRef('b.viewing_id', '=', 'v.id')
              .where('b.state', 'in', BOOKED),
          ).as('left'),
        )
        .where('v.lot_id', '=', lotId)
        .where('v.state', 'in', OFFERED)
        .where('v.starts_at', '>', now)
        .orderBy('v.starts_at')
        .execute()
        .then((found) => found.map((row) => ({ ...row, left: Math.max(0, Number(row.left)) }))),

    /** Locked until the transaction ends. */
    async lock(id: number): Promise<Viewing | null> {
      const row = db.selectFrom('viewing').selectAll().where('id', '=', id).forUpdate();
      return (await row.executeTakeFirst()) ?? null;
    },

    async rowOf(id: number): Promise<ViewingRow | null> {
      return (await columns(rows({})).where('v.id', '=', id).executeTakeFirst()) ?? null;
    },

    /** Those to come first, the earliest first; then the others, the latest first. */
    async page(
      filter: { seller?: string; lotId?: number },
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ items: ViewingRow[]; total: number }> {
      const toCome = sql<boolean>`v.ends_at > now()`;
      const [items, { total }] = await Promise.all([
        columns(rows(filter))
          .orderBy(toCome, 'desc')
          .orderBy(sql`case when v.ends_at > now() then v.starts_at end`)
          .orderBy('v.starts_at', 'desc')
          .orderBy('v.id')
          .limit(limit)
          .offset(offset)
          .execute(),
        rows(filter)
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow(),
      ]);
      return { items, total: Number(total) };
    },

    /** Lots of the seller that can be shown now. */
    lotsOf: (seller: string) =>
      db
        .selectFrom('lot')
        .select(['id', 'title', 'address'])
        .where('customer_person_id', '=', seller)
        .where('practice', '=', false)
        .where('status', 'in', APPROACHABLE_STATUSES)
        .orderBy('id', 'desc')
        .limit(LOTS_SHOWN)
        .execute(),

    /** Takes it out of the offer. @throws when it is out already */
    async callOff(id: number, event: 'call-off' | 'end-with-trade', reason: string | null): Promise<void> {
      await db
        .updateTable('viewing')
        .set({ state: stateAfter(VIEWING, event), reason })
        .where('id', '=', id)
        .where('state', 'in', statesFrom(VIEWING, event))
        .returning('id')
        .executeTakeFirstOrThrow();
    },

    book: (viewing: Viewing, personId: string): Promise<Booking> =>
      db
        .insertInto('viewing_booking')
        .values({
          viewing_id: viewing.id,
          lot_id: viewing.lot_id,
          person_id: personId,
          state: stateAfter(VIEWING_BOOKING, 'book'),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** Ends these bookings. @returns those that were in force */
    end: (
      ids: readonly number[],
      event: Exclude<EventOf<typeof VIEWING_BOOKING>, 'book'>,
    ): Promise<Booking[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db
            .updateTable('viewing_booking')
            .set({ state: stateAfter(VIEWING_BOOKING, event), ended_at: now })
            .where('id', 'in', ids)
            .where('state', 'in', statesFrom(VIEWING_BOOKING, event))
            .returningAll()
            .execute(),

    /** Places that are taken, by the time at which they were. */
    bookingsOf: (viewingIds: readonly number[]): Promise<Booking[]> =>
      viewingIds.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('viewing_booking')
            .selectAll()
            .where('viewing_id', 'in', viewingIds)
            .where('state', 'in', BOOKED)
            .orderBy('id')
            .execute(),

    /** Places of the lot that the person has given back. */
    async givenBack(lotId: number, personId: string): Promise<number> {
      const { count } = await db
        .selectFrom('viewing_booking')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('lot_id', '=', lotId)
        .where('person_id', '=', personId)
        .where('state', '=', stateAfter(VIEWING_BOOKING, 'cancel'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async booking(id: number): Promise<BookingRow | null> {
      return (await bookings().where('b.id', '=', id).executeTakeFirst()) ?? null;
    },

    /** The person's place at a viewing of the lot, taken or called off last; null: there is none. */
    async bookingOf(lotId: number, personId: string): Promise<BookingRow | null> {
      const found = await bookings()
        .where('b.lot_id', '=', lotId)
        .where('b.person_id', '=', personId)
        .where('b.state', 'in', SHOWN_BOOKINGS)
        .orderBy((eb) => eb('b.state', 'in', BOOKED), 'desc')
        .orderBy('b.id', 'desc')
        .executeTakeFirst();
      return found ?? null;
    },

    /** Viewings to come whose lot is no longer on trade. */
    async ofEndedLots(limit: number): Promise<number[]> {
      const found = await rows({})
        .select('v.id')
        .where('v.state', 'in', OFFERED)
        .where('v.starts_at', '>', sql<Date>`now()`)
        // Those that are over, nearly all, are left out by the index of this column.
        .where('v.ends_at', '>', sql<Date>`now()`)
        .where('lot.status', 'not in', APPROACHABLE_STATUSES)
        .orderBy('v.ends_at')
        .limit(limit)
        .execute();
      return found.map(({ id }) => id);
    },

    /** Viewings that begin within so many ms and of which no reminder was sent. */
    async toRemind(withinMs: number, limit: number): Promise<number[]> {
      const found = await db
        .selectFrom('viewing')
        .select('id')
        .where('state', 'in', OFFERED)
        .where('reminded_at', 'is', null)
        .where('starts_at', '<=', sql<Date>`now() + make_interval(secs => ${withinMs / 1_000})`)
        .orderBy('starts_at')
        .limit(limit)
        .execute();
      return found.map(({ id }) => id);
    },

    async markReminded(id: number): Promise<void> {
      await db.updateTable('viewing').set({ reminded_at: now }).where('id', '=', id).execute();
    },

    /** Deletes viewings with their bookings, so many days after their end. */
    async purge(days: number): Promise<void> {
      const past = db
        .selectFrom('viewing')
        .select('id')
        .where('ends_at', '<', sql<Date>`now() - make_interval(days => ${days})`);
      await db.deleteFrom('viewing_booking').where('viewing_id', 'in', past).execute();
      await db.deleteFrom('viewing').where('id', 'in', past).execute();
    },
  };
}
