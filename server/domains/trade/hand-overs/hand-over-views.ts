import { HAND_OVER_ACT_PATH, type HandOverOfSale } from '#shared/api/cabinet/hand-over-of-sale.ts';
import type { StaffHandOver } from '#shared/api/cabinet/hand-overs.ts';
import { HAND_OVER } from '#shared/lifecycles/hand-over.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { actNumber } from './acts.service.ts';
import type { HandOver, HandOverRow } from './hand-over-tables.ts';

const msOf = (at: Date | null): number | null => at && at.getTime();

const actOf = (row: HandOver): HandOverOfSale['act'] =>
  row.confirmed_at === null
    ? null
    : { number: actNumber(row), path: HAND_OVER_ACT_PATH.replace(':handOverId', String(row.id)) };

/** A hand-over for both sides of its sale. */
export const handOverOfSale = (row: HandOver): HandOverOfSale => ({
  id: row.id,
  state: row.state,
  dueAtMs: row.due_at.getTime(),
  recordedAtMs: msOf(row.recorded_at),
  dispute: row.dispute === null ? null : { text: row.dispute, atMs: row.disputed_at!.getTime() },
  confirmedAtMs: msOf(row.confirmed_at),
  note: row.note,
  act: actOf(row),
});

export interface HandOverViewer {
  personId: string;
  decides: boolean;
  /** May prepare the cancellation of a sale. */
  cancels: boolean;
}

export interface HandOverContext {
  /** Names of people by their ids; those who are gone are missing. */
  names: ReadonlyMap<string, string>;
  /** Lots whose participants the viewer must not see. */
  hidden: readonly number[];
  viewer: HandOverViewer;
  nowMs: number;
}

/** A hand-over for staff. */
export function staffHandOverView(
  row: HandOverRow,
  { names, hidden, viewer, nowMs }: HandOverContext,
): StaffHandOver {
  const { personId, decides, cancels } = viewer;
  const isParty = personId === row.buyer_id || personId === row.seller_id;
  const late = allows(HAND_OVER, row.state, 'confirm-by-staff') && row.due_at.getTime() <= nowMs;
  const may: StaffHandOver['may'] = [];
  if (decides && !isParty) {
    if (late) may.push('confirm');
    if (allows(HAND_OVER, row.state, 'settle-dispute')) may.push('settle');
  }
  const isHidden = hidden.includes(row.lot_id);
  const nameOf = (id: string): string => names.get(id) ?? '';
  const isSide = (id: string): boolean => id === row.buyer_id || id === row.seller_id;
  return {
    ...handOverOfSale(row),
    // The act names both sides.
    act: isHidden ? null : actOf(row),
    settlementId: row.settlement_id,
    lotId: row.lot_id,
    title: row.lot_title,
    orderId: row.order_id,
    sale: row.sale,
    buyer: isHidden ? null : { id: row.buyer_id, name: nameOf(row.buyer_id), number: row.bidder_number },
    seller: isHidden || row.seller_id === null ? null : { id: row.seller_id, name: nameOf(row.seller_id) },
    priceTiyin: row.price_tiyin,
    openedAtMs: row.opened_at.getTime(),
    late,
    confirmedBy:
      row.confirmed_by === null || (isHidden && isSide(row.confirmed_by)) ? null : nameOf(row.confirmed_by),
    cancelledAtMs: msOf(row.cancelled_at),
    may,
    cancellable: cancels && !isParty && allows(HAND_OVER, row.state, 'settle-dispute'),
  };
}
