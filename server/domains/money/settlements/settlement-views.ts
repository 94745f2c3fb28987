import { listPhoto } from '#server/domains/trade/lots/index.ts';
import type { BankOrder, StaffSettlement, WinLot } from '#shared/api/cabinet/winlots.ts';
import {
  OPEN_SETTLEMENTS,
  type SettlementRefusal,
  type SettlementState,
} from '#shared/lifecycles/settlement.ts';
import { HAND_OVER, leaveStop, type LeaveStop } from '#shared/lifecycles/hand-over.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { CANCELLED_BY_STAFF } from '#shared/lifecycles/result-cancellation.ts';
import { SETTLEMENT } from '#shared/lifecycles/settlement.ts';
import type { PartSchedule } from '#shared/api/parts.ts';
import { afterSale, type TrackedStep } from '#shared/trade/after-sale.ts';
import type { FollowedSale } from './followed-sales.ts';
import { sumOf } from './part-schedules.ts';
import type { Extension, SaleInSteps, Settlement, SettlementRow } from './settlement-tables.ts';

/** What is due beside the deposit, in tiyin. */
const dueOf = ({ price_tiyin: price, deposit_tiyin: deposit }: Settlement): number => price - deposit;

/** What is still missing of what is due, in tiyin. */
export const restOf = (settlement: Settlement): number => dueOf(settlement) - settlement.paid_tiyin;

/** Still to be paid, or waiting for the end of a protest. */
export const isOpen = (state: SettlementState): boolean =>
  (OPEN_SETTLEMENTS as readonly SettlementState[]).includes(state);

/** It can be paid or lost now: no protest holds it up. */
export const canGoOn = ({ state, paused_at }: Pick<Settlement, 'state' | 'paused_at'>): boolean =>
  isOpen(state) && paused_at === null;

/** Why nothing can be done about a decided or paused settlement. @throws for an open one */
export function overBecause({
  id,
  state,
  paused_at: paused,
  parts_begun_at: begun,
}: Pick<Settlement, 'id' | 'state' | 'paused_at' | 'parts_begun_at'>): SettlementRefusal {
  if (isOpen(state) && paused) return 'paused';
  if (isOpen(state) && begun) return 'part-paid';
  if (state === 'awaiting' || state === 'overdue' || state === 'part-paid')
    throw new Error(`settlement ${id} is open`);
  return state;
}

/** Nothing of its price is paid: the buyer may refuse. */
export const canRefuse = (settlement: Pick<Settlement, 'state' | 'paused_at' | 'parts_begun_at'>): boolean =>
  canGoOn(settlement) && settlement.parts_begun_at === null;

export const refusalCost = ({ deposit_tiyin, barred_months }: Settlement) => ({
  forfeitTiyin: deposit_tiyin,
  barredMonths: barred_months,
});

const msOf = (at: Date | null): number | null => at && at.getTime();

/** Steps after the sale, as of now. */
export const stepsOf = (row: SaleInSteps, { payout, handOver }: FollowedSale, nowMs: number): TrackedStep[] =>
  afterSale(
    {
      sale: row.sale,
      soldAtMs: row.sold_at.getTime(),
      state: row.state,
      dueAtMs: row.due_at.getTime(),
      decidedAtMs: msOf(row.decided_at),
      protestUntilMs: row.protest_until.getTime(),
      protocolAtMs: msOf(row.protocol_at),
      hasSeller: row.seller !== null,
      payout,
      handOver,
    },
    nowMs,
  );

/** Since when a protest stops the clock of an open settlement. */
const pausedAt = ({ state, paused_at }: Settlement): number | null =>
  isOpen(state) ? msOf(paused_at) : null;

export interface WinLotContext {
  /** What the buyer can spend, in tiyin. */
  balanceTiyin: number;
  protocol: WinLot['protocol'];
  bankOrder: BankOrder | null;
  followed: FollowedSale;
  parts: PartSchedule | null;
  /** What its lot says was corrected since. */
  isCorrected: boolean;
  nowMs: number;
}

/** Everything that is left of an open settlement, late fees included, in tiyin. */
export const leftOf = (row: Settlement, parts: PartSchedule | null): number =>
  parts?.begunAtMs ? sumOf(parts.parts.map(({ toPayTiyin }) => toPayTiyin)) : restOf(row);

/** What a buyer paid for the price and for being late, and has not got back, in tiyin; a held deposit is not paid yet. */
export const receivedOf = (row: Settlement): number =>
  row.paid_tiyin +
  row.late_fee_tiyin -
  row.returned_tiyin +
  (row.state === 'paid' || row.parts_begun_at ? row.deposit_tiyin : 0);

/** Whether its buyer may leave the sale of a corrected lot alone; null: nothing was corrected, or it is received or ended. */
function leavingOf(
  row: SettlementRow,
  { isCorrected, followed: { handOver, payout } }: Pick<WinLotContext, 'isCorrected' | 'followed'>,
): { stop: LeaveStop | null } | null {
  const open =
    isCorrected &&
    handOver !== null &&
    allows(HAND_OVER, handOver.state, 'confirm') &&
    allows(SETTLEMENT, row.state, 'undo-sale') &&
    (payout?.goneTiyin ?? 0) === 0;
  return open ? { stop: leaveStop(handOver.state, handOver.recordedAtMs) } : null;
}

