import { setTimeout as pause } from 'node:timers/promises';
import { FailureLog, type Logger } from '#server/platform/logging/index.ts';
import type { Metrics } from '#server/platform/metrics/index.ts';
import { AuctionRedisUnavailable, type AuctionState } from '../state/contract.ts';
import { commitFailure } from './commit-health.ts';
import { commitRecords, type Proof } from './commit-records.ts';
import { classifyRecords } from './classify-records.ts';
import { prepareLoads } from './load-lots.ts';
import { LotFolds } from './lot-folds.ts';
import { LotLoader } from './lot-loader.ts';
import {
  JournalConnection,
  JournalConnectionLost,
  RefusedByDatabase,
  sqlStateOf,
} from './journal-connection.repository.ts';
import {
  countEvent,
  freshMemory,
  noCounts,
  type JournalContext,
  type JournalCounts,
} from './journal-memory.ts';
import { loadWanted, renewLeases, rebuildPartitions, takeOverPartitions } from './partition-ownership.ts';
import { ClocksApart } from './redis-clock.ts';
import { LogReader } from './log-reader.ts';
import { PartitionShares } from './share-partitions.ts';
import { Standstill } from './standstill.ts';
import { Publisher, type CommittedListener } from './publisher.ts';
import { WebReach } from './reach-watch.ts';

const RENEW_MS = 200;
const BEAT_MS = 1_000;
/** Where nothing is to be committed, a probe shows this often that something could be. */
const PROBE_MS = 1_000;
const TRIM_MS = 500;
const CLOCKS_APART_PAUSE_MS = 200;
/** Until the next try where PostgreSQL is away, and where it answers and commits nothing. */
const AWAY_PAUSE_MS = 100;
const FAILING_PAUSE_MS = 500;
const KEEP_SESSION_MS = 1_000;
/** A journal that ends hands its partitions over for at most this long. */
const LEAVE_MS = 3_000;
/** A journal without partitions looks for some at least this often. */
const LEAST_PAUSE_MS = 5;
/** Most records in one commit: it must end long before the lease expires. */
const BATCH = 1_000;
/** From this many on, the next records are read during the commit; fewer accumulate meanwhile and are read at once. */
const READ_AHEAD_FROM = 100;

export interface JournalOptions {
  state: AuctionState;
  databaseUrl: string;
  /** Unique among all journals ever: names the lease and the last owner of a partition. */
  owner: string;
  log: Logger;
  metrics?: Metrics;
  /** Partitions this journal may own; all by default. */
  partitions?: readonly number[];
}

export interface Journal {
  /**
   * Stops after the current batch: hands the partitions over to the journals that stay, within 3 s, without a stall of
   * their rooms, and releases the others. `atOnce`: releases all without handing over.
   */
  stop(o?: { atOnce?: boolean }): Promise<void>;
  /** Called in this process right after each commit; returns the function that ends it. */
  onCommitted(listener: CommittedListener): () => void;
  /** Prefetches the log with the offers made over this state, which must be of the same process. */
  prefetchLog(offers: AuctionState): void;
  counts(): Readonly<JournalCounts>;
  /** Partitions owned now. */
  owned(): number[];
  /** For how long this journal could commit nothing, since its last good commit, ms; 0 while commits succeed. */
  commitsFailingMs(): number;
}

/**
 * Starts the journal: reads the partitions' logs in order, commits them to PostgreSQL with their chain of hashes,
 * publishes what is committed, and renews the leases without which scripts refuse. Any number may run: each partition is
 * owned by one of them, each owns its share, and those of one that dies are taken over within seconds. Every failure is
 * retried from the committed state; nothing is skipped.
 */
