import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '#server/platform/logging/index.ts';
import type { Metrics } from '#server/platform/metrics/index.ts';
import { AuctionRedisUnavailable, type AuctionState } from '../state/contract.ts';
import { brokenOnPurpose } from './break-switch.ts';
import { commitIntake } from './committing.ts';
import { crashPoints } from './crash-points.ts';
import { sortIntake } from './intake.ts';
import { JournalConnection, JournalConnectionLost } from './journal-connection.repository.ts';
import {
  countEvent,
  freshMemory,
  noCounts,
  type JournalContext,
  type JournalCounts,
} from './journal-memory.ts';
import { loadWanted, renew, repair, takeBack, takeOver } from './keeping.ts';
import { ClocksApart } from './redis-clock.ts';
import { LogReading } from './reading.ts';
import { Publisher, type CommittedListener } from './publisher.ts';

const RENEW_MS = 200;
const LOOK_FOR_PARTITIONS_MS = 300;
const BEAT_MS = 1_000;
const TRIM_MS = 500;
const CLOCKS_APART_PAUSE_MS = 200;
const KEEP_SESSION_MS = 1_000;
/** Records taken into one commit at most: it must be over long before the lease. */
const BATCH = 1_000;
/** From so many on, the next are read while these are committed; fewer gather meanwhile, and are read in one go. */
const READ_ON = 100;

export interface JournalOptions {
  state: AuctionState;
  databaseUrl: string;
  /** Unique among all journals ever: names the lease and the last keeper of a partition. */
  owner: string;
  log: Logger;
  metrics?: Metrics;
  /** Partitions this journal may keep; all by default. */
  partitions?: readonly number[];
  env?: NodeJS.ProcessEnv;
}

export interface Journal {
  /** Stops after the batch in hand and gives the partitions back at once. */
  stop(): Promise<void>;
  /** Called in this process right after each commit; returns the function that ends it. */
  onCommitted(listener: CommittedListener): () => void;
  /** What is offered over this state is read in the same write, for the journal of the same process. */
  readBehind(offers: AuctionState): void;
  counts(): Readonly<JournalCounts>;
  /** Partitions kept now. */
  kept(): number[];
}

/**
 * Starts the journal: reads the partitions' logs in order, commits them to PostgreSQL with their chain of hashes,
 * publishes what is committed, and by renewing the leases lets scripts accept. Any number may run; each partition is
 * kept by one of them, the others stand by and take over within seconds. Everything that goes wrong is retried from
 * the committed state; nothing is skipped.
 */
