import type { RealtimeServer } from '#server/platform/realtime/index.ts';
import { isPageOfAnother } from '#server/platform/sessions/index.ts';
import { OTHER_PERSON } from '#shared/api/contract.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/i18n/languages.ts';
import type { ErrorAnswer, RoomError } from '#shared/realtime/room-answers.ts';
import { FROM_CLIENTS } from '#shared/realtime/room-protocol.ts';
import { roomError } from '#shared/realtime/room-errors.ts';
import type { IncomingMessage } from 'node:http';
import type { EventBudgets } from './event-budgets.ts';
import { gatherFrames } from './coalesce-frames.ts';
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
  /** The sender of an event has exceeded its limit repeatedly. */
  exhausted(socket: LiveSocket): void;
}

/** Most namespace connects of one transport connection: a client needs one, and no event budget counts them. */
const MAX_CONNECTS = 3;

/**
 * Checks each event's sender, rate and payload, then calls its handler. Every event gets an answer where the sender
 * requested one; malformed events are counted, and a sender of too many is disconnected.
 */
export function openGateway(options: GatewayOptions): void {
  const { io, events, budgets, caps, log, metrics } = options;

  /** Namespace connects by transport connection. */
  const connects = new WeakMap<object, number>();

  io.use((socket, next) => {
    const { conn } = socket;
    const count = (connects.get(conn) ?? 0) + 1;
    connects.set(conn, count);
    if (count > MAX_CONNECTS) {
      metrics.count('abuser-disconnected');
      conn.close();
      return;
    }
    receiveConnection(socket).then(
      (refused) => next(refused ? new Error(refused) : undefined),
      (error: unknown) => {
        // The session store is unavailable: the client retries by itself, which is better than treating a bidder as a visitor.
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

  /** Authenticates the connection and takes its slot; returns the reason when it is refused. */
  async function receiveConnection(socket: LiveSocket): Promise<string | null> {
    const { request, conn } = socket;
    const identity = await options.authenticate(request);
    if (identity === 'token-invalid') return identity;
    const person = identity?.person ?? null;
    // A page that outlived its session may not bid as the person who signed in after it.
    if (person !== null && isPageOfAnother(socket.handshake.auth.person, person)) return OTHER_PERSON;
    const address = options.address(request);
    const slot = await caps.take({ session: identity?.sessionId || null, person, address });
    if ('full' in slot) {
      metrics.count(`sockets-full-${slot.full}`);
      return 'too-many-connections';
    }
    // A connection closed meanwhile emits no further events.
    if (conn.readyState === 'open') conn.once('close', slot.release);
    else slot.release();
    socket.once('disconnect', slot.release);
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
    if (!isOpenTo(stateOf(socket).identity, parsed.data)) {
      refuse(socket, acknowledge, 'no-session');
      return;
    }
    if (FROM_CLIENTS[name as string]?.bids && stateOf(socket).identity?.readsOnly) {
      refuse(socket, acknowledge, 'token-scope');
      return;
    }
    handled(event, socket, parsed.data).then(
      (answer: unknown) => answerWith(socket, acknowledge, answer),
      (error: unknown) => {
        // A dependency of the handler is unavailable. Nothing was judged: the client may send the same command again.
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

/** A session that has ended but for some rooms reaches no other; what names no room is open to everybody. */
function isOpenTo(identity: SocketState['identity'], payload: unknown): boolean {
  const { lotId } = (payload ?? {}) as { lotId?: unknown };
  return !identity?.onlyLots || typeof lotId !== 'number' || identity.onlyLots.includes(lotId);
}

/** Turns a synchronous exception of a handler into a rejection. */
function handled(event: GatewayEvent, socket: LiveSocket, payload: unknown): Promise<unknown> {
  try {
    return Promise.resolve(event.handle(socket, payload));
  } catch (error) {
    // Not retried here: the sender gets an error answer.
    return Promise.reject(error);
  }
}

/** For senders that requested no acknowledgement. */
const ignore = (): void => undefined;
