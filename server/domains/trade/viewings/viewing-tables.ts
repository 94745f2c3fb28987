import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';
import type { BookingState, ViewingState } from '#shared/lifecycles/viewing.ts';

interface ViewingTable {
  id: Generated<number>;
  lot_id: number;
  starts_at: Date;
  ends_at: Date;
  places: number;
  state: ViewingState;
  /** Why it was called off; null: the trade of the lot ended. */
  reason: string | null;
  offered_at: Generated<Date>;
  reminded_at: Date | null;
}

interface BookingTable {
  id: Generated<number>;
  viewing_id: number;
  lot_id: number;
  person_id: string;
  state: BookingState;
  booked_at: Generated<Date>;
  ended_at: Date | null;
}

/** `lot` is owned by lots: read here. */
export interface ViewingTables {
  viewing: ViewingTable;
  viewing_booking: BookingTable;
  lot: {
    id: number;
    title: JSONColumnType<LocalizedText>;
    address: JSONColumnType<LocalizedText>;
    status: LotStatus;
    practice: boolean;
    trade_type: 'auction' | 'fixed-price';
    closes_at: Date;
    customer_person_id: string | null;
  };
}

export type Viewing = Selectable<ViewingTable>;
export type Booking = Selectable<BookingTable>;
/** With what lists show of its lot. */
export type ViewingRow = Viewing & {
  lot_title: LocalizedText;
  lot_address: LocalizedText;
  lot_status: LotStatus;
  seller: string | null;
};
/** With the time of its viewing. */
export type BookingRow = Booking & Pick<Viewing, 'starts_at' | 'ends_at'>;
