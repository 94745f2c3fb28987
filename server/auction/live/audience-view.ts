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
import { isStaff, type LiveIdentity } from './live-options.ts';
import type { RoomView } from './room-view.ts';

/** Prices an update or a snapshot carries at most. */
export const MAX_PRICES = 50;

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

/** What the person alone sees of their own part: number, limit, own secret maximum, leading or not. */
export function meOf(view: RoomView, identity: LiveIdentity | null): MyRoom {
  const bidder = identity ? view.bidders.get(identity.person) : undefined;
  if (identity && bidder && !bidder.revoked) {
    const auto = view.autos.get(identity.person);
    return {
      role: 'bidder',
      notBiddingBecause: null,
      number: bidder.number,
      limitTiyin: bidder.limitTiyin,
      auto: auto ? { maximumTiyin: auto.maximumTiyin, asleep: auto.asleep } : null,
      leading: view.leader === identity.person,
    };
  }
  const staff = isStaff(identity);
  return {
    role: staff ? 'operator' : 'observer',
    notBiddingBecause: !identity ? 'not-signed-in' : staff ? 'staff' : bidder ? 'revoked' : 'not-admitted',
    number: bidder?.number ?? null,
    limitTiyin: null,
    auto: null,
    leading: bidder !== undefined && view.leader === identity?.person,
  };
}

/** May this visitor see the room? Closed lots show it to admitted bidders and staff only. */
export const mayEnter = (view: RoomView, identity: LiveIdentity | null): boolean =>
  view.terms.watchable ||
  isStaff(identity) ||
  (identity !== null && view.bidders.get(identity.person)?.revoked === '');

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
 * out when there are more than 50; `countBefore` is the number of confirmed prices at prevSeq.
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

/** One person's way to catch up after `prevSeq`; null when that is no longer in memory: a snapshot is due. */
export function catchUpOf(
  view: RoomView,
  prevSeq: number,
  identity: LiveIdentity | null,
  serverAtMs: number,
): RoomUpdate | null {
  if (prevSeq < view.droppedThroughSeq || prevSeq > view.seq) return null;
  const kept = view.pricesAfter(prevSeq).length;
  if (kept > MAX_PRICES) return null;
  const update = updateOf(view, prevSeq, view.count - kept, serverAtMs);
  return { ...update, prices: markMine(update.prices, meOf(view, identity).number) };
}

export function cardOf(view: RoomView): BoardUpdate[number] {
  return {
    lotId: view.terms.lotId,
    phase: view.phase,
    priceTiyin: view.priceTiyin,
    count: view.count,
    deadlineMs: view.deadlineUs / 1000,
    outcome: view.outcome,
  };
}

/** Prices as their own bidder sees them. */
export const markMine = (prices: PublicPrice[], number: number | null): PublicPrice[] =>
  number === null ? prices : prices.map((p) => (p.number === number ? { ...p, mine: true } : p));
