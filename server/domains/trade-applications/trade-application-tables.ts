import type { Generated, Selectable } from 'kysely';
import type { Photo } from '#shared/api/lots.ts';
import type { AuctionRules } from '#shared/auction/rules.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { LotStatus } from '#shared/states/lot-status.ts';
import type { DepositState } from '#shared/states/trade-application.ts';

/**
 * `requested` waits for the room; `cancelling` is on its way out; `won` and `lost` are what an ended auction made of
 * `admitted`. A person has one application for a lot: applying again after a cancellation is another round of it.
 */
export type StoredApplicationStatus =
  'requested' | 'admitted' | 'cancelling' | 'cancelled' | 'turned-down' | 'revoked' | 'won' | 'lost';

/** Somebody in the room, or on the way in or out of it. */
export const LIVING: readonly StoredApplicationStatus[] = ['requested', 'admitted', 'cancelling'];

export interface TradeApplicationTable {
  id: Generated<number>;
  lot_id: number;
  person_id: string;
  number: number;
  limit_tiyin: number | null;
  status: StoredApplicationStatus;
  reason: string | null;
  requested_at: Generated<Date>;
  decided_at: Date | null;
  deposit_tiyin: Generated<number>;
  deposit_state: Generated<DepositState>;
  hold_id: Generated<number | null>;
  round: Generated<number>;
  confirmed_at: Generated<Date | null>;
  cancelling_at: Generated<Date | null>;
  ended_at: Generated<Date | null>;
  limit_due_at: Generated<Date | null>;
}

/** `lot` belongs to lots: read here for what applications are about. */
export interface TradeApplicationTables {
  trade_application: TradeApplicationTable;
  lot: {
    id: number;
    title: LocalizedText;
    photos: Photo[];
    trade_type: 'auction' | 'fixed-price';
    practice: boolean;
    customer_person_id: string | null;
    deposit_tiyin: number;
    deposit_bp: number;
    rules: AuctionRules;
    start_price_tiyin: number;
    status: LotStatus;
    outcome: string | null;
    applications_until: Date;
    opens_at: Date;
    room_deadline_us: number;
    room_price_tiyin: number | null;
    room_leader_number: number | null;
    winner_person_id: string | null;
    winner_declines: boolean;
  };
}

export type TradeApplication = Selectable<TradeApplicationTable>;