export function startJournal(options: JournalOptions): Journal {
  const { state, log } = options;
  const env = options.env ?? process.env;
  const all =
    options.partitions ?? Array.from({ length: state.partitions.count }, (_, partition) => partition);
  const publisher = new Publisher(state);
  const logs = new LogReading(state);
  const fixed = {
    state,
    publisher,
    log,
    metrics: options.metrics ?? null,
    counts: noCounts(),
    broken: brokenOnPurpose(env),
    crashAt: crashPoints(env),
  };
  let context: JournalContext | null = null;
  let publishing: Promise<void> = Promise.resolve();
  let stopped = false;
  let redisTrouble = false;
  let clockTrouble = false;
  const next = { renew: 0, look: 0, beat: 0, trim: 0, session: 0 };

  async function connected(): Promise<JournalContext> {
    if (context) return context;
    const connection = await JournalConnection.open(options.databaseUrl, options.owner);
    context = { ...fixed, connection, memory: freshMemory() };
    logs.begin(context.memory);
    next.look = 0;
    return context;
  }

  async function lookForPartitions(current: JournalContext): Promise<void> {
    const missing = all.filter((partition) => !current.memory.partitions.has(partition));
    if (missing.length === 0 || Date.now() < next.look) return;
    next.look = Date.now() + LOOK_FOR_PARTITIONS_MS;
    const won = await current.connection.lock(missing);
    if (won.length > 0) await takeOver(current, won);
  }

  /** After a broken connection: is it still the Redis our partitions were loaded into? */
  async function meetRedisAgain(current: JournalContext): Promise<void> {
    if (Date.now() >= next.session) {
      next.session = Date.now() + KEEP_SESSION_MS;
      await current.connection.stayConnected();
    }
    const runId = await state.serverRunId();
    const { memory } = current;
    if (memory.partitions.size > 0 && memory.redisRunId !== runId) {
      await takeBack(current, [...memory.partitions.keys()]);
    }
    redisTrouble = false;
  }

  /**
   * One read of the logs, one commit, one publication; renewals, repairs and trimming as they fall due. While there is
   * something to commit, the next is read meanwhile, and what was committed is published meanwhile.
   */
  async function turn(current: JournalContext): Promise<void> {
    const { memory } = current;
    const read = await logs.next(BATCH, next.renew);
    options.metrics?.logLagEntries.set(read.length);
    if (read.length > 0) fixed.crashAt('after-read');
    const due = Date.now() >= next.renew;
    const intake = await sortIntake(current, read);
    if (read.length >= READ_ON) logs.readAhead(next.renew);
    const committedAtUs = await commitIntake(current, intake, due);
    if (intake.progress.length > 0) fixed.crashAt('before-publish');
    beat(current);
    await publishing;
    publishing = publisher.flush().then(() => {
      if (intake.progress.length > 0) fixed.crashAt('after-publish');
    });
    // Met by the next turn.
    publishing.catch(() => undefined);
    await repair(current, [...memory.toRepair]);
    if (due && committedAtUs !== null) {
      await renew(current, committedAtUs);
      next.renew = Date.now() + RENEW_MS;
    }
    await loadWanted(current);
    if (!publisher.idle) {
      await publishing;
      await publisher.flush();
    }
    await trim();
  }

  function beat({ memory }: JournalContext): void {
    if (Date.now() < next.beat) return;
    next.beat = Date.now() + BEAT_MS;
    const journalAtMs = Date.now();
    for (const partition of memory.partitions.keys())
      publisher.add(partition, [{ type: 'beat', journalAtMs }], '');
  }

  async function trim(): Promise<void> {
    if (Date.now() < next.trim) return;
    next.trim = Date.now() + TRIM_MS;
    if (publisher.trims) fixed.crashAt('before-trim');
    await publisher.trim();
  }

  async function dropSession(): Promise<void> {
    const lost = context;
    context = null;
    logs.end();
    if (!lost) return;
    publisher.forget(lost.memory.partitions.keys());
    await lost.connection.close();
  }

  /** What is under way was met already, or is met by whoever reads again from what is committed. */
  function goBackToCommitted(): void {
    logs.goBack();
    publishing = over(publishing);
  }

  /** Nothing is given up: every trouble leads back to the committed state, after a breath. */
  async function afterTrouble(error: unknown): Promise<void> {
    goBackToCommitted();
    if (error instanceof AuctionRedisUnavailable) {
      if (!redisTrouble) log.warn({ err: error }, 'the auction Redis is away');
      redisTrouble = true;
      await pause(25);
      return;
    }
    if (error instanceof ClocksApart) {
      if (!clockTrouble)
        log.error({ err: error }, 'the clocks of Redis and PostgreSQL are apart: rooms are held');
      clockTrouble = true;
      countEvent(fixed, 'clocksApart');
      await pause(CLOCKS_APART_PAUSE_MS);
      return;
    }
    if (error instanceof JournalConnectionLost) {
      if (context) {
        log.warn({ err: error }, 'PostgreSQL is away: nothing is committed, rooms are held');
        countEvent(fixed, 'databaseLosses');
      }
    } else {
      log.error({ err: error }, 'the journal starts again from what is committed');
    }
    await dropSession();
    await pause(100);
  }

  async function run(): Promise<void> {
    while (!stopped) {
      try {
        const current = await connected();
        if (redisTrouble) await meetRedisAgain(current);
        await lookForPartitions(current);
        if (current.memory.partitions.size > 0) await turn(current);
        else await pause(LOOK_FOR_PARTITIONS_MS);
        clockTrouble = false;
      } catch (error) {
        await afterTrouble(error);
      }
    }
    await dropSession();
  }

  const running = run();
  return {
    async stop() {
      stopped = true;
      await running;
    },
    readBehind: (offers) => logs.addSource(offers),
    onCommitted: (listener) => publisher.onCommitted(listener),
    counts: () => fixed.counts,
    kept: () => [...(context?.memory.partitions.keys() ?? [])],
  };
}

/** Waits for the end of it; how it ended was met by whoever began it. */
async function over(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch {
    // Not retried: what was not published is queued again.
  }
}
