import type {
  PublicPrice,
  RoomCounts,
  RoomHeartbeat,
  RoomPersonal,
  RoomSnapshot,
  RoomUpdate,
} from '../room.ts';

/** What a follower knows of a room: as a snapshot has it, but prices and events newest first. */
export type RoomState = RoomSnapshot;

/** `gap`: something is missing before this message, or what is shown is no longer what the room has: ask for it. */
export type Applied = { state: RoomState; gap: boolean };

export const fromSnapshot = (snapshot: RoomSnapshot): RoomState => ({
  ...snapshot,
  prices: [...snapshot.prices].reverse(),
  events: [...snapshot.events].reverse(),
});

/**
 * What a follower whose last sequence is `mySeq` does with an update.
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

/** Repeats are ignored, a gap or another history is reported, everything else moves the head forward. */
export function applyUpdate(state: RoomState, update: RoomUpdate): Applied {
  const { head } = state;
  if (update.head.epoch < head.epoch) return { state, gap: false };
  switch (followUpdate(head.seq, { prevSeq: update.prevSeq, seq: update.head.seq })) {
    case 'gap':
      return { state, gap: true };
    case 'apply':
      return { state: withUpdate(state, update), gap: false };
    case 'repeat': {
      const newEpoch = update.head.epoch > head.epoch;
      if (update.head.seq < head.seq) return { state, gap: newEpoch };
      // The same place in the log: of the same history only a new epoch may have come with it.
      if (update.head.hash !== head.hash) return { state, gap: true };
      return { state: newEpoch ? { ...state, head: update.head } : state, gap: false };
    }
  }
}

function withUpdate(state: RoomState, update: RoomUpdate): RoomState {
  const { number } = state.me;
  const newEvents = update.events.filter((event) => event.seq > state.head.seq).reverse();
  const newPrices = update.prices
    .filter((price) => price.seq > state.head.seq)
    .map((price) => (number !== null && price.number === number ? { ...price, mine: true } : price))
    .reverse();
  return {
    ...state,
    head: update.head,
    // Left-out prices would leave a hole in the list: it starts over, and older ones are read on demand.
    prices: update.omitted > 0 ? newPrices : mergeNewest(newPrices, state.prices),
    events: [...newEvents, ...state.events],
    me: number === null ? state.me : { ...state.me, leading: update.head.leaderNumber === number },
    counts: { ...state.counts, applicants: update.head.applicants },
  };
}

/** Puts newer prices before the ones there are; both newest first, overlaps dropped. */
function mergeNewest(newer: PublicPrice[], older: PublicPrice[]): PublicPrice[] {
  const oldest = newer.at(-1)?.seq;
  if (oldest === undefined) return older;
  return [...newer, ...older.filter((price) => price.seq < oldest)];
}

/** With the newest so many prices and events alone, for a follower that runs for days. */
export const withNewest = (state: RoomState, count: number): RoomState =>
  state.prices.length <= count && state.events.length <= count
    ? state
    : { ...state, prices: state.prices.slice(0, count), events: state.events.slice(0, count) };

/** True when the heartbeat shows that the follower is behind and nothing is on its way. */
export function isBehind({ head }: RoomState, beat: RoomHeartbeat): boolean {
  return beat.epoch > head.epoch || (beat.epoch === head.epoch && beat.seq > head.seq);
}

export const applyPersonal = (state: RoomState, { me }: RoomPersonal): RoomState => ({ ...state, me });

export const applyCounts = (state: RoomState, counts: RoomCounts): RoomState => ({ ...state, counts });
