import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { Photo } from '#shared/api/site/lots.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';
import type { PurchaseState } from '#shared/lifecycles/purchase-states.ts';
import type { SettlementState } from '#shared/lifecycles/settlement.ts';

interface PurchaseTable {
  id: Generated<number>;
  lot_id: number;
  person_id: string;
  quantity: number;
  unit_price_tiyin: number;
  total_tiyin: number;
  /** Held at the reservation. */
  due_now_tiyin: number;
  hold_id: number | null;
  state: PurchaseState;
  wrong_codes: Generated<number>;
  /** Calls that are sending a code for it, and whether one was taken. */
  codes_asked: Generated<number>;
  code_sent: Generated<boolean>;
  reserved_at: Date;
  expires_at: Date;
  decided_at: Date | null;
  settlement_id: number | null;
  /** Its sale was lost while the lot was on sale: its units are for others. */
  returned_at: Date | null;
  /** What the lot said when it was reserved: what is sold. */
  lot_title: JSONColumnType<LocalizedText>;
  lot_description: JSONColumnType<LocalizedText>;
}

/** `lot_stock` and `purchase` are owned here; `lot`, `lot_flow`, `settlement` and `protocol` are read. */
export interface PurchaseTables {
  purchase: PurchaseTable;
  lot_stock: {
    lot_id: number;
    units: number;
    reserved: Generated<number>;
    sold: Generated<number>;
    on_sale: boolean;
    opens_at: Date;
    closes_at: Date;
  };
  lot: {
    id: number;
    title: JSONColumnType<LocalizedText>;
    photos: JSONColumnType<Photo[]>;
    status: LotStatus;
    outcome: string | null;
    ended_at: Date | null;
    practice: boolean;
    rehearsal: boolean;
    trade_type: 'auction' | 'fixed-price';
    customer_person_id: string | null;
    start_price_tiyin: number;
    instalment_months: number | null;
    first_part_bp: number | null;
    parts_units_max: number | null;
    closes_at: Date;
  };
  lot_flow: { id: number; lot_id: number; at: Date; corrected: string[] | null; reason: string | null };
  settlement: { id: number; lot_id: number; bidder_number: number; sale: string; state: SettlementState };
  protocol: { number: string; settlement_id: number | null };
}

export type Purchase = Selectable<PurchaseTable>;

/** With what lists show of its lot and its sale. */
export type PurchaseRow = Purchase & {
  lot_photos: Photo[];
  lot_status: LotStatus;
  sale_number: number | null;
  protocol_number: string | null;
};

/** Units of a lot and the time of its sale, with the clock that judges. */
export interface LotStock {
  units: number;
  reserved: number;
  sold: number;
  onSale: boolean;
  opensAt: Date;
  closesAt: Date;
  now: Date;
}

/** What the decision about a purchase needs of a lot. */
export interface LotForBuying {
  id: number;
  title: LocalizedText;
  status: LotStatus;
  outcome: string | null;
  endedAt: Date | null;
  practice: boolean;
  tradeType: 'auction' | 'fixed-price';
  sellerId: string | null;
  unitPriceTiyin: number;
  /** Parts after the first one, and the first part in basis points; null: not by parts. */
  instalmentMonths: number | null;
  firstPartBp: number | null;
  /** Units one person may have open by parts; null: no limit. */
  partsUnitsMax: number | null;
}
