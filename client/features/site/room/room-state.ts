import type {
  MyRoom,
  PublicEvent,
  PublicPrice,
  RoomCounts,
  RoomHead,
  RoomHeartbeat,
  RoomPersonal,
  RoomSnapshot,
  RoomUpdate,
} from '#shared/realtime/room.ts';
import { followUpdate } from '#shared/realtime/follow-room.ts';

/** What the room page knows of a room: the committed head, the prices it has, and what only this person sees. */
export interface RoomState {
  rules: RoomSnapshot['rules'];
  startPriceTiyin: number;
  opensAtMs: number;
  closesAtMs: number;
  practice: boolean;
  head: RoomHead;
  /** Newest first; older ones are fetched on demand. */
  prices: PublicPrice[];
  events: PublicEvent[];
  me: MyRoom;
  counts: RoomCounts;
}

/** `gap`: something is missing before this message; ask for everything after `head.seq`. */
export type Applied = { state: RoomState; gap: boolean };

export function fromSnapshot(snapshot: RoomSnapshot): RoomState {
  const { rules, startPriceTiyin, opensAtMs, closesAtMs, practice, head, prices, events, me, counts } =
    snapshot;
  return {
    rules,
    startPriceTiyin,
    opensAtMs,
    closesAtMs,
    practice,
    head,
    prices: [...prices].reverse(),
    events: [...events].reverse(),
    me,
    counts,
  };
}

/** Repeats are ignored, a gap or another epoch is reported, everything else moves the head forward. */
export function applyUpdate(state: RoomState, update: RoomUpdate): Applied {
  const { head } = state;
  if (update.head.epoch < head.epoch) return { state, gap: false };
  switch (followUpdate(head.seq, { prevSeq: update.prevSeq, seq: update.head.seq })) {
    case 'gap':
      return { state, gap: true };
    case 'apply':
      return { state: withUpdate(state, update), gap: false };
    case 'repeat': {
      // Same place in the log: only a new epoch may have come with it.
      const raised = update.head.epoch > head.epoch && update.head.seq === head.seq;
      return { state: raised ? { ...state, head: update.head } : state, gap: false };
    }
  }
}

function withUpdate(state: RoomState, update: RoomUpdate): RoomState {
  const newPrices = update.prices.filter((price) => price.seq > state.head.seq).reverse();
  const newEvents = update.events.filter((event) => event.seq > state.head.seq).reverse();
  const number = state.me.number;
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

/** Prices fetched on demand, any order: merged by sequence. */
export function withOlderPrices(state: RoomState, fetched: PublicPrice[]): RoomState {
  const known = new Set(state.prices.map((price) => price.seq));
  const missing = fetched.filter((price) => !known.has(price.seq));
  if (missing.length === 0) return state;
  return { ...state, prices: [...state.prices, ...missing].sort((a, b) => b.seq - a.seq) };
}

/** True when the heartbeat shows that this page is behind and nothing is on its way. */
export function isBehind(state: RoomState, beat: RoomHeartbeat): boolean {
  return beat.epoch > state.head.epoch || (beat.epoch === state.head.epoch && beat.seq > state.head.seq);
}

export function applyPersonal(state: RoomState, personal: RoomPersonal): RoomState {
  return { ...state, me: personal.me };
}

export function applyCounts(state: RoomState, counts: RoomCounts): RoomState {
  return { ...state, counts };
}

/** A price of this person was passed by another. False where they never offered, as far as the list of prices goes back. */
export function wasOutbid({ me, prices }: RoomState): boolean {
  return !me.leading && prices.some(({ number }) => number === me.number);
}

/** Does the list hold every confirmed price of the lot? */
export function hasAllPrices(state: RoomState): boolean {
  return state.prices.length >= state.head.count;
}
