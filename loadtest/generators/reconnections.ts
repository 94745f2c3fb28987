import { setTimeout as pause } from 'node:timers/promises';
import type { BidAck } from '../../shared/realtime/room-answers.ts';
import { ROOM_EVENTS } from '../../shared/realtime/room.ts';
import { MinimalSocket } from '../lib/minimal-socket.ts';
import { serveTasks } from '../lib/worker.ts';

const PATIENCE_MS = 60_000;
/** Together they ask so often at most: coming back is measured, not a storm. */
const ASKED_PER_SECOND = 5_000;
const LEAST_PAUSE_MS = 20;

let bots: MinimalSocket[] = [];
let bids = 0;
let amount = 1_000;
let done: Promise<number[]> | null = null;

/** Bids in one lot until one is accepted; returns when that was, ms since 1970. */
async function accepted(bot: MinimalSocket, lotId: number, pauseMs: number): Promise<number> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  const words = new Map<string, number>();
  while (Date.now() < giveUpAt) {
    bids += 1;
    const payload = { lotId, bidId: `back-${process.pid}-${bids}`, amountTiyin: (amount += 10) };
    const answer = await bot.ask<BidAck>(ROOM_EVENTS.place, payload);
    if ('verdict' in answer && answer.verdict === 'accepted') return Date.now();
    const word =
      'error' in answer ? answer.error.code : answer.verdict === 'refused' ? answer.reason : answer.verdict;
    words.set(word, (words.get(word) ?? 0) + 1);
    await pause(pauseMs);
  }
  const reported = [...words].map(([word, times]) => `${word} ${times} ×`).join(', ');
  throw new Error(`lot ${lotId} accepts no bids any more: ${reported}`);
}

interface Rooms {
  /** Lots 1 … rooms, or from `firstLot` on. */
  rooms: number;
  firstLot?: number;
  /** Offers are higher than this. */
  aboveTiyin?: number;
}

/** In all rooms at once; resolves with when each accepted. */
function acceptedInAll({ rooms, firstLot = 1, aboveTiyin = 0 }: Rooms): Promise<number[]> {
  amount = Math.max(amount, aboveTiyin);
  const pauseMs = Math.max(LEAST_PAUSE_MS, (rooms / ASKED_PER_SECOND) * 1_000);
  return Promise.all(
    Array.from({ length: rooms }, (_, i) =>
      accepted(bots[i % bots.length] as MinimalSocket, firstLot + i, pauseMs),
    ),
  );
}

serveTasks({
  connect: async ({ url, sockets }: { url: string; sockets: number }) => {
    bots = await Promise.all(
      Array.from({ length: sockets }, () => MinimalSocket.connect(url, { 'x-load-person': 'b1' })),
    );
  },
  /** A bid accepted in each of the rooms. */
  bid: async (rooms: Rooms) => {
    await acceptedInAll(rooms);
  },
  begin: (rooms: Rooms) => {
    done = acceptedInAll(rooms);
    done.catch(() => undefined); // given to those who ask for `back`
  },
  back: async () => await done,
});
