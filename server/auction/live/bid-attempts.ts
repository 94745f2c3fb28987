import { FailureLog } from '#server/platform/logging/index.ts';
import type { Attempt, AttemptCount } from '../state/auction-log.repository.ts';
import type { LiveLogger, LiveMetrics } from './live-options.ts';

const FLUSH_MS = 250;
const BATCH = 500;
/** Attempts queued while PostgreSQL is slow or unavailable; further ones are dropped and counted. */
const MAX_QUEUED = 20_000;
/** Attempts of one participant for one lot stored each second; further ones are counted. */
const STORED_PER_SECOND = 5;
/** Counts are written at every fourth flush: a flood updates the same few rows again and again. */
const COUNTS_EVERY = 4;
/** Distinct counts buffered while PostgreSQL is unavailable. */
const MAX_COUNTS = 20_000;
const MINUTE_MS = 60_000;

export interface BidAttemptsStore {
  insertAttempts(attempts: Attempt[]): Promise<void>;
  addAttemptCounts(counts: AttemptCount[]): Promise<void>;
}

/**
 * Records refused and unanswered bids, in batches that no answer waits for. A participant's attempts are stored, up to
 * five a second for each lot; further ones, and all those of people who are not admitted, are counted by lot, minute and
 * reason.
 */
export class BidAttempts {
  readonly #store: BidAttemptsStore;
  readonly #failures: FailureLog;
  readonly #metrics: LiveMetrics;
  readonly #timer: NodeJS.Timeout;
  #queue: Attempt[] = [];
  #counts = new Map<string, AttemptCount>();
  /** Attempts stored in the current second, by lot and person. */
  #stored = new Map<string, number>();
  #second = 0;
  #flushes = 0;
  #writing: Promise<void> | null = null;

  constructor(store: BidAttemptsStore, log: LiveLogger, metrics: LiveMetrics) {
    this.#store = store;
    this.#failures = new FailureLog(log, { message: 'attempts are recorded again' });
    this.#metrics = metrics;
    this.#timer = setInterval(() => void this.#flush(), FLUSH_MS);
    this.#timer.unref();
  }

  /** @param admitted whether the person takes part in the lot */
  record(attempt: Attempt, admitted: boolean): void {
    if (!admitted) return this.#count(attempt, '');
    if (!this.#mayStore(attempt)) return this.#count(attempt, attempt.person);
    if (this.#queue.length >= MAX_QUEUED) {
      this.#metrics.count('attempt-shed');
      return;
    }
    this.#queue.push(attempt);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    this.#flushes = -1;
    await this.#flush();
  }

  #mayStore({ lotId, person }: Attempt): boolean {
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#stored = new Map();
    }
    const key = `${lotId}:${person}`;
    const stored = this.#stored.get(key) ?? 0;
    if (stored >= STORED_PER_SECOND) return false;
    this.#stored.set(key, stored + 1);
    return true;
  }

  #count({ lotId, reason, receivedAt }: Attempt, person: string): void {
    this.#metrics.count('attempt-counted');
    const minuteMs = Math.floor(receivedAt.getTime() / MINUTE_MS) * MINUTE_MS;
    this.#add({ lotId, minuteMs, person, reason: reason ?? 'unknown', times: 1 });
  }

  #add(count: AttemptCount): void {
    const key = `${count.lotId}:${count.minuteMs}:${count.reason}:${count.person}`;
    const known = this.#counts.get(key);
    if (known) known.times += count.times;
    else if (this.#counts.size < MAX_COUNTS) this.#counts.set(key, count);
    else this.#metrics.count('attempt-shed', count.times);
  }

  #flush(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = null));
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    this.#flushes += 1;
    try {
      const writesCounts = this.#flushes % COUNTS_EVERY === 0;
      if (writesCounts) await this.#writeCounts();
      while (this.#queue.length > 0) {
        const batch = this.#queue.slice(0, BATCH);
        await this.#store.insertAttempts(batch);
        this.#queue.splice(0, batch.length);
      }
      if (writesCounts) this.#failures.succeeded();
    } catch (error) {
      // PostgreSQL is slow or unavailable: retried at the next flush, dropped only beyond the bound.
      this.#failures.failed({
        error,
        message: 'attempts not recorded yet',
        fields: { queued: this.#queue.length, counts: this.#counts.size },
      });
    }
  }

  async #writeCounts(): Promise<void> {
    if (this.#counts.size === 0) return;
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    try {
      await this.#store.addAttemptCounts(counts);
    } catch (error) {
      for (const count of counts) this.#add(count);
      throw error;
    }
  }
}
