import type { RuleSetName } from '#shared/api/site/lots.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { LotOutcome } from '#shared/lifecycles/lot-outcome.ts';
import type { ProtocolCause, ProtocolStatus } from '#shared/lifecycles/protocol-causes.ts';

/** Owned by lots, protocols, signed-records and reference: read here for what is public of them. */
export interface ResultsTables {
  lot: {
    id: number;
    trade_type: 'auction' | 'fixed-price';
    practice: boolean;
    order_type: 'state' | 'private';
    category_id: number;
    region_id: number;
    quantity: number;
    unit: string | null;
    tenure: 'ownership' | 'rent';
    rent_months: number | null;
    rule_set_name: RuleSetName;
    rule_set_version: number;
    repeats_lot_id: number | null;
    repeat_round: number;
    estimated_price_tiyin: number | null;
    start_price_tiyin: number;
    deposit_tiyin: number;
    published_at: Date;
    applications_until: Date;
    opens_at: Date;
    ended_at: Date | null;
    outcome: LotOutcome | null;
    participants: number | null;
    room_count: number;
    room_price_tiyin: number | null;
  };
  category: { id: number; name: LocalizedText };
  region: { id: number; name: LocalizedText };
  protocol: {
    id: number;
    lot_id: number;
    cause: ProtocolCause;
    price_tiyin: number | null;
    status: ProtocolStatus;
    cancelled_at: Date | null;
    cancel_reason: string | null;
  };
  signed_statement: { kind: string; subject: string; document: string };
}
