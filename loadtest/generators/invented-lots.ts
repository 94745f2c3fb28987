import { setTimeout as pause } from 'node:timers/promises';
import type { WatchBoardAnswer } from '../../shared/realtime/room-answers.ts';
import { ROOM_EVENTS } from '../../shared/realtime/room.ts';
import { MinimalSocket } from '../lib/minimal-socket.ts';
import { serveTasks } from '../lib/worker.ts';

/** Ids of one list, as many as the server takes. */
const LIST = 60;

let visitors: MinimalSocket[] = [];
let invented = 1_000_000_000;

const list = (): number[] => Array.from({ length: LIST }, () => (invented += 1));

serveTasks({
  connect: async ({ url, sockets }: { url: string; sockets: number }) => {
    visitors = await Promise.all(Array.from({ length: sockets }, () => MinimalSocket.connect(url)));
  },
  /** Lists of invented lots, `perSecond` of each socket; counts answers by their words. */
  flood: async ({ milliseconds, perSecond }: { milliseconds: number; perSecond: number }) => {
    const words: Record<string, number> = {};
    const until = performance.now() + milliseconds;
    await Promise.all(
      visitors.map(async (visitor) => {
        while (performance.now() < until) {
          const answer = await visitor.ask<WatchBoardAnswer>(ROOM_EVENTS.watchBoard, { lotIds: list() });
          const word = answer.ok ? 'answered' : answer.error.code;
          words[word] = (words[word] ?? 0) + 1;
          await pause(1_000 / perSecond);
        }
      }),
    );
    return words;
  },
});
