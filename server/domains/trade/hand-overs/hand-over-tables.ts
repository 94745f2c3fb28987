import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { HandOverState } from '#shared/lifecycles/hand-over.ts';
import type { SaleKind, SettlementState } from '#shared/lifecycles/settlement.ts';

/** A side of the sale, as the acceptance act names it. */
export interface ActParty {
  name: string | LocalizedText;
  stir: string | null;
  pinfl: string | null;
}

/** How it was confirmed. */
export type ActGround = 'buyer' | 'staff' | 'dispute';

/** What an acceptance act states; frozen when the hand-over is confirmed. */
export interface ActFacts {
  v: 1;
  ground: ActGround;
  lotId: number;
  lotTitle: LocalizedText;
  address: LocalizedText;
  quantity: number;
  orderId: number | null;
  protocolNumber: string | null;
  sale: SaleKind;
  bidderNumber: number;
  priceTiyin: number;
  /** null: paid by parts, and not in full yet. */
  paidAtMs: number | null;
  buyer: ActParty;
  seller: ActParty;
  /** What staff stated; null: the buyer confirmed. */
  note: string | null;
}

interface HandOverTable {
  id: Generated<number>;
  settlement_id: number;
  lot_id: number;
  buyer_id: string;
  seller_id: string | null;
  state: Generated<HandOverState>;
  due_at: Date;
  opened_at: Generated<Date>;
  task_at: Generated<Date | null>;
  /** By the seller. */
  recorded_at: Generated<Date | null>;
  dispute: Generated<string | null>;
  disputed_at: Generated<Date | null>;
  confirmed_at: Generated<Date | null>;
  confirmed_by: Generated<string | null>;
  note: Generated<string | null>;
  act: ColumnType<ActFacts | null, never, string>;
  cancelled_at: Generated<Date | null>;
  order_followed_at: Generated<Date | null>;
}

interface ProtocolParty {
  name: string;
  stir: string | null;
  pinfl: string | null;
}

/** Settlements, lots, protocols and people belong to others: read here. */
export interface HandOverTables {
  hand_over: HandOverTable;
  hand_over_act: {
    hand_over_id: number;
    kind: 'active' | 'cancelled';
    name: string;
    body: Buffer;
    size_bytes: number;
    sha256: string;
  };
  settlement: {
    id: number;
    lot_id: number;
    sale: SaleKind;
    person_id: string;
    bidder_number: number;
    quantity: number | null;
    price_tiyin: number;
    state: SettlementState;
    decided_at: Date | null;
  };
  lot: {
    id: number;
    title: JSONColumnType<LocalizedText>;
    address: JSONColumnType<LocalizedText>;
    quantity: number;
    customer: JSONColumnType<{ name: LocalizedText }>;
    practice: boolean;
    customer_person_id: string | null;
    order_id: number | null;
  };
  protocol: {
    settlement_id: number | null;
    lot_id: number;
    cause: string;
    number: string;
    winner_name: string | null;
    winner_stir: string | null;
    winner_pinfl: string | null;
    facts: { customer: ProtocolParty | null; customerName: LocalizedText } | null;
  };
  person: { id: string; name: string; stir: string | null; pinfl: string | null };
}

export type HandOver = Selectable<HandOverTable>;
/** With its lot and sale. */
export type HandOverRow = HandOver & {
  lot_title: LocalizedText;
  order_id: number | null;
  bidder_number: number;
  price_tiyin: number;
  sale: SaleKind;
};
