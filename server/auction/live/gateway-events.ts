import type { z } from 'zod';
import type { Admission } from '#server/platform/realtime/index.ts';
import {
  catchUpSchema,
  clearAutoSchema,
  findSchema,
  joinSchema,
  leaveSchema,
  pingSchema,
  placeSchema,
  ROOM_EVENTS,
  setAutoSchema,
  watchBoardSchema,
  type BidAnswer,
  type JoinAnswer,
  type LeaveAnswer,
  type PingAnswer,
  type RoomError,
  type RoomNotice,
  type WatchBoardAnswer,
} from '#shared/realtime/room.ts';
import type { AutoBidPace } from './auto-bid-pace.ts';
import type { Audiences } from './audience.ts';
import type { Board } from './board.ts';
import type { Broadcaster } from './broadcaster.ts';
import { addressOfSocket, identityOf, personOf, type LiveSocket } from './live-socket.ts';
import type { BidDesk } from './place-bid.ts';
import type { RoomDoor } from './room-door.ts';
import type { Rooms } from './rooms.ts';

/** A socket watches one room, a second screen a few: more is a mistake or worse. */
const MAX_ROOMS = 20;

/** What a handler gives back: an answer, or the code of why the command is not allowed. */
type Answer<T> = T | RoomError['code'];

export interface GatewayEvent {
  schema: z.ZodType;
  handle(socket: LiveSocket, payload: unknown): Promise<unknown> | unknown;
}

export interface GatewayParts {
  rooms: Rooms;
  door: RoomDoor;
  desk: BidDesk;
  audiences: Audiences;
  broadcaster: Broadcaster;
  board: Board;
  joins: Admission;
  pace: AutoBidPace;
  nowMs: () => number;
}

/** Every event a client may send: its schema and what it does. No rule of the auction is judged here. */
export function gatewayEvents(parts: GatewayParts): Map<string, GatewayEvent> {
  const { rooms, door, desk, audiences, broadcaster, board, joins, pace, nowMs } = parts;
  const events = new Map<string, GatewayEvent>();
  const on = <Schema extends z.ZodType>(
    name: string,
    schema: Schema,
    handle: (socket: LiveSocket, payload: z.output<Schema>) => Promise<unknown> | unknown,
  ) => events.set(name, { schema, handle: (socket, payload) => handle(socket, payload as z.output<Schema>) });

  on(ROOM_EVENTS.join, joinSchema, async (socket, { lotId, after }): Promise<Answer<JoinAnswer>> => {
    if (audiences.roomsOf(socket).size >= MAX_ROOMS && !audiences.of(lotId)?.has(socket))
      return 'rate-limited';
    if (!(await joins.enter())) return 'unavailable';
    const identity = identityOf(socket);
    const room = await door.enter(lotId, identity);
    if (typeof room === 'string') return room;
    if (after) await door.reach(room, after.seq);
    if (!socket.connected) return 'unavailable';
    // Entering and reading in one turn: no update can come between the two.
    audiences.enter(socket, lotId, personOf(socket), addressOfSocket(socket));
    broadcaster.open(room);
    if (rooms.voiceOf(room) === 'interrupted' && room.view.phase !== 'closed') {
      socket.emit(ROOM_EVENTS.notice, { lotId, kind: 'interrupted', atMs: nowMs() } satisfies RoomNotice);
    }
    return door.show(room, identity, after?.seq);
  });

  on(ROOM_EVENTS.leave, leaveSchema, (socket, { lotId }): LeaveAnswer => {
    audiences.leave(socket, lotId, personOf(socket), addressOfSocket(socket));
    return { ok: true };
  });

  on(ROOM_EVENTS.catchUp, catchUpSchema, async (socket, { lotId, afterSeq }): Promise<Answer<JoinAnswer>> => {
    const identity = identityOf(socket);
    const room = await door.enter(lotId, identity);
    if (typeof room === 'string') return room;
    await door.reach(room, afterSeq);
    return door.show(room, identity, afterSeq);
  });

  on(ROOM_EVENTS.place, placeSchema, (socket, command): Promise<BidAnswer> | 'no-session' => {
    const person = personOf(socket);
    return person === null ? 'no-session' : desk.submit({ kind: 'place', person, ...command });
  });

  on(ROOM_EVENTS.setAuto, setAutoSchema, (socket, command): Answer<Promise<BidAnswer>> => {
    const person = personOf(socket);
    if (person !== null && !pace.spend(person, performance.now())) return 'rate-limited';
    return person === null ? 'no-session' : desk.submit({ kind: 'set-auto', person, ...command });
  });

  on(ROOM_EVENTS.clearAuto, clearAutoSchema, (socket, command): Answer<Promise<BidAnswer>> => {
    const person = personOf(socket);
    if (person !== null && !pace.spend(person, performance.now())) return 'rate-limited';
    return person === null ? 'no-session' : desk.submit({ kind: 'clear-auto', person, ...command });
  });

  on(ROOM_EVENTS.find, findSchema, (socket, query): Promise<BidAnswer> | 'no-session' => {
    const person = personOf(socket);
    return person === null ? 'no-session' : desk.find({ person, ...query });
  });

  on(ROOM_EVENTS.ping, pingSchema, (_socket, { clientAtMs }): PingAnswer => {
    return { ok: true, clientAtMs, serverAtMs: nowMs() };
  });

  on(ROOM_EVENTS.watchBoard, watchBoardSchema, async (socket, { lotIds }): Promise<WatchBoardAnswer> => {
    return { ok: true, cards: await board.watch(socket, lotIds) };
  });

  return events;
}
