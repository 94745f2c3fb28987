import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '#server/platform/logging/index.ts';
import type { Metrics } from '#server/platform/metrics/index.ts';
import { AuctionRedisUnavailable, type AuctionState } from '../state/contract.ts';
import { perServer } from '../state/per-server.ts';

/** Rooms must open and close within 250 ms of their instant; this interval leaves time for the calls themselves. */
const CHECK_MS = 80;
/** Concurrent calls. */
const CONCURRENCY = 200;
const DUE_PER_PARTITION = 500;
/** A room that could not be closed (held, fenced) is retried after this long. */
const RETRY_MS = 200;

export interface Clock {
  /** When what is due was last looked at on any server (performance.now); -Infinity: not yet. */
  lookedAt(): number;
  stop(): Promise<void>;
}

export interface ClockOptions {
  state: AuctionState;
  log: Logger;
  metrics?: Metrics;
}

/**
 * Calls what is due: openings, resumptions, hammers. It decides nothing: the script judges by Redis's own time, so any
 * number of clocks may run, late or twice, with the same outcome. A refused call leaves the lot on the due list, and it is
 * retried. On a cluster each server has its own clock, so that an unavailable one does not stop the rooms of others.
 */
export function startClock(options: ClockOptions): Clock {
  const clocks = perServer(options.state, (server) => startServerClock({ ...options, ...server }));
  return {
    lookedAt: () => Math.max(-Infinity, ...clocks.parts().map((clock) => clock.lookedAt())),
    stop: () => clocks.stop(),
  };
}

function startServerClock({
  state,
  log,
  metrics,
  partitions,
}: ClockOptions & { partitions: readonly number[] }): Clock {
  let stopped = false;
  let away = false;
  let lookedAt = -Infinity;
  const notBefore = new Map<number, number>();

  async function check(): Promise<number> {
    const now = Date.now();
    const lists = await Promise.all(partitions.map((partition) => state.due(partition, DUE_PER_PARTITION)));
    const due = lists.flat().filter(({ lotId }) => (notBefore.get(lotId) ?? 0) <= now);
    let next = 0;
    const work = async () => {
      for (let lot = due[next++]; lot; lot = due[next++]) await call(lot);
    };
    await Promise.all(Array.from({ length: Math.min(CONCURRENCY, due.length) }, work));
    return due.length;
  }

  async function call({
    lotId,
    epoch,
    dueAtUs,
  }: {
    lotId: number;
    epoch: number;
    dueAtUs: number;
  }): Promise<void> {
    const answer = await state.close({ lotId, epoch });
    notBefore.delete(lotId);
    if (answer.verdict === 'refused') {
      // The journal is catching up or loading the lot, which remains due.
      notBefore.set(lotId, Date.now() + RETRY_MS);
      if (answer.reason !== 'held') await state.want(lotId);
      metrics?.clockEvents.inc({ event: answer.reason });
    } else if (answer.verdict === 'closed') {
      if (answer.repeatedClose) return;
      metrics?.clockEvents.inc({ event: 'closed' });
      metrics?.closeDelaySeconds.observe(Math.max(0, Date.now() - dueAtUs / 1000) / 1000);
    } else if (answer.dueAtUs <= dueAtUs) {
      // Nothing changed (a pause without an end): not called at every check.
      notBefore.set(lotId, Date.now() + RETRY_MS);
    } else {
      metrics?.clockEvents.inc({ event: 'opened-or-resumed' });
    }
  }

  async function run(): Promise<void> {
    while (!stopped) {
      const startedAt = Date.now();
      try {
        const found = await check();
        away = false;
        lookedAt = performance.now();
        if (found >= DUE_PER_PARTITION) continue;
      } catch (error) {
        // Retried at the next check; every due lot is still on its list, or will be once the journal has rebuilt it.
        if (!(error instanceof AuctionRedisUnavailable)) log.error({ err: error }, 'the clock missed a look');
        else if (!away) log.warn({ err: error }, 'the clock cannot reach the auction Redis');
        away = true;
      }
      await pause(Math.max(5, CHECK_MS - (Date.now() - startedAt)));
    }
  }

  const running = run();
  return {
    lookedAt: () => lookedAt,
    async stop() {
      stopped = true;
      await running;
    },
  };
}
