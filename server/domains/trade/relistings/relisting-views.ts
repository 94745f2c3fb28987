import type { LotRepeat, StaffRepeat } from '#shared/api/console/relistings.ts';
import type { Repeat, RepeatRow } from './relisting-tables.ts';

/** What is decided about a lot, as its customer and staff see it. */
export const repeatView = (row: Repeat): LotRepeat => ({
  lotId: row.lot_id,
  state: row.state,
  ground: row.ground,
  round: row.round,
  cutBp: row.cut_bp,
  startPriceTiyin: row.start_price_tiyin,
  publishAtMs: row.publish_at?.getTime() ?? null,
  obstacle: row.obstacle,
  reason: row.reason,
  stoppedBy: row.stopped_by_kind,
  repeatLotId: row.repeat_lot_id,
});

export const staffRepeatView = (row: RepeatRow, names: ReadonlyMap<string, string>): StaffRepeat => ({
  ...repeatView(row),
  orderId: row.order_id,
  title: row.title,
  lotStatus: row.lot_status,
  customer: row.seller === null ? null : { id: row.seller, name: names.get(row.seller) ?? '' },
  plannedAtMs: row.planned_at.getTime(),
});
