import type { LiveLimits } from './live-options.ts';

const MINUTE_MS = 60_000;
/** Entries from which on those with a full allowance are removed. */
const MAX_ENTRIES = 5_000;

/**
 * Token bucket of auto-bid changes per person: every change is a log entry stored permanently, so it needs a tighter bound
 * than the event budget. A minute's allowance may be spent at once. Each node counts by itself.
 */
export class AutoBidRateLimit {
  readonly #perMinute: number;
  readonly #left = new Map<string, { changes: number; at: number }>();

  constructor({ autoBidChangesPerMinute }: Pick<LiveLimits, 'autoBidChangesPerMinute'>) {
    this.#perMinute = autoBidChangesPerMinute;
  }

  /** Whether one more change may be processed. @param now monotonic ms */
  spend(person: string, now: number): boolean {
    if (!Number.isFinite(this.#perMinute)) return true;
    const known = this.#left.get(person) ?? { changes: this.#perMinute, at: now };
    const changes = Math.min(
      this.#perMinute,
      known.changes + ((now - known.at) / MINUTE_MS) * this.#perMinute,
    );
    const allowed = changes >= 1;
    this.#left.set(person, { changes: allowed ? changes - 1 : changes, at: now });
    if (this.#left.size > MAX_ENTRIES) this.#forget(now);
    return allowed;
  }

  #forget(now: number): void {
    for (const [person, { at }] of this.#left) if (now - at >= MINUTE_MS) this.#left.delete(person);
  }
}
