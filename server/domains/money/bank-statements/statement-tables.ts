import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';
import type { BankSide, StatementDifference, StatementFormat } from '#shared/api/console/bank-statements.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { BankLineAction, BankLineDecision, BankLineState } from '#shared/lifecycles/bank-line.ts';
import type { PayoutState } from '#shared/lifecycles/payout.ts';
import type { RefundStatus } from '#shared/lifecycles/refund.ts';
import type { SettlementState } from '#shared/lifecycles/settlement.ts';
import type { RefusedRow } from './parse/parsed-statement.ts';

interface StatementTable {
  id: Generated<number>;
  account: string;
  format: StatementFormat;
  file_name: string;
  file_sha256: string;
  number: string | null;
  /** Read as `YYYY-MM-DD`. */
  from_day: string | null;
  to_day: string | null;
  opening_tiyin: number | null;
  closing_tiyin: number | null;
  credit_tiyin: number;
  debit_tiyin: number;
  line_count: number;
  added_count: number;
  refused: JSONColumnType<RefusedRow[]>;
  differences: JSONColumnType<StatementDifference[]>;
  reason: string | null;
  /** In a row that begins at a statement which two persons confirmed (`statement-chain.ts`), from which it is judged again. */
  unbroken: Generated<boolean>;
  /** Those stored before it that say other things of its days. */
  contradicts_ids: Generated<number[]>;
  /** Another statement says other things of its days (`statement-overlaps.ts`), and two persons have not confirmed this one since. */
  doubted: Generated<boolean>;
  imported_by: string;
  imported_at: Generated<Date>;
}

interface LineTable {
  id: Generated<number>;
  statement_id: number;
  account: string;
  row_number: number;
  line_key: string;
  /** Read as `YYYY-MM-DD`. */
  booked_on: string;
  value_on: string;
  side: BankSide;
  amount_tiyin: number;
  reference: string | null;
  document: string | null;
  purpose: string;
  party_name: string | null;
  party_account: string | null;
  party_mfo: string | null;
  party_stir: string | null;
  names_settlement_id: number | null;
  state: Generated<BankLineState>;
  decision: Generated<BankLineDecision | null>;
  person_id: Generated<string | null>;
  settlement_id: Generated<number | null>;
  payout_id: Generated<number | null>;
  refund_id: Generated<number | null>;
  reason: Generated<string | null>;
  asked_by: Generated<string | null>;
  round: Generated<number>;
  journal_id: Generated<number | null>;
  decided_by: Generated<string | null>;
  decided_at: ColumnType<Date | null, Date | undefined, Date | null>;
  repeats_line_id: number | null;
  repeat_denied: Generated<boolean>;
  /** It says other things than the line that it is like (`line-identity.ts`): two persons say what it is. */
  contradicts: Generated<boolean>;
}

/** Settlements, lots, people, payouts, refunds and the ledger belong to others: read here. */
export interface StatementTables {
  bank_statement: StatementTable;
  bank_statement_line: LineTable;
  bank_statement_line_step: {
    id: Generated<number>;
    line_id: number;
    action: BankLineAction;
    actor: string;
    note: string | null;
    at: Generated<Date>;
  };
  settlement: {
    id: number;
    lot_id: number;
    person_id: string;
    price_tiyin: number;
    deposit_tiyin: number;
    paid_tiyin: number;
    state: SettlementState;
    due_at: Date;
    bank_order_at: Date | null;
    bank_order_tiyin: number | null;
  };
  lot: { id: number; title: JSONColumnType<LocalizedText>; customer_person_id: string | null };
  person: {
    id: string;
    name: string;
    stir: string | null;
    pinfl: string | null;
    phone: string | null;
    phone_confirmed_at: Date | null;
  };
  payout: { id: number; seller_id: string; amount_tiyin: number; state: PayoutState };
  refund: { id: number; person_id: string; amount_tiyin: number; status: RefundStatus };
}

export type BankStatement = Selectable<StatementTable>;
export type BankLine = Selectable<LineTable>;
export type BankLineStep = Selectable<StatementTables['bank_statement_line_step']>;
