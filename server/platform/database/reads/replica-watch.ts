import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { answerWithin } from '../../time-limits/index.ts';
import { parseLsn } from '../replication-session.ts';

/** A place in the log, and an instant for which all that is before it is true. */
interface Sample {
  lsn: bigint;
  /** Of the monotonic clock. */
  at: number;
  wallMs: number;
}

interface PrimaryFacts {
  systemId: string;
  timeline: number;
  startedAt: string;
  lsn: string;
}

interface ReplicaFacts extends Omit<PrimaryFacts, 'lsn'> {
  inRecovery: boolean;
  lsn: string | null;
}

export interface ReplicaWatchOptions {
  /** Connections of its own, so that no work of others delays a measurement, nor one that hangs the work of others. */
  primary: Pick<pg.Pool, 'query'>;
  replica: Pick<pg.Pool, 'query'>;
  /** What lags further is not read. */
  maxStalenessMs: number;
  /** It does not answer: queries that wait for it are to be ended. */
  onSilent: () => void;
}

/** Between two measurements. */
const MEASURE_MS = 1_000;
/** Of either server: one that is silent for longer does not answer. */
export const LOOK_LIMIT_MS = 2_000;
const AGAIN_MS = 300;
const MOST_TRIES = 5;

/** Two servers may be copies, and never started in the same microsecond. */
const STARTED_AT = `pg_postmaster_start_time()::text as "startedAt"`;
const SYSTEM = '(select system_identifier::text from pg_control_system()) as "systemId"';

/** Up to where it is flushed: every answered commit is before it. `pg_walfile_name` begins with the timeline. */
const PRIMARY = `select ${SYSTEM}, ${STARTED_AT}, pg_current_wal_flush_lsn()::text as lsn,
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline`;

/** A standby that follows a promotion says so at its next restart point at the latest. */
const REPLICA = `select ${SYSTEM}, ${STARTED_AT}, pg_is_in_recovery() as "inRecovery",
  pg_last_wal_replay_lsn()::text as lsn,
  greatest((select timeline_id from pg_control_checkpoint()),
    (select min_recovery_end_timeline from pg_control_recovery())) as timeline`;

/**
 * Measures how far a replica is behind: it has what the primary had flushed at a known instant, so an idle primary makes it no older.
 * Nothing is written for it.
 */
export class ReplicaWatch {
  readonly #options: ReplicaWatchOptions;
  #samples: Sample[] = [];
  #proven: Sample | null = null;
  /** Why it is not read; null: only its age decides. */
  #problem: string | null = 'not measured yet';
  /** Up to where it had replayed at the measurement before. */
  #replayed: bigint | null = null;
  /** Of the primary. */
  #timeline: number | null = null;
  #timer: NodeJS.Timeout | null = null;
  #stopped = true;
  #round: Promise<void> = Promise.resolve();

  constructor(options: ReplicaWatchOptions) {
    this.#options = options;
  }

  /** Measures now and every second until `stop`. */
  start(): void {
    if (!this.#stopped) return;
    this.#stopped = false;
    const next = async (): Promise<void> => {
      await this.measure();
      if (this.#stopped) return;
      this.#timer = setTimeout(() => (this.#round = next()), MEASURE_MS);
      this.#timer.unref();
    };
    this.#round = next();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#round;
  }

  get started(): boolean {
    return !this.#stopped;
  }

  /** The instant, in milliseconds of this process's clock, for which it is true; null: it must not be read. */
  usableAsOf(): number | null {
    const proven = this.#proven;
    if (this.#problem !== null || !proven) return null;
    return performance.now() - proven.at <= this.#options.maxStalenessMs ? proven.wallMs : null;
  }

  /** Milliseconds since the instant for which it was last known to be true; null: it never was. */
  stalenessMs(): number | null {
    return this.#proven && performance.now() - this.#proven.at;
  }

  /** Why it is not read; null: it is. */
  problem(): string | null {
    if (this.#problem !== null) return this.#problem;
    const ms = this.stalenessMs();
    if (ms === null) return 'has not caught up since it is measured';
    return ms <= this.#options.maxStalenessMs ? null : `${Math.round(ms / 1_000)} s behind`;
  }

  /** Not read until it has been measured again. */
  distrust(): void {
    this.#problem = 'a connection to it failed';
  }

  /** One measurement; `start` repeats it. */
  async measure(): Promise<void> {
    const at = performance.now();
    const wallMs = Date.now();
    let primary: PrimaryFacts;
    try {
      const asked = this.#options.primary.query<PrimaryFacts>(PRIMARY);
      primary = (await answerWithin(asked, LOOK_LIMIT_MS)).rows[0]!;
    } catch {
      // Asked again at the next measurement; until then what is proven grows older.
      return;
    }
    const flushed = parseLsn(primary.lsn);
    // Places in the log of another primary say nothing of this one's.
    if (primary.timeline !== this.#timeline) {
      this.#timeline = primary.timeline;
      this.#samples = [];
      this.#proven = null;
    }
    this.#samples.push({ lsn: flushed, at, wallMs });
    try {
      const asked = this.#options.replica.query<ReplicaFacts>(REPLICA);
      const replica = (await answerWithin(asked, LOOK_LIMIT_MS)).rows[0]!;
      this.#problem = this.#judge(primary, replica, flushed);
    } catch (error) {
      // Not repeated here: the next measurement follows in a second.
      this.#problem = `does not answer (${error instanceof Error ? error.message : String(error)})`;
      this.#options.onSilent();
    }
    const oldest = at - 2 * this.#options.maxStalenessMs;
    this.#samples = this.#samples.filter((sample) => sample.at >= oldest);
  }

  #judge(primary: PrimaryFacts, replica: ReplicaFacts, flushed: bigint): string | null {
    if (replica.systemId !== primary.systemId) return 'belongs to another cluster';
    if (!replica.inRecovery) {
      if (replica.startedAt !== primary.startedAt) return 'was promoted and is a server of its own';
      this.#proven = this.#samples.at(-1)!;
      return null;
    }
    if (replica.timeline !== primary.timeline)
      return `is on timeline ${replica.timeline}, the primary on ${primary.timeline}`;
    if (replica.lsn === null) return 'has replayed nothing yet';
    const replayed = parseLsn(replica.lsn);
    // The primary of the same log has by now what was replayed at the measurement before.
    const isAhead = this.#replayed !== null && this.#replayed > flushed;
    this.#replayed = replayed;
    if (isAhead) return 'has more than the primary: it is the copy of another history';
    this.#proven = this.#samples.findLast(({ lsn }) => lsn <= replayed) ?? this.#proven;
    return null;
  }
}

/** Why a replica would not be read now; null: it would. What has just been written may still be on its way, so it is asked again. */
export async function problemOfReplica(
  primary: Pick<pg.Pool, 'query'>,
  replica: Pick<pg.Pool, 'query'>,
  maxStalenessMs: number,
): Promise<string | null> {
  const watch = new ReplicaWatch({ primary, replica, maxStalenessMs, onSilent: () => undefined });
  for (let tries = 1; ; tries += 1) {
    await watch.measure();
    const problem = watch.problem();
    if (problem === null || tries === MOST_TRIES) return problem;
    await pause(AGAIN_MS);
  }
}
