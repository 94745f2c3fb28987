import type { ColumnType, Generated, Insertable, JSONColumnType, Selectable } from 'kysely';
import type { Photo, LotDetails, RuleSetName } from '#shared/api/lots.ts';
import type { AuctionRules } from '#shared/auction/rules.ts';
import type { RoomPhase } from '#shared/auction/refusals.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { LotOutcome } from '#shared/states/lot-outcome.ts';
import type { LotStatus } from '#shared/states/lot-status.ts';

/** A value of a field: a text in all languages, a number, yes or no, or the code of a choice. */
export type LotFact = LocalizedText | number | boolean | string;
export type LotFacts = Record<string, LotFact>;
type LotFactsColumn = ColumnType<LotFacts, string | undefined, string>;

export interface LotTable {
  id: Generated<number>;
  order_id: number | null;
  repeats_lot_id: number | null;
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
  tenure: Generated<'ownership' | 'rent'>;
  rent_months: Generated<number | null>;
  /** Code of a field asked for in the category → its value, in no order. */
  facts: LotFactsColumn;
  /** `source:id` of a lot loaded in bulk. */
  outside_id: Generated<string | null>;
  practice: boolean;
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
}

/** `region`, `area` and `category` belong to reference: read here for names only. */
export interface LotsTables {
  lot: LotTable;
  region: { id: number; name: JSONColumnType<LocalizedText> };
  area: { id: number; region_id: number; name: JSONColumnType<LocalizedText> };
  category: { id: number; parent_id: number | null; name: JSONColumnType<LocalizedText> };
}

/** A lot as it is stored, and as it is about to be. */
export type StoredLot = Selectable<LotTable>;
export type NewLotRow = Insertable<LotTable>;

/** A lot with the names that belong to it. */
export type LotRow = StoredLot & {
  category_name: LocalizedText;
  group_id: number | null;
  region_name: LocalizedText;
  area_name: LocalizedText | null;
};

/** Names of the places and kinds a lot has. */
export type LotNames = Pick<LotRow, 'category_name' | 'group_id' | 'region_name' | 'area_name'>;
