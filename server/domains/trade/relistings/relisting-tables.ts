import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { Photo } from '#shared/api/site/lots.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';
import type { RepeatGround, RepeatObstacle, RepeatState } from '#shared/lifecycles/repeat.ts';

export type StoppedBy = 'customer' | 'staff' | 'system';

interface RepeatTable {
  lot_id: number;
  order_id: number;
  state: RepeatState;
  ground: RepeatGround;
  round: number;
  /** Basis points of the first price by which the start price falls in this round. */
  cut_bp: number;
  start_price_tiyin: number;
  publish_at: Date | null;
  look_at: Date | null;
  obstacle: RepeatObstacle | null;
  reason: string | null;
  stopped_by: string | null;
  stopped_by_kind: StoppedBy | null;
  repeat_lot_id: number | null;
  planned_at: Generated<Date>;
  changed_at: Generated<Date>;
}

export type Repeat = Selectable<RepeatTable>;
export type RepeatRow = Repeat & { title: LocalizedText; lot_status: LotStatus; seller: string | null };

/** `lot` is owned by lots: read here for what the staff's list shows. */
export interface RepeatTables {
  repeat_plan: RepeatTable;
  lot: {
    id: number;
    title: JSONColumnType<LocalizedText>;
    photos: JSONColumnType<Photo[]>;
    status: LotStatus;
    customer_person_id: string | null;
  };
}
