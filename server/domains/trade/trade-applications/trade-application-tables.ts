import type { Generated, Selectable } from 'kysely';
import type { Photo } from '#shared/api/site/lots.ts';
import type { AuctionRules } from '#shared/auction/rules.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';
import type { DepositState } from '#shared/lifecycles/deposit.ts';
import type { StoredApplicationStatus } from '#shared/lifecycles/trade-application.ts';

interface TradeApplicationTable {
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
  /** A bar was about to end the right of who led the room. */
  barred_at: Generated<Date | null>;
}

/** `lot` is owned by lots: read here for the lots of applications. */
export interface TradeApplicationTables {
  trade_application: TradeApplicationTable;
  /** Written by the console's repository. */
  room_request: {
    id: number;
    application_id: number | null;
    reason: string;
    decision: 'approved' | 'rejected' | null;
  };
  /** Written by the repository of technical breaks. */
  technical_break: {
    id: number;
    reason: string;
    ended_at: Date | null;
    resume_at: Date | null;
    over_at: Date | null;
  };
  technical_break_room: { break_id: number; lot_id: number; suspended: string | null };
  lot: {
    id: number;
    title: LocalizedText;
    photos: Photo[];
    trade_type: 'auction' | 'fixed-price';
    practice: boolean;
    rehearsal: boolean;
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
    protest_until: Date | null;
    ended_at: Date | null;
    winner_person_id: string | null;
    winner_declines: boolean;
  };
}

export type TradeApplication = Selectable<TradeApplicationTable>;
