import { cutOff, queued } from '#server/platform/realtime/index.ts';
import type { Audiences } from './audience.ts';
import type { Board } from './board.ts';
import type { Broadcaster } from './broadcaster.ts';
import type { LiveLogger, LiveMetrics } from './live-options.ts';
import type { LiveSocket } from './live-socket.ts';
import type { Presence } from './presence.ts';

/** A reader this far behind is cut off and comes back for what it missed. */
const MAX_QUEUED_PACKETS = 256;
const MAX_QUEUED_BYTES = 1024 * 1024;
/** Rooms or sockets served before others get a turn. */
const SLICE = 500;

/** What happens each second on every node: heartbeats, counts, board cards, and the end of readers that have stopped. */
export function startEverySecond(o: {
  sockets: () => Iterable<LiveSocket>;
  audiences: Audiences;
  broadcaster: Broadcaster;
  presence: Presence;
  board: Board;
  log: LiveLogger;
  metrics: LiveMetrics;
}): { stop(): void } {
  let running = false;

  const tick = async () => {
    let served = 0;
    const breathe = async () => {
      served += 1;
      if (served % SLICE === 0) await new Promise((resolve) => setImmediate(resolve));
    };
    for (const audience of o.audiences.all()) {
      o.broadcaster.heartbeat(audience);
      await breathe();
    }
    o.broadcaster.tick();
    o.board.tick();
    for (const socket of [...o.sockets()]) {
      const { packets, bytes } = queued(socket);
      if (packets > MAX_QUEUED_PACKETS || bytes > MAX_QUEUED_BYTES) {
        o.metrics.count('slow-consumer');
        cutOff(socket);
      }
      await breathe();
    }
    await o.presence.tick();
  };

  const timer = setInterval(() => {
    if (running) return;
    running = true;
    tick()
      // Nothing here is expected to fail; the next second does it all anew.
      .catch((error: unknown) => o.log.error({ err: error }, 'second not served'))
      .finally(() => (running = false));
  }, 1_000);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