/** A won lot for its buyer. */
export function winLotView(row: SettlementRow, context: WinLotContext): WinLot {
  const { balanceTiyin, protocol, bankOrder, followed, parts, nowMs } = context;
  const { handOver } = followed;
  const leaving = leavingOf(row, context);
  const open = isOpen(row.state) && row.paused_at === null;
  return {
    settlementId: row.id,
    lotId: row.lot_id,
    lotNumber: String(row.lot_id),
    title: row.lot_title,
    photo: listPhoto(row.lot_photos),
    lotStatus: row.lot_status,
    sale: row.sale,
    bidderNumber: row.bidder_number,
    ...(row.quantity === null ? {} : { quantity: row.quantity }),
    priceTiyin: row.price_tiyin,
    depositTiyin: row.deposit_tiyin,
    dueTiyin: dueOf(row),
    paidTiyin: row.paid_tiyin,
    balanceTiyin,
    missingTiyin: open ? Math.max(0, leftOf(row, parts) - balanceTiyin) : 0,
    parts,
    state: row.state,
    soldAtMs: row.sold_at.getTime(),
    dueAtMs: row.due_at.getTime(),
    graceUntilMs: msOf(row.grace_until),
    acceptedAtMs: msOf(row.accepted_at),
    decidedAtMs: msOf(row.decided_at),
    pausedAtMs: pausedAt(row),
    canAccept: open && row.accepted_at === null,
    canPay: open && allows(SETTLEMENT, row.state, 'pay'),
    canRefuse: canRefuse(row) && allows(SETTLEMENT, row.state, 'refuse'),
    refusalCost: refusalCost(row),
    protocol,
    bankOrder: open ? bankOrder : null,
    handOver,
    canConfirmHandOver: handOver !== null && allows(HAND_OVER, handOver.state, 'confirm'),
    canDisputeHandOver: handOver !== null && allows(HAND_OVER, handOver.state, 'dispute'),
    canLeave: leaving !== null && leaving.stop === null,
    leaveStop: leaving?.stop ?? null,
    steps: stepsOf(row, followed, nowMs),
  };
}

export interface StaffContext {
  /** Names of people by their ids; those who are gone are missing. */
  names: ReadonlyMap<string, string>;
  /** Lots whose buyers the viewer must not see. */
  hidden: readonly number[];
  extension: Extension | null;
  followed: FollowedSale;
  parts: PartSchedule | null;
  viewer: { personId: string; extends: boolean; cancels: boolean };
  nowMs: number;
}

/** Paid by the buyer, and neither sent to the seller nor taken as a fee; of a cancelled sale nothing. */
const heldOf = (row: Settlement, { payout }: FollowedSale): number =>
  row.state === 'cancelled' ? 0 : receivedOf(row) - (payout?.goneTiyin ?? 0);

/** A settlement for staff. */
export function staffSettlementView(row: SettlementRow, context: StaffContext): StaffSettlement {
  const { names, hidden, extension, followed, parts, viewer, nowMs } = context;
  const may: StaffSettlement['may'] = [];
  if (viewer.extends && isOpen(row.state) && row.paused_at === null) {
    if (!extension) may.push('extend');
    else if (extension.asked_by !== viewer.personId) may.push('approve-extension', 'reject-extension');
    else may.push('reject-extension');
  }
  return {
    id: row.id,
    lotId: row.lot_id,
    title: row.lot_title,
    lotStatus: row.lot_status,
    sale: row.sale,
    buyer: hidden.includes(row.lot_id)
      ? null
      : { id: row.person_id, name: names.get(row.person_id) ?? '', number: row.bidder_number },
    ...(row.quantity === null ? {} : { quantity: row.quantity }),
    priceTiyin: row.price_tiyin,
    depositTiyin: row.deposit_tiyin,
    paidTiyin: row.paid_tiyin,
    state: row.state,
    soldAtMs: row.sold_at.getTime(),
    dueAtMs: row.due_at.getTime(),
    graceUntilMs: msOf(row.grace_until),
    defaultAtMs: row.default_at.getTime(),
    pausedAtMs: pausedAt(row),
    decidedAtMs: msOf(row.decided_at),
    extension: extension && {
      id: extension.id,
      untilMs: extension.until.getTime(),
      reason: extension.reason,
      by: names.get(extension.asked_by) ?? '',
      atMs: extension.asked_at.getTime(),
    },
    parts,
    heldTiyin: heldOf(row, followed),
    endable:
      viewer.cancels &&
      row.paused_at === null &&
      row.parts_begun_at !== null &&
      allows(SETTLEMENT, row.state, 'end-late') &&
      row.default_at.getTime() <= nowMs,
    cancellable:
      viewer.cancels &&
      allows(SETTLEMENT, row.state, 'undo-sale') &&
      // At a fixed price each sale is cancelled by itself, also while others of its lot can be bought.
      (row.sale === 'purchase' || CANCELLED_BY_STAFF.includes(row.lot_status)),
    may,
    steps: stepsOf(row, followed, nowMs),
  };
}
