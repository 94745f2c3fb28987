import type { IncomingMessage } from 'node:http';
import {
  createRateLimitedQueue,
  SINGLE_NODE,
  type RealtimeServer,
  type NodeCounts,
  type NodeMessages,
  type SocketSessions,
} from '#server/platform/realtime/index.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/i18n/languages.ts';
import { ROOM_EVENTS, type RoomNotice } from '#shared/realtime/room.ts';
import type { AuctionState } from '../state/contract.ts';
import { BidAttempts } from './bid-attempts.ts';
import { BidReceipts } from './bid-receipts.ts';
import { Audiences } from './audience.ts';
import { Board, type ReadOtherCards } from './board.ts';
import { Broadcaster } from './broadcaster.ts';
import { startPeriodicWork } from './periodic-work.ts';
import type { FeedHealth } from './committed-feed.ts';
import { AutoBidRateLimit } from './auto-bid-rate-limit.ts';
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
import { addressOfSocket, identityOf, personOf } from './live-socket.ts';
import { BidService } from './bid-service.ts';
import { LookupBudgets } from './lookup-budgets.ts';
import { Presence } from './presence.ts';
import { RecentAnswers } from './recent-answers.ts';
import { RoomAccess, type MayWatch } from './room-access.ts';
import { Rooms, type RoomHistory } from './rooms.ts';
import { sendAway } from './send-away.ts';
import { followServerClock } from './server-clock.ts';
import { SocketCaps } from './socket-caps.ts';
import { StaffBoard, type ReadRooms } from './staff-board.ts';
import type { WebReach } from './web-reach.ts';

export interface LiveOptions {
  state: AuctionState;
  repository: RoomHistory;
  io: RealtimeServer;
  /** Who is behind a connection; null for a visitor. */
  authenticate: Authenticate;
  /** Ends sockets with their sessions; none: sessions do not end. */
  sessions?: Pick<SocketSessions, 'add' | 'remove'>;
  /** Language of a visitor's texts; the person's own comes with the identity. */
  language?: (request: IncomingMessage) => Language;
  /** Client address, or the network it belongs to; the connection's remote address by default. */
  address?: (request: IncomingMessage) => string;
  limits?: Partial<LiveLimits>;
  /** Counts of the other nodes, by which limits hold over all of them; this node alone by default. */
  shared?: NodeCounts;
  /** Reports of presence between the nodes; this node alone by default. Closed with the live side. */
  messages?: NodeMessages;
  /** The other nodes, for what each answered; none: this one is alone. */
  answerMessages?: NodeMessages;
  /** Name of this node, unique among the running ones. */
  node: string;
  logger: LiveLogger;
  metrics: LiveMetrics;
  /** Rooms shared with other parts of this process; created here by default. */
  rooms?: Rooms;
  /** What this process says of its ability to place bids; started and stopped with the live side. None: it says nothing. */
  reach?: WebReach;
  /** Checked in addition to the core's own rule (closed lots are visible to admitted bidders and staff only). */
  mayWatch?: MayWatch;
  /** Whether offers that can never be accepted are refused by what is committed, without the script (default true). */
  refusesEarly?: boolean;
}

/** The committed views of one process; one instance serves sockets, HTTP and the domains. */
export const createRooms = (o: { state: AuctionState; repository: RoomHistory; logger: LiveLogger }): Rooms =>
  new Rooms({
    history: o.repository,
    source: o.state,
    partitionOf: (lotId) => o.state.partitions.of(lotId),
    log: o.logger,
  });

/** Socket.IO room with all sockets of a person on this node. */
const personRoom = (person: string): string => `person:${person}`;

export type Live = ReturnType<typeof createLive>;

