import type { MyRoom, PublicPrice, RoomHead, RoomSnapshot, RoomUpdate } from '#shared/realtime/room.ts';
import { fromSnapshot } from '#shared/realtime/client/room-state.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';

export function head(seq: number, change: Partial<RoomHead> = {}): RoomHead {
  return {
    lotId: 7,
    epoch: 1,
    seq,
    hash: 'ab'.repeat(32),
    phase: 'running',
    pauseCause: null,
    pauseReason: null,
    resumeAtMs: null,
    deadlineMs: 1_000_000,
    extensions: 0,
    priceTiyin: null,
    count: 0,
    leaderNumber: null,
    suggestedTiyin: 100_00,
    applicants: 3,
    outcome: null,
    winnerNumber: null,
    serverAtMs: 900_000,
    ...change,
  };
}

export function price(seq: number, number = 2, amountTiyin = seq * 100_00): PublicPrice {
  return { seq, number, amountTiyin, atMs: 900_000 + seq, auto: false, extended: false };
}

export const me: MyRoom = {
  role: 'bidder',
  notBiddingBecause: null,
  number: 1,
  limitTiyin: null,
  auto: null,
  leading: false,
};

export function snapshot(change: Partial<RoomSnapshot> = {}): RoomSnapshot {
  return {
    head: head(3),
    rules: {
      firstBid: 'startPlusIncrement',
      increment: { kind: 'percentOfStart', percents: [5] },
      overtime: { windowMs: 60_000, extendToMs: 60_000 },
      leaderMayRaise: false,
      minParticipants: { count: 1, at: 'close' },
    },
    startPriceTiyin: 100_00,
    opensAtMs: 800_000,
    closesAtMs: 1_000_000,
    practice: true,
    prices: [],
    events: [],
    me,
    counts: { lotId: 7, viewers: 4, participants: 2, applicants: 3 },
    ...change,
  };
}

export function room(change: Partial<RoomSnapshot> = {}): RoomState {
  return fromSnapshot(snapshot(change));
}

export function update(prevSeq: number, prices: PublicPrice[], change: Partial<RoomHead> = {}): RoomUpdate {
  const last = prices.at(-1);
  return {
    prevSeq,
    head: head(last?.seq ?? prevSeq, {
      ...(last ? { priceTiyin: last.amountTiyin, leaderNumber: last.number } : {}),
      ...change,
    }),
    prices,
    events: [],
    omitted: 0,
  };
}
