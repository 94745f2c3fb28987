import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { Photo } from '#shared/api/site/lots.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';
import type { OfferKind, OfferVoidReason, OfferState } from '#shared/lifecycles/offer.ts';

interface OfferTable {
  id: Generated<number>;
  lot_id: number;
  kind: OfferKind;
  person_id: string;
  bidder_number: number;
  price_tiyin: number;
  /** Held when the offer is accepted. */
  deposit_tiyin: number;
  state: OfferState;
  /** Why it was never made; null for the others. */
  obstacle: OfferVoidReason | null;
  made_at: Generated<Date>;
  answer_by: Date;
  /** Since when a protest stops its clock, and the working time that was left then, in ms; null: it runs. */
  paused_at: Generated<Date | null>;
  left_ms: Generated<number | null>;
  settlement_id: number | null;
  decided_at: Date | null;
  /** A person's id, or the rules. */
  decided_by: string | null;
}

/** `lot` is owned by lots: read here. */
export interface OfferTables {
  offer: OfferTable;
  lot: {
    id: number;
    title: JSONColumnType<LocalizedText>;
    photos: JSONColumnType<Photo[]>;
    status: LotStatus;
    customer_person_id: string | null;
    payment_working_days: number;
  };
}

export type Offer = Selectable<OfferTable>;
/** With what lists show of its lot. */
export type OfferRow = Offer & {
  lot_title: LocalizedText;
  lot_photos: Photo[];
  lot_status: LotStatus;
  seller: string | null;
  payment_working_days: number;
};
