import type { Logger } from '#server/platform/logging/index.ts';
import { sqlStateOf } from './database-session.repository.ts';

/** A failure that lasts is reported this often. */
const REPORTED_EVERY_MS = 60_000;

interface Failing {
  sinceMs: number;
  times: number;
  /** Whether the log has a line of it. */
  isReported: boolean;
}

/** Since when the journal can commit nothing, reported in one line a minute. */
export class CommitHealth {
  readonly #log: Logger;
  #lastGoodMs = Date.now();
  #failing: Failing | null = null;
  #reported = { what: '', atMs: -Infinity };

  constructor(log: Logger) {
    this.#log = log;
  }

  /** For how long nothing could be committed, since the last good commit; 0 while commits succeed. */
  get failingMs(): number {
    return this.#failing ? Date.now() - this.#failing.sinceMs : 0;
  }

  succeeded(): void {
    this.#lastGoodMs = Date.now();
    if (!this.#failing) return;
    const { sinceMs, times, isReported } = this.#failing;
    if (isReported)
      this.#log.warn({ forMs: this.#lastGoodMs - sinceMs, failures: times }, 'commits succeed again');
    this.#failing = null;
  }

  failed(error: Error): void {
    this.#failing ??= { sinceMs: this.#lastGoodMs, times: 0, isReported: false };
    this.#failing.times += 1;
    const sqlState = sqlStateOf(error);
    const what = sqlState ?? 'away';
    const nowMs = Date.now();
    if (what === this.#reported.what && nowMs - this.#reported.atMs < REPORTED_EVERY_MS) return;
    this.#reported = { what, atMs: nowMs };
    this.#failing.isReported = true;
    const { sinceMs, times } = this.#failing;
    const since = new Date(sinceMs).toISOString();
    const facts = { err: error, since, failures: times };
    if (sqlState === null) this.#log.warn(facts, 'PostgreSQL is away: nothing is committed, rooms are held');
    else
      this.#log.error(
        { ...facts, sqlState },
        'PostgreSQL answers and commits nothing: rooms are held until it does',
      );
  }
}
