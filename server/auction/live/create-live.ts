import type { IncomingMessage } from 'node:http';
import {
  createAdmission,
  OWN_FIGURES,
  type RealtimeServer,
  type SharedFigures,
} from '#server/platform/realtime/index.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/i18n/languages.ts';
import { ROOM_EVENTS, type RoomNotice } from '#shared/realtime/room.ts';
import type { AuctionState } from '../state/contract.ts';
import { Attempts } from './attempts.ts';
import { Audiences } from './audience.ts';
import { Board } from './board.ts';
import { Broadcaster } from './broadcaster.ts';
import { startEverySecond } from './every-second.ts';
import type { FeedVoice } from './feed.ts';
import { AutoBidPace } from './auto-bid-pace.ts';
import { EventBudgets } from './event-budgets.ts';
import { gatewayEvents } from './gateway-events.ts';
import { openGateway } from './gateway.ts';
import {
  DEFAULT_LIMITS,
  type Authenticate,
  type LiveLimits,
  type LiveLogger,
  type LiveMetrics,
} from './live-options.ts';
import { addressOfSocket, personOf } from './live-socket.ts';
import { BidDesk } from './place-bid.ts';
import { Presence } from './presence.ts';
import { RoomDoor, type MayWatch } from './room-door.ts';
import { Rooms, type RoomHistory } from './rooms.ts';
import { followServerClock } from './server-clock.ts';
import { SocketCaps } from './socket-caps.ts';
import { SocketSessions } from './socket-sessions.ts';

export interface LiveOptions {
  state: AuctionState;
  repository: RoomHistory;
  io: RealtimeServer;
  /** Who is behind a connection; null for a visitor. */
  authenticate: Authenticate;
  sessionStillValid: (sessionId: string) => Promise<boolean>;
  /** Language of a visitor's texts; the person's own comes with the identity. */
  language?: (request: IncomingMessage) => Language;
  /** Client address, or the network it stands for; what the connection itself says by default. */
  address?: (request: IncomingMessage) => string;
  limits?: Partial<LiveLimits>;
  /** Figures of the other nodes, by which limits count over all of them; this node alone by default. */
  shared?: SharedFigures;
  /** Name of this node, unique among those running. */
  node: string;
  logger: LiveLogger;
  metrics: LiveMetrics;
  /** Rooms of this process when something else here needs them too; its own otherwise. */
  rooms?: Rooms;
  /** Asked beside the core's own rule (closed lots show themselves to admitted bidders and staff only). */
  mayWatch?: MayWatch;
  /** Test-only break switch: answers before the commit. */
  answerBeforeCommit?: boolean;
}

/** The committed views of one process; one instance serves sockets, HTTP and the business alike. */
export const createRooms = (o: { state: AuctionState; repository: RoomHistory; logger: LiveLogger }): Rooms =>
  new Rooms({
    history: o.repository,
    source: o.state,
    partitionOf: (lotId) => o.state.partitions.of(lotId),
    log: o.logger,
  });

/** All sockets of a person on this node; they leave it with their session. */
const personRoom = (person: string): string => `person:${person}`;

export type Live = ReturnType<typeof createLive>;

