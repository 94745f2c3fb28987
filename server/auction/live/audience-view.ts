import { suggestedPrice } from '#shared/auction/suggested-price.ts';
import type {
  BoardUpdate,
  MyRoom,
  PublicPrice,
  RoomCounts,
  RoomHead,
  RoomSnapshot,
  RoomUpdate,
} from '#shared/realtime/room.ts';
import type { LiveIdentity } from './live-options.ts';
import type { RoomView } from './room-view.ts';

/** Prices an update or a snapshot carries at most. */
const MAX_PRICES = 50;

/** The least acceptable offer now; 0 when no further price fits. */
export const suggestedIn = (view: RoomView): number =>
  suggestedPrice(view.terms.rules, {
    startPriceTiyin: view.terms.startPriceTiyin,
    priceTiyin: view.priceTiyin,
    count: view.count,
  });

/** The committed head as everyone may see it: numbers, never persons. */
export function headOf(view: RoomView, serverAtMs: number): RoomHead {
  return {
    lotId: view.terms.lotId,
    epoch: view.epoch,
    seq: view.seq,
    hash: view.hash,
    phase: view.phase,
    pauseCause: view.pauseCause,
    pauseReason: view.pauseReason,
    resumeAtMs: view.resumeAtUs === null ? null : view.resumeAtUs / 1000,
    deadlineMs: view.deadlineUs / 1000,
    extensions: view.extensions,
    priceTiyin: view.priceTiyin,
    count: view.count,
    leaderNumber: view.leaderNumber,
    suggestedTiyin: suggestedIn(view),
    applicants: view.applicants,
    outcome: view.outcome,
    winnerNumber: view.winnerNumber,
    serverAtMs,
  };
}

/** The person's private part of the room: number, limit, secret maximum, leading or not. */
export function meOf(view: RoomView, identity: LiveIdentity | null): MyRoom {
  const bidder = identity ? view.bidders[identity.person] : undefined;
  if (identity && bidder && !bidder.revoked) {
    const auto = view.autos[identity.person];
    return {
      role: 'bidder',
      notBiddingBecause: null,
      number: bidder.number,
      limitTiyin: bidder.limitTiyin,
      auto: auto ? { maximumTiyin: auto.maximumTiyin, asleep: auto.asleep } : null,
      leading: view.leader === identity.person,
    };
  }
  const staff = identity?.seesEveryRoom === true;
  return {
    role: staff ? 'operator' : 'observer',
    notBiddingBecause: !identity ? 'not-signed-in' : staff ? 'staff' : bidder ? 'revoked' : 'not-admitted',
    number: bidder?.number ?? null,
    limitTiyin: null,
    auto: null,
    leading: bidder !== undefined && view.leader === identity?.person,
  };
}

/** Whether this visitor may see the room: rooms of closed lots are visible to admitted bidders and staff only. */
export const mayEnter = (view: RoomView, identity: LiveIdentity | null): boolean =>
  view.terms.watchable ||
  identity?.seesEveryRoom === true ||
  (identity !== null && view.bidders[identity.person]?.revoked === '');

export function snapshotOf(
  view: RoomView,
  identity: LiveIdentity | null,
  counts: RoomCounts,
  serverAtMs: number,
): RoomSnapshot {
  const me = meOf(view, identity);
  return {
    head: headOf(view, serverAtMs),
    rules: view.terms.rules,
    startPriceTiyin: view.terms.startPriceTiyin,
    opensAtMs: view.terms.opensAtMs,
    closesAtMs: view.terms.closesAtMs,
    practice: view.terms.practice,
    prices: markMine(view.prices.slice(-MAX_PRICES), me.number),
    events: view.events.slice(-MAX_PRICES),
    me,
    counts,
  };
}

/**
 * Everything public after `prevSeq`, the same bytes for everyone in the room. `omitted` counts the older prices left
 * out when there are more than MAX_PRICES; `countBefore` is the number of confirmed prices at prevSeq.
 */
export function updateOf(
  view: RoomView,
  prevSeq: number,
  countBefore: number,
  serverAtMs: number,
): RoomUpdate {
  const prices = view.pricesAfter(prevSeq);
  return {
    prevSeq,
    head: headOf(view, serverAtMs),
    prices: prices.length > MAX_PRICES ? prices.slice(-MAX_PRICES) : prices,
    events: view.eventsAfter(prevSeq),
    omitted: Math.max(0, view.count - countBefore - Math.min(prices.length, MAX_PRICES)),
  };
}

/** The last entry a client has, and the epoch it was shown in. */
export interface Position {
  epoch: number;
  seq: number;
}

/**
 * One person's update after a position; null when a snapshot is needed: the entries since are no longer in memory, or
 * the client may have entries that were lost with an earlier epoch.
 */
export function catchUpOf(
  view: RoomView,
  { epoch, seq: prevSeq }: Position,
  identity: LiveIdentity | null,
  serverAtMs: number,
): RoomUpdate | null {
  if (prevSeq < view.droppedThroughSeq || prevSeq > view.seq) return null;
  if (epoch > view.epoch || (epoch < view.epoch && prevSeq > view.epochSeq)) return null;
  const missed = view.pricesAfter(prevSeq).length;
  if (missed > MAX_PRICES) return null;
  const update = updateOf(view, prevSeq, view.count - missed, serverAtMs);
  return { ...update, prices: markMine(update.prices, meOf(view, identity).number) };
}

/** The card of a room, by its view or by its committed head. */
export function cardOf(
  room: Pick<RoomView, 'terms' | 'phase' | 'priceTiyin' | 'count' | 'deadlineUs' | 'outcome'>,
): BoardUpdate[number] {
  return {
    lotId: room.terms.lotId,
    phase: room.phase,
    priceTiyin: room.priceTiyin,
    count: room.count,
    deadlineMs: room.deadlineUs / 1000,
    outcome: room.outcome,
  };
}

/** Marks the prices of the bidder with this number as `mine`. */
export const markMine = (prices: PublicPrice[], number: number | null): PublicPrice[] =>
  number === null ? prices : prices.map((p) => (p.number === number ? { ...p, mine: true } : p));
