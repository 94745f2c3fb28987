import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '#server/platform/logging/index.ts';
import type { Metrics } from '#server/platform/metrics/index.ts';
import { AuctionRedisUnavailable, type AuctionState } from '../state/contract.ts';
import { perServer } from '../state/per-server.ts';

/** Rooms open and close within 250 ms of their instant; looking this often leaves room for the calls themselves. */
const LOOK_MS = 80;
/** Calls under way at the same time. */
const WIDTH = 200;
const DUE_PER_PARTITION = 500;
/** A room that could not be closed now (held, fenced) is asked again after this long. */
const RETRY_MS = 200;

export interface Clock {
  stop(): Promise<void>;
}

export interface ClockOptions {
  state: AuctionState;
  log: Logger;
  metrics?: Metrics;
}

/**
 * Calls whatever is due: openings, resumptions, hammers. It decides nothing: the script judges by Redis's own time, so
 * any number of clocks may run, late or twice, and the outcome is the same. Rejections leave the lot on the due list
 * and it is called again. On a cluster each server has its own, so that one that is away stops no other's rooms.
 */
export function startClock(options: ClockOptions): Clock {
  return perServer(options.state, (server) => startServerClock({ ...options, ...server }));
}

function startServerClock({
  state,
  log,
  metrics,
  partitions,
}: ClockOptions & { partitions: readonly number[] }): Clock {
  let stopped = false;
  let away = false;
  const notBefore = new Map<number, number>();

  async function look(): Promise<number> {
    const now = Date.now();
    const lists = await Promise.all(partitions.map((partition) => state.due(partition, DUE_PER_PARTITION)));
    const due = lists.flat().filter(({ lotId }) => (notBefore.get(lotId) ?? 0) <= now);
    let next = 0;
    const work = async () => {
      for (let lot = due[next++]; lot; lot = due[next++]) await call(lot);
    };
    await Promise.all(Array.from({ length: Math.min(WIDTH, due.length) }, work));
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
      // The journal is catching up or loading the lot: it stays due.
      notBefore.set(lotId, Date.now() + RETRY_MS);
      if (answer.reason !== 'held') await state.want(lotId);
      metrics?.clockEvents.inc({ event: answer.reason });
    } else if (answer.verdict === 'closed') {
      if (answer.repeatedClose) return;
      metrics?.clockEvents.inc({ event: 'closed' });
      metrics?.closeDelaySeconds.observe(Math.max(0, Date.now() - dueAtUs / 1000) / 1000);
    } else if (answer.dueAtUs <= dueAtUs) {
      // Nothing moved (a pause without an end): not asked again at every look.
      notBefore.set(lotId, Date.now() + RETRY_MS);
    } else {
      metrics?.clockEvents.inc({ event: 'opened-or-resumed' });
    }
  }

  async function run(): Promise<void> {
    while (!stopped) {
      const startedAt = Date.now();
      try {
        const found = await look();
        away = false;
        if (found >= DUE_PER_PARTITION) continue;
      } catch (error) {
        // Tried again at the next look; every due lot is still on its list, or will be once the journal has rebuilt it.
        if (!(error instanceof AuctionRedisUnavailable)) log.error({ err: error }, 'the clock missed a look');
        else if (!away) log.warn({ err: error }, 'the clock cannot reach the auction Redis');
        away = true;
      }
      await pause(Math.max(5, LOOK_MS - (Date.now() - startedAt)));
    }
  }

  const running = run();
  return {
    async stop() {
      stopped = true;
      await running;
    },
  };
}