/** The live side of one web process: rooms, sockets, answers, broadcasts. */
export function createLive(options: LiveOptions) {
  const { state, repository, io, logger: log, metrics } = options;
  const limits: LiveLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const clock = followServerClock(() => state.redisNowUs());
  const rooms = options.rooms ?? createRooms({ state, repository, logger: log });
  const audiences = new Audiences();
  const presence = new Presence({ state, node: options.node, rooms, audiences });
  const door = new RoomDoor({
    rooms,
    presence,
    nowMs: clock.nowMs,
    mayWatch: options.mayWatch ?? (() => true),
  });
  const attempts = new Attempts(repository, log, metrics);
  const desk = new BidDesk({
    rooms,
    state,
    history: repository,
    attempts,
    metrics,
    answerBeforeCommit: options.answerBeforeCommit ?? false,
  });
  const broadcaster = new Broadcaster(audiences, clock.nowMs, log);
  const board = new Board(io, door);
  const sessions = new SocketSessions(options.sessionStillValid, log);
  const joins = createAdmission({ perSecond: limits.joinsPerSecond, queue: 20_000 });
  const shared = options.shared ?? OWN_FIGURES;
  const budgets = new EventBudgets({ limits, shared, log });
  const caps = new SocketCaps({ limits, shared, log });
  const interrupted = new Set<number>();

  const notice = (lotId: number, kind: RoomNotice['kind']) => {
    metrics.count(`notice-${kind}`);
    void audiences
      .of(lotId)
      ?.send(ROOM_EVENTS.notice, { lotId, kind, atMs: clock.nowMs() } satisfies RoomNotice);
  };

  rooms.listen({
    advanced: (room, entries) => {
      broadcaster.advanced(room, entries);
      board.advanced(room);
    },
    epochRaised: (room) => {
      const audience = audiences.of(room.lotId);
      if (audience) void broadcaster.heartbeat(audience);
    },
    voice: (room, voice: FeedVoice) => {
      if (voice === 'interrupted' && room.view.phase !== 'closed') {
        interrupted.add(room.lotId);
        notice(room.lotId, 'interrupted');
      } else if (voice === 'speaking' && interrupted.delete(room.lotId)) notice(room.lotId, 'back');
    },
    wanted: (lotId) => audiences.of(lotId) !== undefined || board.watched(lotId),
  });

  openGateway({
    io,
    events: gatewayEvents({
      ...{ rooms, door, desk, audiences, broadcaster, board, joins, nowMs: clock.nowMs },
      pace: new AutoBidPace(limits),
    }),
    authenticate: options.authenticate,
    language: options.language ?? (() => DEFAULT_LANGUAGE),
    address: options.address ?? ((request) => request.socket.remoteAddress ?? ''),
    budgets,
    caps,
    log,
    metrics,
    exhausted: (socket) => {
      const person = personOf(socket);
      if (person === null) {
        socket.disconnect(true);
        return;
      }
      io.in(personRoom(person)).disconnectSockets(true);
      budgets.pardon(person);
    },
    connected: (socket) => {
      sessions.add(socket);
      const person = personOf(socket);
      // The in-memory adapter joins at once.
      if (person !== null) void socket.join(personRoom(person));
    },
    disconnected: (socket) => {
      sessions.remove(socket);
      board.leave(socket);
      audiences.leaveAll(socket, personOf(socket), addressOfSocket(socket));
    },
  });

  const seconds = startEverySecond({
    sockets: () => io.sockets.sockets.values(),
    audiences,
    broadcaster,
    presence,
    board,
    budgets,
    caps,
    log,
    metrics,
  });

  return {
    rooms,
    desk,
    door,
    presence,
    /** The clock rooms open and close by, ms since 1970. */
    nowMs: clock.nowMs,
    /** A session ended (sign-out, ban, expiry): its sockets are told and disconnected. */
    sessionEnded: (sessionId: string) => sessions.end(sessionId),
    /** A session's person or roles changed: its sockets come back authenticated anew. */
    sessionChanged: (sessionId: string) => sessions.renew(sessionId),
    /** To all sockets of a session's person on this node, outside any room (e.g. balance changed). */
    tellPerson: (person: string, event: string, payload: unknown) => {
      io.to(personRoom(person)).emit(event, payload);
    },
    /** Rooms and sockets of this node, for gauges. */
    figures: () => ({ rooms: rooms.size, sockets: io.sockets.sockets.size }),
    async stop(): Promise<void> {
      seconds.stop();
      sessions.stop();
      joins.close();
      clock.stop();
      io.disconnectSockets(true);
      await caps.stop();
      await rooms.stop();
      await attempts.stop();
    },
  };
}
