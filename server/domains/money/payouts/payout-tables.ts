import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { HandOverState } from '#shared/lifecycles/hand-over.ts';
import type { PayoutAction, PayoutState } from '#shared/lifecycles/payout.ts';
import type { ProtestState } from '#shared/lifecycles/protest.ts';
import type { ResultCancellationState } from '#shared/lifecycles/result-cancellation.ts';
import type { SaleKind, SettlementState } from '#shared/lifecycles/settlement.ts';
import type { OrderRequisites } from '#shared/orders/order-fields.ts';
import type { PayoutRecipient, ShareRule } from '#shared/trade/payout-shares.ts';

/** Where the money goes. */
export type PayoutRequisites =
  | { kind: 'account'; bankName: string; account: string; mfo: string; holderName: string }
  | { kind: 'card'; cardId: number; cardType: string; cardMask: string };

interface PayoutTable {
  id: Generated<number>;
  settlement_id: number;
  /** The first part of the price that it pays out. */
  part: Generated<number>;
  /** The last one; null: it is for the whole price, or for what is left of a sale that ended. */
  through_part: number | null;
  /** From 1, in the order of the rule set. */
  share: number;
  /** null: the seller, by the requisites of the order. */
  recipient: ColumnType<PayoutRecipient | null, string | null, never>;
  seller_id: string;
  /** Its part of the price, with what the buyer paid for being late. */
  price_tiyin: number;
  fee_tiyin: number;
  amount_tiyin: number;
  /** What of it never left: it paid what the seller owed. */
  set_off_tiyin: Generated<number>;
  state: Generated<PayoutState>;
  not_before: Date;
  round: Generated<number>;
  requisites: ColumnType<PayoutRequisites | null, string | null | undefined, string | null>;
  fee_id: Generated<number | null>;
  pay_out_id: Generated<number | null>;
  bank_document: Generated<string | null>;
  sent_at: Generated<Date | null>;
  paid_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

interface RuleFigures {
  operatorFeePercent?: number;
  payoutShares?: ShareRule[];
}

/** Settlements, lots, orders, rule sets and destinations belong to others: read here. */
export interface PayoutTables {
  payout: PayoutTable;
  payout_step: {
    id: Generated<number>;
    payout_id: number;
    seller_id: string;
    round: number;
    action: PayoutAction;
    actor: string;
    note: string | null;
    /** By which two persons said that the bank sent it back. */
    decision_id: number | null;
    at: Generated<Date>;
  };
  settlement: {
    id: number;
    lot_id: number;
    person_id: string;
    sale: SaleKind;
    bidder_number: number;
    price_tiyin: number;
    deposit_tiyin: number;
    paid_tiyin: number;
    late_fee_tiyin: number;
    returned_tiyin: number;
    parts_begun_at: Date | null;
    state: SettlementState;
    sold_at: Date;
    due_at: Date;
    protest_until: Date;
    decided_at: Date | null;
  };
  settlement_part: {
    settlement_id: number;
    k: number;
    amount_tiyin: number;
    paid_at: Date | null;
    late_fee_tiyin: number;
  };
  lot: {
    id: number;
    title: JSONColumnType<LocalizedText>;
    practice: boolean;
    customer_person_id: string | null;
    order_id: number | null;
    rule_set_name: string;
    rule_set_version: number;
  };
  rule_set: { name: string; version: number; figures: JSONColumnType<RuleFigures> };
  customer_order: {
    id: number;
    person_id: string;
    fields: JSONColumnType<{ requisites?: OrderRequisites }>;
  };
  order_requisites_change: { id: number; order_id: number; at: Date };
  hand_over: { settlement_id: number; state: HandOverState };
  protest: { lot_id: number; state: ProtestState };
  result_cancellation: { lot_id: number; state: ResultCancellationState };
  payout_destination: {
    id: number;
    person_id: string;
    kind: 'account' | 'card';
    card_type: string | null;
    card_mask: string | null;
    removed_at: Date | null;
  };
}

export type Payout = Selectable<PayoutTable>;
export type PayoutStep = Selectable<PayoutTables['payout_step']>;
/** With its lot. */
export type PayoutRow = Payout & {
  lot_id: number;
  buyer_id: string;
  lot_title: LocalizedText;
  order_id: number | null;
  /** Staff who said that the buyer has the property, or that the seller keeps what was paid of late parts: none of them approves it. */
  sale_decided_by: string[];
  /** Members of staff who named the account to which this share of the price goes; empty: it is the seller's. */
  share_named_by: string[];
};
