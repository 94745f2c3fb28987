import type { PropertyFact } from '#server/domains/content/reference/index.ts';
import type { ColumnType, Generated, Insertable, JSONColumnType, Selectable } from 'kysely';
import type { Photo, LotDetails, RuleSetName, Stock } from '#shared/api/site/lots.ts';
import type { CategoryType, PropertyType } from '#shared/api/cabinet/order-fields.ts';
import type { AuctionRules } from '#shared/auction/rules.ts';
import type { RoomPhase } from '#shared/auction/refusals.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { LotOutcome } from '#shared/lifecycles/lot-outcome.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';

type LotFact = PropertyFact;
export type LotFacts = Record<string, LotFact>;
type LotFactsColumn = ColumnType<LotFacts, string | undefined, string>;

export interface LotTable {
  id: Generated<number>;
  order_id: number | null;
  repeats_lot_id: number | null;
  /** 1: the first publication of its order. */
  repeat_round: Generated<number>;
  /** Basis points of the first price by which the start price fell in this round. */
  repeat_cut_bp: Generated<number>;
  /** When it was decided whether a lot that was not sold is repeated. */
  repeat_judged_at: Generated<Date | null>;
  title: JSONColumnType<LocalizedText>;
  description: JSONColumnType<LocalizedText>;
  address: JSONColumnType<LocalizedText>;
  /** Folded words of the titles. */
  search_form: string;
  /** Folded words of category, region, area and address. */
  search_more: Generated<string>;
  category_id: number;
  region_id: number;
  /** Code of the classifier of territories as a number. */
  area_id: Generated<number | null>;
  quantity: number;
  latitude: number | null;
  longitude: number | null;
  photos: JSONColumnType<Photo[]>;
  /** Not marked visible to participants: for the owner and staff. */
  hidden_photos: ColumnType<Photo[], string | undefined, string>;
  customer: JSONColumnType<LotDetails['customer']>;
  customer_address: ColumnType<LocalizedText | null, string | null | undefined, string | null>;
  customer_extra_phone: Generated<string | null>;
  customer_person_id: string | null;
  trade_type: 'auction' | 'fixed-price';
  order_type: 'state' | 'private';
  rule_set_name: RuleSetName;
  rule_set_version: number;
  rules: JSONColumnType<AuctionRules>;
  start_price_tiyin: number;
  deposit_tiyin: number;
  deposit_bp: number;
  payment_working_days: number;
  /** null: in full. */
  instalment_months: Generated<number | null>;
  /** Basis points of the price. */
  first_part_bp: Generated<number | null>;
  /** Units one person may have open by parts; null: an auction, no parts, or published before the rule. */
  parts_units_max: Generated<number | null>;
  /** 0: until it is sold; null: not stated. */
  stay_days: Generated<number | null>;
  tenure: Generated<'ownership' | 'rent'>;
  rent_months: Generated<number | null>;
  /** A code of the list `units`. */
  unit: Generated<string | null>;
  property_type: Generated<PropertyType | null>;
  category_type: Generated<CategoryType | null>;
  /** By the report of an appraiser. */
  estimated_price_tiyin: Generated<number | null>;
  /** Code of a field of the category → its value, in no order. */
  facts: LotFactsColumn;
  /** `source:id` of a lot loaded in bulk. */
  outside_id: Generated<string | null>;
  practice: boolean;
  /** A practice room of staff: no list of the site shows it, and no one but staff sees it. */
  rehearsal: Generated<boolean>;
  watchable: boolean;
  applications_until: Date;
  opens_at: Date;
  closes_at: Date;
  published_at: Date;
  status: LotStatus;
  room_opened_at: Date | null;
  room_seq: Generated<number>;
  room_phase: Generated<RoomPhase>;
  room_price_tiyin: number | null;
  room_count: Generated<number>;
  room_leader_number: number | null;
  room_deadline_us: number;
  outcome: LotOutcome | null;
  winner_person_id: string | null;
  winner_number: number | null;
  reserve_person_id: string | null;
  reserve_number: number | null;
  reserve_price_tiyin: number | null;
  winner_declines: Generated<boolean>;
  participants: number | null;
  pay_until: Date | null;
  ended_at: Date | null;
  /** The end of the time for protests, as announced at the hammer; null: not ended, or ended in an earlier release. */
  protest_until: Generated<Date | null>;
  /** When the order of an ended lot had followed it. */
  order_followed_at: Generated<Date | null>;
}

/** `region`, `area`, `category` and `reference_version` are owned by reference: read here for names only. */
export interface LotsTables {
  lot: LotTable;
  /** A customer asks for the lot to be withdrawn; the row goes when the room refuses. */
  lot_withdrawal: {
    lot_id: number;
    person_id: string;
    stated_penalty_tiyin: number | null;
    asked_at: Generated<Date>;
    done_at: Date | null;
  };
  /** Owned by purchases: read here for cards. */
  lot_stock: { lot_id: number; units: number; reserved: number; sold: number };
  region: { id: number; name: JSONColumnType<LocalizedText> };
  area: { id: number; region_id: number; name: JSONColumnType<LocalizedText>; hidden: boolean };
  reference_version: { version: number };
  category: { id: number; parent_id: number | null; name: JSONColumnType<LocalizedText> };
}

/** A lot as it is stored, and as it is about to be. */
export type StoredLot = Selectable<LotTable>;
/** Units of a lot at a fixed price; null for auctions. */
export type WithStock = { stock: Stock | null };
export type NewLotRow = Insertable<LotTable>;

/** A lot with the names of its category, region and area. */
export type LotRow = StoredLot &
  WithStock & {
    category_name: LocalizedText;
    group_id: number | null;
    region_name: LocalizedText;
    area_name: LocalizedText | null;
  };

/** Names of a lot's category, region and area. */
export type LotNames = Pick<LotRow, 'category_name' | 'group_id' | 'region_name' | 'area_name'>;
