import type { Notifications } from '#server/domains/content/notifications/index.ts';
import {
  isApproachable,
  type Approaching,
  type RefusalToApproach,
} from '#server/domains/trade/lots/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import type { MyBooking, OfferedViewing } from '#shared/api/site/viewings.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { VIEWING, VIEWING_BOOKING, type BookingRefusal } from '#shared/lifecycles/viewing.ts';
import { BOOKING_ENDS_MS, PLACES_GIVEN_BACK } from '#shared/limits/viewings.ts';
import type { BookingRow, ViewingRow } from './viewing-tables.ts';
import { bookingView, offeredView } from './viewing-views.ts';
import { createViewingsRepository } from './viewings.repository.ts';

export interface BookViewingsDeps {
  db: AnyDb;
  notify: Notifications['notify'];
  refusalToApproach: RefusalToApproach;
}

type Booked =
  | { verdict: 'booked'; already: boolean; booking: MyBooking }
  | { verdict: 'refused'; reason: BookingRefusal };

export type BookViewings = ReturnType<typeof createBookViewings>;

/** Places at viewings, as people take them and give them back. */
export function createBookViewings({ db, notify, refusalToApproach }: BookViewingsDeps) {
  const viewings = createViewingsRepository(db);

  const notifySeller = async (
    tx: AnyDb,
    row: ViewingRow,
    template: 'viewing-booked' | 'viewing-given-back',
    booking: number,
  ) => {
    if (row.seller === null) return;
    const params = { lotId: row.lot_id, lotTitle: row.lot_title, startsAtMs: row.starts_at.getTime() };
    await notify(tx, { personId: row.seller, key: `${template}:${booking}`, template, params });
  };

  return {
    async ofLot(lotId: number): Promise<{ items: OfferedViewing[] }> {
      const lot = await viewings.lot(lotId);
      const rows = lot && isApproachable(lot) ? await viewings.toCome(lotId) : [];
      return { items: rows.map(offeredView) };
    },

    /** null: there is no such lot. */
    async mine(
      lotId: number,
      person: Approaching,
    ): Promise<{ booking: MyBooking | null; refusal: BookingRefusal | null } | null> {
      const lot = await viewings.lot(lotId);
      if (!lot) return null;
      const [row, refusal] = await Promise.all([
        viewings.bookingOf(lotId, person.personId),
        refusalToApproach(db, lot, person),
      ]);
      return { booking: row && bookingView(row), refusal };
    },

    /** @throws 404 for viewings that do not exist */
    book: (viewingId: number, person: Approaching): Promise<Booked> =>
      inTransaction(db, async (tx): Promise<Booked> => {
        const on = createViewingsRepository(tx);
        const refused = (reason: BookingRefusal): Booked => ({ verdict: 'refused', reason });
        const first = await on.rowOf(viewingId);
        if (!first) throw notFound();
        // The lot's times first: a person who presses at two of them has one place.
        await on.lockOffering(first.lot_id);
        await on.lock(viewingId);
        const row = await on.rowOf(viewingId);
        const lot = await on.lot(first.lot_id);
        if (!row || !lot) throw notFound();
        const mine = await on.bookingOf(row.lot_id, person.personId);
        const taken = mine !== null && allows(VIEWING_BOOKING, mine.state, 'cancel');
        if (taken && mine.viewing_id === viewingId)
          return { verdict: 'booked', already: true, booking: bookingView(mine) };
        const reason = await refusalToApproach(tx, lot, person);
        if (reason) return refused(reason);
        if (!allows(VIEWING, row.state, 'call-off')) return refused('called-off');
        if (row.starts_at.getTime() - (await on.now()).getTime() < BOOKING_ENDS_MS)
          return refused('too-late');
        if (taken) return refused('other-time');
        if ((await on.givenBack(row.lot_id, person.personId)) >= PLACES_GIVEN_BACK)
          return refused('too-often');
        if ((await on.bookingsOf([viewingId])).length >= row.places) return refused('full');
        const booking = await on.book(row, person.personId);
        await notifySeller(tx, row, 'viewing-booked', booking.id);
        const made: BookingRow = { ...booking, starts_at: row.starts_at, ends_at: row.ends_at };
        return { verdict: 'booked', already: false, booking: bookingView(made) };
      }),

    /** @throws 404 for places of others */
    cancel: (
      bookingId: number,
      personId: string,
    ): Promise<{ verdict: 'cancelled' | 'over'; booking: MyBooking }> =>
      inTransaction(db, async (tx) => {
        const on = createViewingsRepository(tx);
        const first = await on.booking(bookingId);
        if (first?.person_id !== personId) throw notFound();
        await on.lock(first.viewing_id);
        const [booking, row] = [await on.booking(bookingId), await on.rowOf(first.viewing_id)];
        if (!booking || !row) throw notFound();
        const over = booking.state !== 'cancelled' && booking.starts_at <= (await on.now());
        if (over || !allows(VIEWING_BOOKING, booking.state, 'cancel'))
          return {
            verdict: booking.state === 'cancelled' ? 'cancelled' : 'over',
            booking: bookingView(booking),
          };
        const [ended] = await on.end([bookingId], 'cancel');
        await notifySeller(tx, row, 'viewing-given-back', bookingId);
        return { verdict: 'cancelled', booking: bookingView({ ...booking, ...ended }) };
      }),
  };
}
