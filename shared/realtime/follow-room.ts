import type { PublicEvent, PublicPrice, RoomSnapshot, RoomUpdate } from './room.ts';

/** Newest prices and events a follower holds: as many as a snapshot has. */
const HISTORY = 50;

/**
 * What a follower whose last sequence is `mySeq` does with an update or a heartbeat.
 * `repeat`: nothing new in it. `gap`: something between mine and prevSeq was missed, ask for it (or take a snapshot).
 * A prevSeq below mine is no gap: a snapshot may be ahead of what the room was last sent.
 */
export function followUpdate(
  mySeq: number,
  next: { prevSeq: number; seq: number },
): 'apply' | 'repeat' | 'gap' {
  if (next.seq <= mySeq) return 'repeat';
  return next.prevSeq > mySeq ? 'gap' : 'apply';
}

/** The snapshot with the update applied, without entries it already has. Own prices are marked by my number. */
export function applyUpdate(snapshot: RoomSnapshot, update: RoomUpdate): RoomSnapshot {
  const seq = snapshot.head.seq;
  const mine = snapshot.me.number;
  const prices: PublicPrice[] = update.prices
    .filter((price) => price.seq > seq)
    .map((price) => (mine !== null && price.number === mine ? { ...price, mine: true } : price));
  const events: PublicEvent[] = update.events.filter((event) => event.seq > seq);
  return {
    ...snapshot,
    head: update.head,
    // Omitted prices would leave a gap in the list: it restarts here, and older ones are read on demand.
    prices: (update.omitted > 0 ? prices : [...snapshot.prices, ...prices]).slice(-HISTORY),
    events: [...snapshot.events, ...events].slice(-HISTORY),
    me: { ...snapshot.me, leading: mine !== null && update.head.leaderNumber === mine },
    counts: { ...snapshot.counts, applicants: update.head.applicants },
  };
}
