import type { JoinAnswer } from '../../shared/realtime/room-answers.ts';
import { ROOM_EVENTS, type RoomUpdate } from '../../shared/realtime/room.ts';
import { MinimalSocket } from '../lib/minimal-socket.ts';
import { serveTasks } from '../lib/worker.ts';

/** Rooms one socket watches: the product allows so many. */
const ROOMS_PER_SOCKET = 20;
const CLOSED = Buffer.from('"phase":"closed"');

const closedAt = new Map<number, number>();
let deadlineMs = 0;

serveTasks({
  /** Watches lots 1 … rooms; resolves with the instant at which all of them end, ms since 1970. */
  connect: async ({ url, rooms }: { url: string; rooms: number }) => {
    for (let first = 1; first <= rooms; first += ROOMS_PER_SOCKET) {
      const socket = await MinimalSocket.connect(url);
      socket.onEvent = (bytes, start, end) => {
        if (bytes.indexOf(CLOSED, start) < 0) return;
        const now = Date.now();
        const [event, update] = JSON.parse(bytes.toString('utf8', start + 2, end)) as [string, RoomUpdate];
        if (event !== ROOM_EVENTS.update || update.head.phase !== 'closed') return;
        if (!closedAt.has(update.head.lotId)) closedAt.set(update.head.lotId, now);
      };
      const lots = Array.from({ length: Math.min(ROOMS_PER_SOCKET, rooms - first + 1) }, (_, i) => first + i);
      const joined = await Promise.all(
        lots.map((lotId) => socket.ask<JoinAnswer>(ROOM_EVENTS.join, { lotId })),
      );
      for (const answer of joined) {
        if (!answer.ok) throw new Error(`a room was not entered: ${answer.error.code}`);
        if ('snapshot' in answer) deadlineMs = Math.max(deadlineMs, answer.snapshot.head.deadlineMs);
      }
    }
    return deadlineMs;
  },
  figures: () => {
    const delays = [...closedAt.values()].map((at) => at - deadlineMs).toSorted((a, b) => a - b);
    return {
      closed: delays.length,
      firstMs: delays[0] ?? null,
      medianMs: delays[delays.length >> 1] ?? null,
      lastMs: delays.at(-1) ?? null,
    };
  },
});
