import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { MismatchKind, PaymentProvider } from '#shared/api/cabinet/payments.ts';
import type { PaymentCause, PaymentStatus, TransactionState } from '#shared/lifecycles/payment.ts';

type Instant = ColumnType<Date, Date, Date>;
type Side = ColumnType<{ amountTiyin: number; state: string } | null, string | null, string | null>;

/** `person` is owned by accounts: read here for the name and whether the account is disabled. */
export interface PaymentTables {
  top_up: {
    id: GeneratedAlways<number>;
    person_id: string;
    provider: PaymentProvider;
    amount_tiyin: number;
    status: Generated<PaymentStatus>;
    cause: PaymentCause | null;
    request_id: string;
    return_to: string | null;
    receipt_number: string | null;
    created_at: Instant;
    expires_at: Instant;
    paid_at: Instant | null;
    ended_at: Instant | null;
  };
  provider_transaction: {
    id: GeneratedAlways<number>;
    provider: PaymentProvider;
    provider_id: string;
    top_up_id: number;
    person_id: string;
    amount_tiyin: number;
    state: Generated<TransactionState>;
    provider_time_ms: number | null;
    created_ms: number;
    performed_ms: number | null;
    cancelled_ms: number | null;
    reason: number | null;
    fiscal: JSONColumnType<object> | null;
  };
  payment_mismatch: {
    id: GeneratedAlways<number>;
    provider: PaymentProvider;
    kind: MismatchKind;
    provider_id: string;
    top_up_id: number | null;
    ours: Side;
    theirs: Side;
    times: Generated<number>;
    seen_at: Generated<Date>;
    last_seen_at: ColumnType<Date, never, Date>;
    settled_at: Instant | null;
    settled_by: string | null;
    settled_by_name: string | null;
    note: string | null;
  };
  reconciliation_round: {
    id: GeneratedAlways<number>;
    provider: PaymentProvider;
    from_ms: number;
    to_ms: number;
    compared: number;
    found: number;
    outcome: 'done' | 'away';
    at: Generated<Date>;
  };
  person: { id: string; name: string; disabled_at: Date | null };
}
