import type { Attempt } from '../state/auction-log.repository.ts';
import type { LiveLogger, LiveMetrics } from './live-options.ts';

const FLUSH_MS = 250;
const BATCH = 500;
/** Attempts kept while PostgreSQL is slow or away; more are shed and counted. */
const MAX_KEPT = 20_000;

/** Records every attempt that was not accepted, in batches that no answer ever waits for. */
export class Attempts {
  readonly #write: (attempts: Attempt[]) => Promise<void>;
  readonly #log: LiveLogger;
  readonly #metrics: LiveMetrics;
  readonly #timer: NodeJS.Timeout;
  #kept: Attempt[] = [];
  #writing: Promise<void> | null = null;

  constructor(write: (attempts: Attempt[]) => Promise<void>, log: LiveLogger, metrics: LiveMetrics) {
    this.#write = write;
    this.#log = log;
    this.#metrics = metrics;
    this.#timer = setInterval(() => void this.#flush(), FLUSH_MS);
    this.#timer.unref();
  }

  record(attempt: Attempt): void {
    if (this.#kept.length >= MAX_KEPT) {
      this.#metrics.count('attempt-shed');
      return;
    }
    this.#kept.push(attempt);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    await this.#flush();
  }

  #flush(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = null));
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#kept.length > 0) {
      const batch = this.#kept.slice(0, BATCH);
      try {
        await this.#write(batch);
      } catch (error) {
        // PostgreSQL is away or slow: kept and written at a later turn, shed only when the bound is reached.
        this.#log.warn({ err: error, kept: this.#kept.length }, 'attempts not recorded yet');
        return;
      }
      this.#kept.splice(0, batch.length);
    }
  }
}
