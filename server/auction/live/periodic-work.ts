import { FailureLog } from '#server/platform/logging/index.ts';
import { cutOff, queued } from '#server/platform/realtime/index.ts';
import type { Audiences } from './audience.ts';
import type { Board } from './board.ts';
import type { Broadcaster } from './broadcaster.ts';
import type { EventBudgets } from './event-budgets.ts';
import type { LiveLogger, LiveMetrics } from './live-options.ts';
import type { LiveSocket } from './live-socket.ts';
import type { LookupBudgets } from './lookup-budgets.ts';
import type { Presence } from './presence.ts';
import type { RecentAnswers } from './recent-answers.ts';
import type { StaffBoard } from './staff-board.ts';
import type { SocketCaps } from './socket-caps.ts';

/** A socket this far behind is closed; it reconnects and requests what it missed. */
const MAX_QUEUED_PACKETS = 256;
const MAX_QUEUED_BYTES = 1024 * 1024;
/** Rooms or sockets processed before yielding. */
const SLICE = 500;

/** How often rooms are checked for a due heartbeat. */
const HEARTBEAT_CHECK_MS = 250;

const STAFF_BOARD_MS = 2_000;
/** Changes of lots without a room are read this often: shown within a second. */
const OTHER_CARDS_MS = 500;

/** Runs on every node: heartbeats, and once a second presence counts, board cards, the board of staff, what was answered, rate limits and slow sockets. */
export function startPeriodicWork(o: {
  sockets: () => Iterable<LiveSocket>;
  audiences: Audiences;
  broadcaster: Broadcaster;
  presence: Presence;
  answers: RecentAnswers;
  board: Board;
  staffBoard: StaffBoard;
  budgets: EventBudgets;
  lookups: LookupBudgets;
  caps: SocketCaps;
  log: LiveLogger;
  metrics: LiveMetrics;
}): { stop(): void } {
  const everySlice = () => {
    let served = 0;
    return async () => {
      served += 1;
      if (served % SLICE === 0) await new Promise((resolve) => setImmediate(resolve));
    };
  };

  const beats = async () => {
    const yieldIfDue = everySlice();
    for (const audience of o.audiences.all()) {
      await o.broadcaster.heartbeatIfDue(audience);
      await yieldIfDue();
    }
  };

  const tick = async () => {
    const yieldIfDue = everySlice();
    o.broadcaster.tick();
    await o.board.tick();
    for (const socket of Array.from(o.sockets())) {
      const { packets, bytes } = queued(socket);
      if (packets > MAX_QUEUED_PACKETS || bytes > MAX_QUEUED_BYTES) {
        o.metrics.count('slow-consumer');
        cutOff(socket);
      }
      await yieldIfDue();
    }
    await o.presence.tick();
  };

  const count = async () => {
    o.lookups.tick(performance.now());
    await Promise.all([o.budgets.tick(), o.caps.tick()]);
  };

  const timers = [
    every(HEARTBEAT_CHECK_MS, beats, o.log),
    every(1_000, tick, o.log),
    every(1_000, count, o.log),
    every(OTHER_CARDS_MS, () => o.board.tickOthers(), o.log),
    every(STAFF_BOARD_MS, () => o.answers.tick(), o.log),
    every(STAFF_BOARD_MS, () => o.staffBoard.tick(), o.log),
  ];
  return { stop: () => timers.forEach(clearInterval) };
}

/** Runs do not overlap: one that takes longer than the interval delays the next. */
function every(ms: number, work: () => Promise<void>, log: LiveLogger): NodeJS.Timeout {
  const failures = new FailureLog(log, { message: 'regular work is done again' });
  let running = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    work()
      .then(() => failures.succeeded())
      // Not expected to fail; the next run repeats all of it.
      .catch((error: unknown) => failures.failed({ error, message: 'regular work not done', level: 'error' }))
      .finally(() => (running = false));
  }, ms);
  return timer.unref();
}
