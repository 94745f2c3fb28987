import type { z } from 'zod';
import type { RateLimitedQueue } from '#server/platform/realtime/index.ts';
import type {
  JoinAnswer,
  LeaveAnswer,
  PingAnswer,
  RoomError,
  WatchBoardAnswer,
  WatchRoomsAnswer,
} from '#shared/realtime/room-answers.ts';
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
  watchRoomsSchema,
  type BidAnswer,
  type RoomNotice,
} from '#shared/realtime/room.ts';
import type { AutoBidRateLimit } from './auto-bid-rate-limit.ts';
import type { Audiences } from './audience.ts';
import type { Board } from './board.ts';
import type { Broadcaster } from './broadcaster.ts';
import { addressOfSocket, identityOf, personOf, type LiveSocket } from './live-socket.ts';
import type { BidService } from './bid-service.ts';
import type { LookupBudgets } from './lookup-budgets.ts';
import type { RoomAccess } from './room-access.ts';
import type { Rooms } from './rooms.ts';
import type { StaffBoard } from './staff-board.ts';

/** A screen watches one room, rarely a few: more is a fault or abuse. */
const MAX_ROOMS = 20;

/** What a handler returns: an answer, or the error code of a command that is not allowed. */
type Answer<T> = T | RoomError['code'];

export interface GatewayEvent {
  schema: z.ZodType;
  handle(socket: LiveSocket, payload: unknown): unknown;
}

export interface GatewayParts {
  rooms: Rooms;
  access: RoomAccess;
  bids: BidService;
  audiences: Audiences;
  broadcaster: Broadcaster;
  board: Board;
  staffBoard: StaffBoard;
  joins: RateLimitedQueue;
  /** Counts those who entered, and whom the platform could not let in. */
  joined: (tookMs: number | null) => void;
  autoBidRate: AutoBidRateLimit;
  lookups: LookupBudgets;
  nowMs: () => number;
}

/** Every event a client may send: its schema and its handler. No auction rule is applied here. */
export function gatewayEvents(parts: GatewayParts): Map<string, GatewayEvent> {
  const {
    rooms,
    access,
    bids,
    audiences,
    broadcaster,
    board,
    staffBoard,
    joins,
    joined,
    autoBidRate,
    lookups,
    nowMs,
  } = parts;
  const events = new Map<string, GatewayEvent>();
  const mayLookUp = (socket: LiveSocket, lotIds: readonly number[]): boolean => {
    const asked = lotIds.filter((lotId) => rooms.needsLookup(lotId)).length;
    return lookups.spend(socket, addressOfSocket(socket), asked, performance.now());
  };
  const on = <Schema extends z.ZodType>(
    name: string,
    schema: Schema,
    handle: (socket: LiveSocket, payload: z.output<Schema>) => unknown,
  ) => events.set(name, { schema, handle: (socket, payload) => handle(socket, payload as z.output<Schema>) });

  const join = async (
    socket: LiveSocket,
    { lotId, after }: z.output<typeof joinSchema>,
  ): Promise<Answer<JoinAnswer>> => {
    if (audiences.roomsOf(socket).size >= MAX_ROOMS && !audiences.of(lotId)?.has(socket))
      return 'rate-limited';
    if (!(await joins.enter(addressOfSocket(socket)))) return 'unavailable';
    if (!mayLookUp(socket, [lotId])) return 'rate-limited';
    const identity = identityOf(socket);
    const room = await access.enter(lotId, identity);
    if (typeof room === 'string') return room;
    if (after) await access.reach(room, after);
    if (!socket.connected) return 'unavailable';
    // Entering and reading happen in one turn of the event loop: no update can come in between.
    audiences.enter(socket, lotId, personOf(socket), addressOfSocket(socket));
    broadcaster.open(room);
    if (rooms.healthOf(room) === 'interrupted' && room.view.phase !== 'closed') {
      socket.emit(ROOM_EVENTS.notice, { lotId, kind: 'interrupted', atMs: nowMs() } satisfies RoomNotice);
    }
    return access.show(room, identity, after);
  };

  on(ROOM_EVENTS.join, joinSchema, async (socket, asked): Promise<Answer<JoinAnswer>> => {
    const from = performance.now();
    try {
      const answer = await join(socket, asked);
      if (typeof answer !== 'string') joined(performance.now() - from);
      else if (answer === 'unavailable' && socket.connected) joined(null);
      return answer;
    } catch (error) {
      joined(null);
      throw error;
    }
  });

  on(ROOM_EVENTS.leave, leaveSchema, (socket, { lotId }): LeaveAnswer => {
    audiences.leave(socket, lotId, personOf(socket), addressOfSocket(socket));
    return { ok: true };
  });

  on(
    ROOM_EVENTS.catchUp,
    catchUpSchema,
    async (socket, { lotId, epoch, afterSeq }): Promise<Answer<JoinAnswer>> => {
      if (!mayLookUp(socket, [lotId])) return 'rate-limited';
      const identity = identityOf(socket);
      const room = await access.enter(lotId, identity);
      if (typeof room === 'string') return room;
      const after = { epoch, seq: afterSeq };
      await access.reach(room, after);
      return access.show(room, identity, after);
    },
  );

  on(ROOM_EVENTS.place, placeSchema, (socket, command): Promise<BidAnswer> | 'no-session' => {
    const person = personOf(socket);
    return person === null ? 'no-session' : bids.submit({ kind: 'place', person, ...command });
  });

  on(ROOM_EVENTS.setAuto, setAutoSchema, (socket, command): Answer<Promise<BidAnswer>> => {
    const person = personOf(socket);
    if (person !== null && !autoBidRate.spend(person, performance.now())) return 'rate-limited';
    return person === null ? 'no-session' : bids.submit({ kind: 'set-auto', person, ...command });
  });

  on(ROOM_EVENTS.clearAuto, clearAutoSchema, (socket, command): Answer<Promise<BidAnswer>> => {
    const person = personOf(socket);
    if (person !== null && !autoBidRate.spend(person, performance.now())) return 'rate-limited';
    return person === null ? 'no-session' : bids.submit({ kind: 'clear-auto', person, ...command });
  });

  on(ROOM_EVENTS.find, findSchema, (socket, query): Promise<BidAnswer> | 'no-session' => {
    const person = personOf(socket);
    return person === null ? 'no-session' : bids.find({ person, ...query });
  });

  on(ROOM_EVENTS.ping, pingSchema, (_socket, { clientAtMs }): PingAnswer => {
    return { ok: true, clientAtMs, serverAtMs: nowMs() };
  });

  on(
    ROOM_EVENTS.watchBoard,
    watchBoardSchema,
    async (socket, { lotIds }): Promise<Answer<WatchBoardAnswer>> => {
      if (!mayLookUp(socket, [...new Set(lotIds)])) return 'rate-limited';
      return { ok: true, cards: await board.watch(socket, lotIds) };
    },
  );

  on(
    ROOM_EVENTS.watchRooms,
    watchRoomsSchema,
    async (socket, { watching }): Promise<Answer<WatchRoomsAnswer>> => {
      if (identityOf(socket)?.seesEveryRoom !== true) return 'no-access';
      if (!watching) staffBoard.leave(socket);
      else if (!(await staffBoard.watch(socket))) return 'unavailable';
      return { ok: true };
    },
  );

  return events;
}
