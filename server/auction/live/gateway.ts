import type { RealtimeServer } from '#server/platform/realtime/index.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/i18n/languages.ts';
import type { ErrorAnswer, RoomError } from '#shared/realtime/room.ts';
import { roomError } from '#shared/realtime/room-errors.ts';
import type { IncomingMessage } from 'node:http';
import type { EventBudgets } from './event-budgets.ts';
import { gatherFrames } from './gather-frames.ts';
import type { GatewayEvent } from './gateway-events.ts';
import type { Authenticate, LiveLogger, LiveMetrics } from './live-options.ts';
import { stateOf, type LiveSocket, type SocketState } from './live-socket.ts';
import type { SocketCaps } from './socket-caps.ts';

export interface GatewayOptions {
  io: RealtimeServer;
  events: ReadonlyMap<string, GatewayEvent>;
  authenticate: Authenticate;
  language: (request: IncomingMessage) => Language;
  address: (request: IncomingMessage) => string;
  budgets: EventBudgets;
  caps: SocketCaps;
  log: LiveLogger;
  metrics: LiveMetrics;
  connected(socket: LiveSocket): void;
  disconnected(socket: LiveSocket): void;
  /** The sender of an event has sent too much for too long. */
  exhausted(socket: LiveSocket): void;
}

/** A client comes in once. Coming in is work that no budget of events counts, so a connection does it a few times at most. */
const MOST_ENTRIES = 3;

/**
 * The socket's side of the room: who is this, may it send that often, is the payload well-formed; then the event's
 * handler. Every event gets an answer where the sender asked for one; what cannot be understood is counted, and a
 * sender of too much of it is disconnected.
 */
export function openGateway(options: GatewayOptions): void {
  const { io, events, budgets, caps, log, metrics } = options;

  /** How often each connection came in. */
  const entries = new WeakMap<object, number>();

  io.use((socket, next) => {
    const { conn } = socket;
    const entered = (entries.get(conn) ?? 0) + 1;
    entries.set(conn, entered);
    if (entered > MOST_ENTRIES) {
      metrics.count('abuser-disconnected');
      conn.close();
      return;
    }
    receiveConnection(socket).then(
      (refused) => next(refused ? new Error(refused) : undefined),
      (error: unknown) => {
        // The session store is away: the client tries again by itself, better than turning a bidder into a visitor.
        log.warn({ err: error }, 'connection not authenticated');
        next(new Error('unavailable'));
      },
    );
  });

  io.on('connection', (socket) => {
    metrics.count('socket-connected');
    gatherFrames(socket);
    options.connected(socket);
    socket.on('disconnect', () => {
      metrics.count('socket-disconnected');
      options.disconnected(socket);
    });
    socket.onAny((name: unknown, ...args: unknown[]) => receive(socket, name, args));
  });

  /** Who comes, and whether there is a seat left; the reason when not. */
  async function receiveConnection(socket: LiveSocket): Promise<string | null> {
    const { request, conn } = socket;
    const identity = await options.authenticate(request);
    const person = identity?.person ?? null;
    const address = options.address(request);
    const seat = await caps.take({ session: identity?.sessionId || null, person, address });
    if ('full' in seat) {
      metrics.count(`sockets-full-${seat.full}`);
      return 'too-many-connections';
    }
    // A connection that went while it was looked at says nothing more of itself.
    if (conn.readyState === 'open') conn.once('close', seat.leave);
    else seat.leave();
    socket.once('disconnect', seat.leave);
    const state: SocketState = {
      identity,
      language: identity?.language ?? options.language(request),
      address,
      allowance: person === null ? budgets.ofVisitor(address) : budgets.ofPerson(person),
    };
    socket.data = state;
    return null;
  }

  function receive(socket: LiveSocket, name: unknown, args: unknown[]): void {
    const last = args.at(-1);
    const acknowledge = typeof last === 'function' ? (args.pop() as (answer: unknown) => void) : ignore;
    const { allowance } = stateOf(socket);
    if (!allowance.spend(performance.now())) {
      refuse(socket, acknowledge, 'rate-limited');
      return;
    }
    const event = typeof name === 'string' ? events.get(name) : undefined;
    if (!event) {
      allowance.malformed();
      refuse(socket, acknowledge, 'unknown-event');
      return;
    }
    const parsed = event.schema.safeParse(args.length === 1 ? args[0] : undefined);
    if (!parsed.success) {
      allowance.malformed();
      refuse(socket, acknowledge, 'malformed', parsed.error.issues[0]?.path.join('.'));
      return;
    }
    handled(event, socket, parsed.data).then(
      (answer: unknown) => answerWith(socket, acknowledge, answer),
      (error: unknown) => {
        // Something the handler needs is away. Nothing was judged: the client may send the same command again.
        log.error({ err: error, event: name }, 'event not handled');
        refuse(socket, acknowledge, 'unavailable');
      },
    );
  }

  function answerWith(socket: LiveSocket, acknowledge: (answer: unknown) => void, answer: unknown): void {
    if (typeof answer === 'string') refuse(socket, acknowledge, answer as RoomError['code']);
    else acknowledge(answer);
  }

  function refuse(
    socket: LiveSocket,
    acknowledge: (answer: unknown) => void,
    code: RoomError['code'],
    field?: string,
  ): void {
    metrics.count(code);
    const { language, allowance } = stateOf(socket);
    const error = roomError(code, language ?? DEFAULT_LANGUAGE);
    acknowledge({ ok: false, error: field ? { ...error, field } : error } satisfies ErrorAnswer);
    if (!allowance.exhausted) return;
    metrics.count('abuser-disconnected');
    options.exhausted(socket);
  }
}

/** A handler that throws instead of rejecting is answered the same way. */
function handled(event: GatewayEvent, socket: LiveSocket, payload: unknown): Promise<unknown> {
  try {
    return Promise.resolve(event.handle(socket, payload));
  } catch (error) {
    // Not retried here: whoever waits for the answer is told.
    return Promise.reject(error);
  }
}

/** The sender asked for no acknowledgement: the event is handled all the same. */
const ignore = (): void => undefined;
