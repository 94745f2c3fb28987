import type { LiveLimits } from './live-options.ts';

const MINUTE_MS = 60_000;
/** Persons remembered before those whose allowance is whole again are dropped. */
const REMEMBERED = 5_000;

/**
 * How often a person may set or delete auto-bids: every change is a log entry that is stored for good, so a room needs a
 * bound that the budget of events does not give. A minute's worth may come at once. Each node counts by itself.
 */
export class AutoBidPace {
  readonly #perMinute: number;
  readonly #left = new Map<string, { changes: number; at: number }>();

  constructor({ autoBidChangesPerMinute }: Pick<LiveLimits, 'autoBidChangesPerMinute'>) {
    this.#perMinute = autoBidChangesPerMinute;
  }

  /** One change arrived: may it be judged? @param now running ms */
  spend(person: string, now: number): boolean {
    if (!Number.isFinite(this.#perMinute)) return true;
    const known = this.#left.get(person) ?? { changes: this.#perMinute, at: now };
    const changes = Math.min(
      this.#perMinute,
      known.changes + ((now - known.at) / MINUTE_MS) * this.#perMinute,
    );
    const allowed = changes >= 1;
    this.#left.set(person, { changes: allowed ? changes - 1 : changes, at: now });
    if (this.#left.size > REMEMBERED) this.#forget(now);
    return allowed;
  }

  #forget(now: number): void {
    for (const [person, { at }] of this.#left) if (now - at >= MINUTE_MS) this.#left.delete(person);
  }
}
