import type { MyBooking, OfferedViewing, SellerViewing, StaffViewing } from '#shared/api/site/viewings.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { VIEWING } from '#shared/lifecycles/viewing.ts';
import type { Booking, BookingRow, Viewing, ViewingRow } from './viewing-tables.ts';

const timeOf = ({ starts_at: startsAt, ends_at: endsAt }: Pick<Viewing, 'starts_at' | 'ends_at'>) => ({
  startsAtMs: startsAt.getTime(),
  endsAtMs: endsAt.getTime(),
});

export const offeredView = (row: Viewing & { left: number }): OfferedViewing => ({
  id: row.id,
  ...timeOf(row),
  left: row.left,
});

export const bookingView = (row: BookingRow): MyBooking => ({
  id: row.id,
  viewingId: row.viewing_id,
  state: row.state,
  ...timeOf(row),
});

const ofLot = (row: ViewingRow) => ({
  id: row.id,
  lotId: row.lot_id,
  title: row.lot_title,
  address: row.lot_address,
  ...timeOf(row),
  places: row.places,
  state: row.state,
  reason: row.reason,
});

/** @param bookings of any viewings */
export const sellerView = (row: ViewingRow, bookings: readonly Booking[], now: Date): SellerViewing => ({
  ...ofLot(row),
  bookings: bookings.filter(({ viewing_id: id }) => id === row.id).map(({ id }) => id),
  canCallOff: allows(VIEWING, row.state, 'call-off') && row.starts_at > now,
});

/** @param hidden whether the reader must not see who comes */
export function staffView(
  row: ViewingRow,
  bookings: readonly Booking[],
  { names, hidden }: { names: ReadonlyMap<string, string>; hidden: boolean },
): StaffViewing {
  const named = (id: string) => ({ id, name: names.get(id) ?? '' });
  return {
    ...ofLot(row),
    seller: row.seller === null ? null : named(row.seller),
    visitors: bookings
      .filter(({ viewing_id: id }) => id === row.id)
      .map(({ id, person_id: personId }) => ({ booking: id, person: hidden ? null : named(personId) })),
  };
}
