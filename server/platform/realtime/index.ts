import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { createRateLimitedQueue } from './rate-limited-queue.ts';
import { originAllowed } from './socket-origin.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';

export { createRateLimitedQueue, type RateLimitedQueue } from './rate-limited-queue.ts';
export { deliver, deliverVolatile, encodeBroadcast, type BroadcastFrame } from './broadcast-frame.ts';
export { createPersonUpdates, followPersonUpdates, type PersonUpdatePublisher } from './person-updates.ts';
export { createNodeCounts, SINGLE_NODE, type NodeCount, type NodeCounts } from './node-counts.ts';
export { createNodeMessages, type NodeMessages } from './node-messages.ts';
export { cutOff, queued } from './slow-consumers.ts';
export { SocketSessions } from './socket-sessions.ts';
export type { Server as RealtimeServer, Socket as RealtimeSocket } from 'socket.io';

/** A half-open connection is detected within the sum of the two. */
const PING_INTERVAL_MS = 5_000;
const PING_TIMEOUT_MS = 5_000;
const MAX_PAYLOAD_BYTES = 16 * 1024;

export interface RealtimeOptions {
  server: HttpServer;
  /** Origins browsers may come from, e.g. `https://savdo.example`. */
  origins: readonly string[];
  /** New connections a second; further ones are queued. */
  handshakesPerSecond?: number;
  handshakeQueue?: number;
  /** Queued connections of one address; by default as many as the queue holds. */
  handshakesPerAddress?: number;
  /** Address, or network, whose connections take turns with those of others; the remote address by default. */
  address?: (request: IncomingMessage) => string;
  /** Whether a handshake is for this site, by its host name; all of them by default. */
  isForUs?: (request: IncomingMessage) => boolean;
  /** Whether new connections are taken now; a proxy tries another process where they are not. Always by default. */
  takesConnections?: () => boolean;
  onRefused?: (cause: 'host' | 'origin' | 'queue-full' | 'reconnect') => void;
}

/**
 * Socket.IO on the given HTTP server, over WebSockets alone: long polling would need every proxy to bring a client back to the
 * same process. A page without WebSockets reads and bids over HTTP, which any process answers.
 * Origins are checked before the upgrade; payloads above 16 KiB end the connection; nothing is compressed.
 * Closing the returned server also closes the HTTP server it is attached to.
 */
export function createRealtime(options: RealtimeOptions): Server {
  const origins = new Set(options.origins);
  const queue = options.handshakeQueue ?? 20_000;
  const handshakes = createRateLimitedQueue({
    perSecond: options.handshakesPerSecond ?? 1_000,
    queue,
    perAddress: options.handshakesPerAddress ?? queue,
  });
  const addressOf = options.address ?? ((request) => request.socket.remoteAddress ?? '');
  const refused = options.onRefused ?? (() => {});
  const io = new Server(options.server, {
    path: '/socket.io',
    serveClient: false,
    transports: ['websocket'],
    perMessageDeflate: false,
    maxHttpBufferSize: MAX_PAYLOAD_BYTES,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    connectTimeout: 10_000,
    allowRequest: (request, answer) => {
      if (options.isForUs?.(request) === false) {
        refused('host');
        refuseUpgrade(request, '403 Forbidden', 'host');
        answer('host', false);
        return;
      }
      if (!originAllowed(request, origins)) {
        refused('origin');
        refuseUpgrade(request, '403 Forbidden', 'origin');
        answer('origin', false);
        return;
      }
      if (options.takesConnections?.() === false) {
        refused('reconnect');
        refuseUpgrade(request, '503 Service Unavailable', 'reconnect');
        answer('reconnect', false);
        return;
      }
      void handshakes.enter(addressOf(request)).then((admitted) => {
        if (!admitted) {
          refused('queue-full');
          refuseUpgrade(request, '503 Service Unavailable', 'busy');
        }
        answer(admitted ? null : 'busy', admitted);
      });
    },
  });
  options.server.once('close', () => handshakes.close());
  return io;
}