/** The live side of one web process: rooms, sockets, answers, broadcasts. */
export function createLive(options: LiveOptions) {
  const { state, repository, io, logger: log, metrics } = options;
  const limits: LiveLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const clock = followServerClock(() => state.redisNowUs());
  const rooms = options.rooms ?? createRooms({ state, repository, logger: log });
  const audiences = new Audiences();
  const presence = new Presence({
    node: options.node,
    rooms,
    audiences,
    log,
    messages: options.messages ?? null,
  });
  const access = new RoomAccess({
    rooms,
    presence,
    nowMs: clock.nowMs,
    mayWatch: options.mayWatch ?? (() => true),
  });
  const attempts = new BidAttempts(repository, log, metrics);
  const receipts = new BidReceipts(repository, log, metrics);
  const answers = new RecentAnswers({
    node: options.node,
    messages: options.answerMessages ?? null,
    log,
  });
  const bids = new BidService({
    rooms,
    state,
    history: repository,
    attempts,
    receipts,
    answers,
    metrics,
    isCut: () => options.reach?.isCut() ?? false,
    refusesEarly: options.refusesEarly ?? true,
  });
  const broadcaster = new Broadcaster(audiences, clock.nowMs, log);
  const board = new Board(access);
  const staffBoard = new StaffBoard();
  const joins = createRateLimitedQueue({ perSecond: limits.joinsPerSecond, queue: 20_000 });
  const shared = options.shared ?? SINGLE_NODE;
  const budgets = new EventBudgets({ limits, shared, log });
  const lookups = new LookupBudgets(limits, () => metrics.count('lookups-refused'));
  const caps = new SocketCaps({ limits, shared, log });
  const interrupted = new Set<number>();

  const notice = (lotId: number, kind: RoomNotice['kind']) => {
    metrics.count(`notice-${kind}`);
    void audiences
      .of(lotId)
      ?.send(ROOM_EVENTS.notice, { lotId, kind, atMs: clock.nowMs() } satisfies RoomNotice);
  };

  const interrupt = (lotId: number) => {
    if (interrupted.has(lotId) || rooms.peek(lotId)?.view.phase === 'closed') return;
    interrupted.add(lotId);
    notice(lotId, 'interrupted');
  };
  const goOn = (lotId: number) => {
    if (interrupted.delete(lotId)) notice(lotId, 'back');
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
    rebuilt: (room, shownSeq) => {
      metrics.count('room-rebuilt');
      broadcaster.rebuilt(room, shownSeq);
      board.advanced(room);
    },
    healthChanged: (room, health: FeedHealth) => {
      if (health === 'interrupted') interrupt(room.lotId);
      else if (health === 'healthy') goOn(room.lotId);
    },
    wanted: (lotId) => audiences.of(lotId) !== undefined || board.watched(lotId),
  });

  openGateway({
    io,
    events: gatewayEvents({
      rooms,
      access,
      bids,
      audiences,
      broadcaster,
      board,
      staffBoard,
      joins,
      nowMs: clock.nowMs,
      joined: (tookMs) => metrics.joined(tookMs),
      autoBidRate: new AutoBidRateLimit(limits),
      lookups,
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
      const identity = identityOf(socket);
      if (identity) options.sessions?.add(identity.sessionId, socket);
      const person = personOf(socket);
      // The in-memory adapter joins at once.
      if (person !== null) void socket.join(personRoom(person));
    },
    disconnected: (socket) => {
      const identity = identityOf(socket);
      if (identity) options.sessions?.remove(identity.sessionId, socket);
      board.leave(socket);
      staffBoard.leave(socket);
      audiences.leaveAll(socket, personOf(socket), addressOfSocket(socket));
    },
  });

  options.reach?.start({
    biddersHere: () => presence.biddersHere(),
    moveAway: () => void sendAway(io.sockets.sockets.values()),
    paused: () => {
      for (const { lotId } of audiences.all()) interrupt(lotId);
    },
    // Where the feed is still silent, the room goes on with its first message.
    back: () => {
      for (const lotId of interrupted) {
        const room = rooms.peek(lotId);
        if (!room || rooms.healthOf(room) === 'healthy') goOn(lotId);
      }
    },
  });

  const periodicWork = startPeriodicWork({
    sockets: () => io.sockets.sockets.values(),
    audiences,
    broadcaster,
    presence,
    answers,
    board,
    staffBoard,
    budgets,
    lookups,
    caps,
    log,
    metrics,
  });

  return {
    rooms,
    bids,
    access,
    presence,
    answers,
    /** Time of the clock by which rooms open and close, ms since 1970. */
    nowMs: clock.nowMs,
    /** To all sockets of a session's person on this node, outside any room (e.g. balance changed). */
    notifyPerson: (person: string, event: string, payload: unknown) => {
      io.to(personRoom(person)).emit(event, payload);
    },
    /** How the board of staff is read; until then no socket can watch it. */
    serveStaffBoard: (read: ReadRooms) => staffBoard.serve(read),
    /** Where cards of lots without a room come from; until then boards show none. */
    serveOtherCards: (read: ReadOtherCards) => board.serveOthers(read),
    /** Whether people are sent to other processes, for this one is cut off: what it says of rooms is not current. */
    sendsAway: () => options.reach?.takesConnections() === false,
    /** Rooms and sockets of this node, for gauges. */
    figures: () => ({ rooms: rooms.size, sockets: io.sockets.sockets.size }),
    /** Ends in order: every command under way is answered, and clients come back elsewhere. */
    async stop(): Promise<void> {
      await options.reach?.stop();
      await sendAway(io.sockets.sockets.values(), () => bids.finish());
      periodicWork.stop();
      answers.stop();
      joins.close();
      clock.stop();
      io.disconnectSockets(true);
      await Promise.all([caps.stop(), presence.stop()]);
      await rooms.stop();
      await Promise.all([attempts.stop(), receipts.stop()]);
    },
  };
}
