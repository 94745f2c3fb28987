/** A failure that lasts is written this often. */
const WRITTEN_EVERY_MS = 60_000;

type Write = (fields: object, message: string) => void;

/** Fields of errors are masked by the logger, as everywhere. */
interface FailureWriter {
  warn: Write;
  error: Write;
}

export interface Failure {
  error: unknown;
  message: string;
  level?: 'warn' | 'error';
  fields?: object;
}

interface Outage {
  sinceMs: number;
  failures: number;
  /** Whether the log has a line of it. */
  isWritten: boolean;
}

/**
 * The log lines of work that is repeated and fails again and again: the first failure at once, then one line a minute with
 * how many were left out, and one line when it works again. A failure with another message is written at once.
 */
export class FailureLog {
  readonly #log: FailureWriter;
  readonly #works: { message: string; fields: object };
  #lastGoodMs = Date.now();
  #outage: Outage | null = null;
  /** Holds beyond an outage: work that comes and goes has a line a minute, too. */
  #written = { message: '', atMs: -Infinity };
  #leftOut = 0;

  /** @param works of the line that says that the work succeeds again */
  constructor(log: FailureWriter, works: { message: string; fields?: object }) {
    this.#log = log;
    this.#works = { message: works.message, fields: works.fields ?? {} };
  }

  /** For how long nothing has succeeded, since the last success; 0 unless it fails. */
  get failingMs(): number {
    return this.#outage ? Date.now() - this.#outage.sinceMs : 0;
  }

  get isFailing(): boolean {
    return this.#outage !== null;
  }

  failed({ error, message, level = 'warn', fields = {} }: Failure): void {
    this.#outage ??= { sinceMs: this.#lastGoodMs, failures: 0, isWritten: false };
    this.#outage.failures += 1;
    const nowMs = Date.now();
    const { message: before, atMs } = this.#written;
    if (message === before && nowMs - atMs < WRITTEN_EVERY_MS) {
      this.#leftOut += 1;
      return;
    }
    const { sinceMs, failures } = this.#outage;
    const since = new Date(sinceMs).toISOString();
    this.#log[level]({ err: error, ...fields, since, failures, leftOut: this.#leftOut }, message);
    this.#outage.isWritten = true;
    this.#written = { message, atMs: nowMs };
    this.#leftOut = 0;
  }

  succeeded(): void {
    this.#lastGoodMs = Date.now();
    if (!this.#outage) return;
    const { sinceMs, failures, isWritten } = this.#outage;
    this.#outage = null;
    if (!isWritten) return;
    const forMs = this.#lastGoodMs - sinceMs;
    this.#log.warn({ ...this.#works.fields, forMs, failures }, this.#works.message);
  }
}
