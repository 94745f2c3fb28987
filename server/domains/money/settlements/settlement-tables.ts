import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { Photo } from '#shared/api/site/lots.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';
import type { PaymentStatus } from '#shared/lifecycles/payment.ts';
import type { SaleKind, SettlementState } from '#shared/lifecycles/settlement.ts';

interface SettlementTable {
  id: Generated<number>;
  lot_id: number;
  sale: SaleKind;
  person_id: string;
  /** Of a purchase: which sale of the lot it is. */
  bidder_number: number;
  /** Units of a purchase; null for auctions. */
  quantity: Generated<number | null>;
  price_tiyin: number;
  /** Part of the price; held until the rest is paid. */
  deposit_tiyin: number;
  hold_id: number | null;
  /** Paid beside the deposit. */
  paid_tiyin: Generated<number>;
  state: Generated<SettlementState>;
  sold_at: Date;
  protest_until: Date;
  due_at: Date;
  grace_until: Date | null;
  /** The earliest moment at which the sale is lost. */
  default_at: Date;
  barred_months: number | null;
  /** The next moment at which something is due; null: nothing more. */
  look_at: Date | null;
  /** Since when a protest stops its clock, and the working time that was left then, in ms; null: it runs. */
  paused_at: Generated<Date | null>;
  left_ms: Generated<number | null>;
  /** When the buyer was first given a payment order for a bank, before the deadline. */
  bank_order_at: Generated<Date | null>;
  /** So long the sale waits for the statement that may show the transfer. */
  statement_until: Generated<Date | null>;
  /** When the first part was paid; null: the price is paid whole, or nothing is paid yet. */
  parts_begun_at: Generated<Date | null>;
  /** Paid for being late, beside the price. */
  late_fee_tiyin: Generated<number>;
  /** What the buyer got back when the sale ended because parts were late. */
  returned_tiyin: Generated<number>;
  /** Through which part the last payment order for a bank pays; null: everything that is left. */
  bank_order_part: Generated<number | null>;
  /** What it is for. */
  bank_order_tiyin: Generated<number | null>;
  /** The deadline by which none came, as two persons confirmed. */
  no_transfer_by: Generated<Date | null>;
  accepted_at: Generated<Date | null>;
  decided_at: Generated<Date | null>;
  /** A person's id, or the rules. */
  decided_by: Generated<string | null>;
  created_at: Generated<Date>;
}

/** Of a rule set. */
interface PartFigures {
  lateFee?: { percentPerDay: number; capPercent: number };
  partsPatienceDays?: number;
}

export type SettlementOutcomeOfPayment = 'paid' | 'short' | 'over';

/** `lot` is owned by lots, `rule_set` by reference, `top_up` by payments, `customer_order` by orders, `protocol` by protocols: read here. */
export interface SettlementTables {
  settlement: SettlementTable;
  /** Payments by which buyers bring the missing sum. */
  settlement_payment: {
    payment_id: number;
    settlement_id: number;
    /** null: everything that is left. */
    through_part: number | null;
    created_at: Generated<Date>;
    tried_at: Generated<Date | null>;
    outcome: Generated<SettlementOutcomeOfPayment | null>;
  };
  settlement_part: {
    settlement_id: number;
    k: number;
    amount_tiyin: number;
    due_at: Date;
    paid_at: Date | null;
    late_fee_tiyin: Generated<number>;
  };
  settlement_extension: {
    id: Generated<number>;
    settlement_id: number;
    until: Date;
    reason: string;
    asked_by: string;
    asked_at: Generated<Date>;
    decision: Generated<'approved' | 'rejected' | null>;
    decided_by: Generated<string | null>;
    decided_at: Generated<Date | null>;
  };
  lot: {
    id: number;
    title: JSONColumnType<LocalizedText>;
    photos: JSONColumnType<Photo[]>;
    status: LotStatus;
    practice: boolean;
    outcome: string | null;
    customer_person_id: string | null;
    start_price_tiyin: number;
    order_id: number | null;
    winner_person_id: string | null;
    winner_declines: boolean;
    pay_until: Date | null;
    ended_at: Date | null;
    instalment_months: number | null;
    first_part_bp: number | null;
    rule_set_name: string;
    rule_set_version: number;
  };
  rule_set: { name: string; version: number; figures: JSONColumnType<PartFigures> };
  top_up: { id: number; status: PaymentStatus; amount_tiyin: number; paid_at: Date | null };
  customer_order: { id: number };
  protocol: { lot_id: number; cause: string; settlement_id: number | null; created_at: Date };
}

export type Settlement = Selectable<SettlementTable>;
/** With what the steps after it state beside the settlement. */
export type SaleInSteps = Settlement & { seller: string | null; protocol_at: Date | null };
/** With what lists show of its lot. */
export type SettlementRow = SaleInSteps & {
  lot_title: LocalizedText;
  lot_photos: Photo[];
  lot_status: LotStatus;
};
export type SettlementPart = Selectable<SettlementTables['settlement_part']>;
export type Extension = Selectable<SettlementTables['settlement_extension']>;
