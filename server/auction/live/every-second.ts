import { cutOff, queued } from '#server/platform/realtime/index.ts';
import type { Audiences } from './audience.ts';
import type { Board } from './board.ts';
import type { Broadcaster } from './broadcaster.ts';
import type { EventBudgets } from './event-budgets.ts';
import type { LiveLogger, LiveMetrics } from './live-options.ts';
import type { LiveSocket } from './live-socket.ts';
import type { Presence } from './presence.ts';
import type { SocketCaps } from './socket-caps.ts';

/** A reader this far behind is cut off and comes back for what it missed. */
const MAX_QUEUED_PACKETS = 256;
const MAX_QUEUED_BYTES = 1024 * 1024;
/** Rooms or sockets served before others get a turn. */
const SLICE = 500;

/** How often rooms are looked at for a heartbeat that is due. */
const BEATS_MS = 250;

/** What happens each second on every node: heartbeats, counts, board cards, and the end of readers that have stopped. */
export function startEverySecond(o: {
  sockets: () => Iterable<LiveSocket>;
  audiences: Audiences;
  broadcaster: Broadcaster;
  presence: Presence;
  board: Board;
  budgets: EventBudgets;
  caps: SocketCaps;
  log: LiveLogger;
  metrics: LiveMetrics;
}): { stop(): void } {
  const sliced = () => {
    let served = 0;
    return async () => {
      served += 1;
      if (served % SLICE === 0) await new Promise((resolve) => setImmediate(resolve));
    };
  };

  const beats = async () => {
    const breathe = sliced();
    for (const audience of o.audiences.all()) {
      await o.broadcaster.heartbeatIfDue(audience);
      await breathe();
    }
  };

  const tick = async () => {
    const breathe = sliced();
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

  const count = async () => {
    await Promise.all([o.budgets.tick(), o.caps.tick()]);
  };

  const timers = [every(BEATS_MS, beats, o.log), every(1_000, tick, o.log), every(1_000, count, o.log)];
  return { stop: () => timers.forEach(clearInterval) };
}

/** A turn that takes longer than its time is not joined by the next. */
function every(ms: number, work: () => Promise<void>, log: LiveLogger): NodeJS.Timeout {
  let running = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    work()
      // Nothing here is expected to fail; the next turn does it all anew.
      .catch((error: unknown) => log.error({ err: error }, 'regular work not done'))
      .finally(() => (running = false));
  }, ms);
  return timer.unref();
}
