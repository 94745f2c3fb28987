import { FailureLog, type Logger } from '#server/platform/logging/index.ts';
import type { Metrics } from '#server/platform/metrics/index.ts';
import { AuctionRedisUnavailable, type AuctionState } from '../state/contract.ts';
import type { DueLotsRepository } from '../state/due-lots.repository.ts';

const SWEEP_MS = 2_000;
/** A room overdue for this long is called by the sweeper instead of the clock. */
const GRACE_MS = 2_000;
const BATCH = 500;
/** A finished lot's keys remain in Redis for this long after its hammer and announcement were committed. */
const KEEP_FINISHED_MS = 10 * 60_000;

export interface Swept {
  called: number;
  wanted: number;
  announced: number;
  forgotten: number;
}

export interface SweeperOptions {
  state: AuctionState;
  lots: DueLotsRepository;
  log: Logger;
  metrics?: Metrics;
  everyMs?: number;
  graceMs?: number;
  keepFinishedMs?: number;
}

/** One sweep over PostgreSQL: finds and restarts what the due lists, the journal or the outbox lost. */
export async function sweep(options: SweeperOptions): Promise<Swept> {
  const { state, lots, log, metrics, graceMs = GRACE_MS, keepFinishedMs = KEEP_FINISHED_MS } = options;
  const overdue = await lots.overdue(graceMs, BATCH);
  const missing: number[] = await lots.neverLoaded(graceMs, BATCH);
  await Promise.all(
    overdue.map(async ({ lotId, epoch }) => {
      const answer = await orUnreachable(state.close({ lotId, epoch }));
      if (answer?.verdict === 'refused' && answer.reason !== 'held') missing.push(lotId);
    }),
  );
  await Promise.all(missing.map((lotId) => orUnreachable(state.want(lotId))));
  const announced = await lots.announceMissingHammers(BATCH);
  if (announced.length > 0)
    log.error({ lots: announced }, 'hammers without an announcement were announced again');
  const finished = await lots.toForget(keepFinishedMs, BATCH);
  const forgetting = finished.map((lotId) => orUnreachable(state.forget(lotId).then(() => lotId)));
  const done = (await Promise.all(forgetting)).filter((lotId) => lotId !== null);
  await lots.markForgotten(done);
  const swept = {
    called: overdue.length,
    wanted: missing.length,
    announced: announced.length,
    forgotten: done.length,
  };
  for (const [event, count] of Object.entries(swept)) {
    if (count > 0) metrics?.clockEvents.inc({ event: `sweeper-${event}` }, count);
  }
  return swept;
}

/** The answer; null when the server is unavailable: the next sweep finds the lot again, and the others continue. */
async function orUnreachable<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof AuctionRedisUnavailable) return null;
    throw error;
  }
}

/** Sweeps until stopped; a failed sweep is repeated at the next interval. */
export function startSweeper(options: SweeperOptions): { stop(): Promise<void> } {
  const failures = new FailureLog(options.log, { message: 'sweeps succeed again' });
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running = Promise.resolve();
  const turn = () => {
    running = sweep(options)
      .then(() => failures.succeeded())
      .catch((error: unknown) => {
        // Retried at the next interval: sweeps are idempotent.
        if (!(error instanceof AuctionRedisUnavailable))
          failures.failed({ error, message: 'a sweep failed', level: 'error' });
      })
      .finally(() => {
        if (!stopped) timer = setTimeout(turn, options.everyMs ?? SWEEP_MS);
      });
  };
  turn();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