export function startJournal(options: JournalOptions): Journal {
  const { state, log } = options;
  const all =
    options.partitions ?? Array.from({ length: state.partitions.count }, (_, partition) => partition);
  const publisher = new Publisher(state);
  const logs = new LogReader(state);
  const health = new FailureLog(log, { message: 'commits succeed again' });
  const standstill = new Standstill((stoodStillMs) =>
    log.warn({ stoodStillMs }, 'this journal stood still: another one may own its partitions by now'),
  );
  const fixed = {
    state,
    publisher,
    log,
    metrics: options.metrics ?? null,
    counts: noCounts(),
    reach: new WebReach(log, options.metrics ?? null),
  };
  const { reach } = fixed;
  let context: JournalContext | null = null;
  let publishing: Promise<void> = Promise.resolve();
  let stopped = false;
  let redisAway = false;
  let redisAwayLogged = false;
  let clocksDiffer = false;
  const shares = new PartitionShares(all);
  let leaveBy = Infinity;
  const next = { renew: 0, beat: 0, trim: 0, session: 0, probe: 0 };

  async function connected(): Promise<JournalContext> {
    if (context) return context;
    const connection = await JournalConnection.open(options.databaseUrl, options.owner);
    const session = { ...fixed, connection, memory: freshMemory() };
    const loader = new LotLoader(session, options.databaseUrl);
    context = { ...session, loader, folds: new LotFolds(log, () => loader.source('large')) };
    logs.begin(context.memory);
    reach.lookSoon();
    return context;
  }

  /** Takes over free partitions and those handed to this journal, and hands over those beyond its share. */
  async function sharePartitions(current: JournalContext): Promise<void> {
    const { take, give } = await shares.look(current);
    if (take.length > 0) {
      await takeOverPartitions(current, take);
      // Which commits what waits there, or a probe.
      health.succeeded();
    }
    // The receiver would not learn of the time in which no bid could reach the rooms.
    if (give && reach.canBid) await shares.handOver(current, give, publishAndTrim);
  }

  async function publishAndTrim(): Promise<void> {
    await publishing;
    await publisher.flush();
    await publisher.trim();
  }

  /** After a lost connection: rebuilds the partitions unless it is still the Redis process they were loaded into. */
  async function checkRedisRunId(current: JournalContext): Promise<void> {
    if (performance.now() >= next.session) {
      next.session = performance.now() + KEEP_SESSION_MS;
      await current.connection.stayConnected();
    }
    const runId = await state.serverRunId();
    const { memory } = current;
    if (memory.partitions.size > 0 && memory.redisRunId !== runId) {
      await rebuildPartitions(current, [...memory.partitions.keys()]);
    }
    redisAway = false;
    redisAwayLogged = false;
  }

  /**
   * One read of the logs, one commit, one publication; renewals, loads and trimming as they fall due. The next read and
   * the publication run concurrently with the commit.
   */
  async function runOnce(current: JournalContext): Promise<void> {
    const read = await logs.next(BATCH, waitUntil());
    options.metrics?.logLagEntries.set(read.length);
    const due = performance.now() >= next.renew;
    const classified = await classifyRecords(current, read);
    const proof = due ? proofFor(classified.progress.length) : 'none';
    if (read.length >= READ_AHEAD_FROM) logs.readAhead(waitUntil());
    const committedAtUs = await commitRecords(current, classified, proof);
    if (proof === 'probe' || classified.progress.length > 0) {
      next.probe = performance.now() + PROBE_MS;
      health.succeeded();
    }
    beat(current);
    await publishing;
    publishing = publisher.flush();
    // The next run awaits it and handles the failure.
    publishing.catch(() => undefined);
    if (due && committedAtUs !== null) {
      await renewLeases(current, committedAtUs);
      await reach.stallRooms(current);
      next.renew = performance.now() + RENEW_MS;
    }
    await loadWanted(current);
    // A load restores lost time up to now: it waits until bids can reach the rooms.
    if (reach.canBid) await prepareLoads(current);
    if (!publisher.idle) {
      await publishing;
      await publisher.flush();
    }
    await trim();
  }

  /** Without partitions there is nothing to commit: after a failure only a probe can show that something could be. */
  async function idle({ connection }: JournalContext): Promise<void> {
    if (health.isFailing && performance.now() >= next.probe) {
      next.probe = performance.now() + PROBE_MS;
      await connection.probe(false);
      health.succeeded();
    } else if (!health.isFailing) health.succeeded();
    await pause(Math.max(LEAST_PAUSE_MS, shares.dueAt - performance.now()));
  }

  /** Commits of records prove by themselves that entries can be stored; only a quiet log needs a probe for it. */
  const proofFor = (continuing: number): Proof =>
    continuing === 0 && performance.now() >= next.probe ? 'probe' : 'commit';

  /** Until when the journal may wait for records (performance.now). */
  const waitUntil = () => Math.min(next.renew, shares.dueAt, reach.dueAt);

  function beat({ memory }: JournalContext): void {
    if (performance.now() < next.beat) return;
    next.beat = performance.now() + BEAT_MS;
    const journalAtMs = Date.now();
    for (const partition of memory.partitions.keys())
      publisher.add(partition, [{ type: 'beat', journalAtMs }], '');
  }

  async function trim(): Promise<void> {
    if (performance.now() < next.trim) return;
    next.trim = performance.now() + TRIM_MS;
    await publisher.trim();
  }

  async function dropSession(): Promise<void> {
    const lost = context;
    context = null;
    logs.end();
    if (!lost) return;
    publisher.forget(lost.memory.partitions.keys());
    const ended = lost.loader.stop();
    await lost.connection.close();
    // Loads under way may wait for a Redis that is away: only the end of the journal waits for them.
    if (stopped) await ended;
  }

  function rewindToCommitted(): void {
    logs.rewind();
    publishing = settled(publishing);
  }

  /** Every failure is retried from the committed state after a short pause. */
  async function handleFailure(error: unknown): Promise<void> {
    rewindToCommitted();
    if (error instanceof AuctionRedisUnavailable) {
      // Its time limits went on while this process did not: the standstill is said, and Redis is asked again.
      if (!redisAwayLogged && standstill.recentMs() === null) {
        redisAwayLogged = true;
        log.warn({ err: error }, 'the auction Redis is away');
      }
      redisAway = true;
      await pause(25);
      return;
    }
    if (error instanceof ClocksApart) {
      if (!clocksDiffer)
        log.error({ err: error }, 'the clocks of Redis and PostgreSQL are apart: rooms are held');
      clocksDiffer = true;
      countEvent(fixed, 'clocksApart');
      await pause(CLOCKS_APART_PAUSE_MS);
      return;
    }
    const sqlState = sqlStateOf(error);
    if (error instanceof JournalConnectionLost || error instanceof RefusedByDatabase) {
      if (context) countEvent(fixed, 'databaseLosses');
      if (sqlState) countEvent(fixed, 'commitFailures');
      health.failed(commitFailure(error, standstill.recentMs()));
    } else {
      log.error({ err: error }, 'the journal starts again from what is committed');
    }
    await dropSession();
    if (sqlState) await reportFailing(sqlState);
    await pause(sqlState ? FAILING_PAUSE_MS : AWAY_PAUSE_MS);
  }

  /** Says why bids are held; another journal's renewal takes it back. */
  async function reportFailing(sqlState: string): Promise<void> {
    // With Redis away as well, the next failure says it again.
    await Promise.allSettled(all.map((partition) => state.reportFailing(partition, sqlState)));
  }

  async function run(): Promise<void> {
    while (!stopped) {
      try {
        const current = await connected();
        const couldBid = reach.canBid;
        await reach.look(current);
        // Held or renewed at once.
        if (reach.canBid !== couldBid) next.renew = 0;
        if (redisAway) await checkRedisRunId(current);
        await sharePartitions(current);
        if (current.memory.partitions.size > 0) await runOnce(current);
        else await idle(current);
        clocksDiffer = false;
        stopped ||= shares.hasLeft(current) || performance.now() > leaveBy;
      } catch (error) {
        stopped ||= leaveBy < Infinity;
        await handleFailure(error);
      }
    }
    await dropSession();
    standstill.stop();
  }

  const running = run();
  return {
    async stop(o = {}) {
      stopped ||= o.atOnce === true;
      leaveBy = Math.min(leaveBy, performance.now() + LEAVE_MS);
      shares.leave();
      await running;
    },
    prefetchLog: (offers) => logs.addSource(offers),
    onCommitted: (listener) => publisher.onCommitted(listener),
    counts: () => fixed.counts,
    owned: () => [...(context?.memory.partitions.keys() ?? [])],
    commitsFailingMs: () => health.failingMs,
  };
}

/** Waits for the end of the work, however it ended. */
async function settled(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch {
    // Not retried here: messages that were not published are queued again.
  }
}
