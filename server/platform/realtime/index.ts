import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { createAdmission } from './admission.ts';
import { originAllowed } from './origin.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';

export { createAdmission, type Admission } from './admission.ts';
export { deliver, deliverVolatile, encodeBroadcast, type BroadcastFrame } from './broadcast-frame.ts';
export {
  createPersonNews,
  hearPersonNews,
  type NewsOfPerson,
  type PersonNewsPublisher,
} from './person-news.ts';
export { createSharedFigures, OWN_FIGURES, type Share, type SharedFigures } from './shared-figures.ts';
export { cutOff, queued } from './slow-consumers.ts';
export { originAllowed } from './origin.ts';
export type { Server as RealtimeServer, Socket as RealtimeSocket } from 'socket.io';

/** A half-open connection is noticed within the sum of the two. */
const PING_INTERVAL_MS = 5_000;
const PING_TIMEOUT_MS = 5_000;
const MAX_PAYLOAD_BYTES = 16 * 1024;

export interface RealtimeOptions {
  server: HttpServer;
  /** Origins browsers may come from, e.g. `https://savdo.example`. */
  origins: readonly string[];
  /** New connections a second; the rest wait in line. */
  handshakesPerSecond?: number;
  handshakeQueue?: number;
  /** Is a handshake meant for this site, by its host name? Every one when not given. */
  isForUs?: (request: IncomingMessage) => boolean;
  onRefused?: (cause: 'host' | 'origin' | 'queue-full') => void;
}

/**
 * Socket.IO on the given HTTP server: WebSocket first (no sticky sessions needed), long polling as the fallback.
 * Origins are checked before the upgrade; payloads above 16 KiB end the connection; nothing is compressed.
 * Closing the returned server also closes the HTTP server it is attached to.
 */
export function createRealtime(options: RealtimeOptions): Server {
  const origins = new Set(options.origins);
  const admission = createAdmission({
    perSecond: options.handshakesPerSecond ?? 1_000,
    queue: options.handshakeQueue ?? 20_000,
  });
  const refused = options.onRefused ?? (() => {});
  const io = new Server(options.server, {
    path: '/socket.io',
    serveClient: false,
    transports: ['websocket', 'polling'],
    perMessageDeflate: false,
    httpCompression: false,
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
      // Requests of an established connection pass; only new ones queue.
      if (/[?&]sid=/.test(request.url ?? '')) {
        answer(null, true);
        return;
      }
      void admission.enter().then((admitted) => {
        if (!admitted) {
          refused('queue-full');
          refuseUpgrade(request, '503 Service Unavailable', 'busy');
        }
        answer(admitted ? null : 'busy', admitted);
      });
    },
  });
  options.server.once('close', () => admission.close());
  return io;
}
