import type { LotCard, Stock } from '#shared/api/site/lots.ts';
import type { BoardUpdate } from '#shared/realtime/room.ts';
import {
  LOT_STATUS,
  OPEN_STATUSES,
  statusAfterHammer,
  type LotStatus,
} from '#shared/lifecycles/lot-status.ts';

/** A lot's room as its card shows it: the list's figures, or newer ones from the live board. */
export interface LotLive {
  phase: LotCard['room']['phase'];
  priceTiyin: number | null;
  count: number;
  deadlineMs: number;
  status: LotStatus;
  /** Of a lot at a fixed price; null for auctions. */
  stock: Stock | null;
}

/** The board wins when it knows at least as many prices; a later list answer may be newer than an old board entry. */
export function liveOf(lot: LotCard, board: BoardUpdate[number] | undefined): LotLive {
  if (lot.tradeType === 'fixed-price') return saleOf(lot, board);
  const newer =
    board && board.count >= lot.room.count && !(lot.room.phase === 'closed' && board.phase !== 'closed');
  const { phase, priceTiyin, count, deadlineMs } = newer ? board : lot.room;
  const outcome = newer ? board.outcome : null;
  return { phase, priceTiyin, count, deadlineMs, status: statusOf(lot.status, phase, outcome), stock: null };
}

/** A sale without a room: its stock and status, newer ones from the live board. What is over in the list stays over. */
function saleOf(lot: LotCard, board: BoardUpdate[number] | undefined): LotLive {
  const { room, status, stock } = lot;
  const { priceTiyin, count } = room;
  const said = mayChange(lot) ? board?.stock : undefined;
  const { phase, deadlineMs } = board && said ? board : room;
  return {
    phase,
    priceTiyin,
    count,
    deadlineMs,
    status: LOT_STATUSES.find((each) => each === said?.status) ?? status,
    stock: said ?? stock ?? null,
  };
}

const LOT_STATUSES: readonly LotStatus[] = Object.values(LOT_STATUS);

function statusOf(
  listed: LotStatus,
  phase: LotLive['phase'],
  outcome: BoardUpdate[number]['outcome'],
): LotStatus {
  if (phase === 'running') return LOT_STATUS.biddingNow;
  if (phase === 'paused') return LOT_STATUS.suspended;
  // What became of the lot after the close (payment, cancelled result) the list knows, the room does not.
  if (phase === 'closed' && outcome && OPEN_STATUSES.includes(listed)) return statusAfterHammer(outcome);
  return listed;
}

/** Something can still happen in this lot's room: its card is worth following. */
export const mayChange = (lot: LotCard): boolean =>
  lot.tradeType === 'auction'
    ? lot.room.phase !== 'closed'
    : lot.status === LOT_STATUS.onSaleAtFixedPrice || lot.status === LOT_STATUS.suspended;
