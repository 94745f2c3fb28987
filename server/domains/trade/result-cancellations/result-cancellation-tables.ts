import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';
import type {
  ResultCancellationKind,
  ResultCancellationState,
} from '#shared/lifecycles/result-cancellation.ts';
import type { ClaimEnd } from '#shared/api/cabinet/sale-claims.ts';
import type { SaleKind, SettlementState } from '#shared/lifecycles/settlement.ts';

/** `lot` is owned by lots, `settlement` by settlements: read here. */
export interface ResultCancellationTables {
  result_cancellation: {
    id: Generated<number>;
    lot_id: number;
    settlement_id: number | null;
    reason: string;
    kind: Generated<ResultCancellationKind>;
    /** Of a default: what goes back to the buyer. */
    return_tiyin: Generated<number | null>;
    state: ResultCancellationState;
    proposed_by: string;
    created_at: Generated<Date>;
    proposed_at: Generated<Date | null>;
    decided_by: Generated<string | null>;
    decided_at: Generated<Date | null>;
    note: Generated<string | null>;
    returned_tiyin: Generated<number | null>;
    owed_tiyin: Generated<number | null>;
    /** Of a default: what was left for the seller. */
    to_seller_tiyin: Generated<number | null>;
  };
  /** What sellers owe for sales that were cancelled after the money had left. */
  sale_claim: {
    id: Generated<number>;
    settlement_id: number;
    lot_id: number;
    seller_id: string;
    amount_tiyin: number;
    journal_id: number;
    created_at: Generated<Date>;
    /** By the seller. */
    paid_at: Generated<Date | null>;
    /** null: of before buyers were owed, when the whole price went back at once. */
    buyer_id: string | null;
    /** What the buyer is owed. */
    buyer_journal_id: number | null;
    /** How the buyer got it. */
    ended: Generated<ClaimEnd | null>;
    ended_at: Generated<Date | null>;
    /** The operator's money that answered for it. */
    cover_journal_id: Generated<number | null>;
    /** Document of a court that the seller pays. */
    court: Generated<string | null>;
    /** When that was noted. */
    court_at: Generated<Date | null>;
    /** Staff were asked to end it. */
    task_at: Generated<Date | null>;
    /** The buyer agrees that nothing more is owed. */
    waived_at: Generated<Date | null>;
  };
  lot: {
    id: number;
    title: JSONColumnType<LocalizedText>;
    status: LotStatus;
    practice: boolean;
    customer_person_id: string | null;
    room_price_tiyin: number | null;
  };
  settlement: {
    id: number;
    lot_id: number;
    sale: SaleKind;
    person_id: string;
    price_tiyin: number;
    state: SettlementState;
  };
}

export type ResultCancellation = Selectable<ResultCancellationTables['result_cancellation']>;
/** With its lot. */
export type ResultCancellationRow = ResultCancellation & {
  lot_title: LocalizedText;
  lot_status: LotStatus;
  sale_number: number | null;
};
export type SaleClaim = Selectable<ResultCancellationTables['sale_claim']>;
export type SaleClaimRow = SaleClaim & { lot_title: LocalizedText };
