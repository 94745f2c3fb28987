import type { LiveLimits } from './live-options.ts';

/** Strikes after which a connection is ended; one is forgiven every 10 s. */
const STRIKES = 3;
const FORGIVE_EVERY_MS = 10_000;

/**
 * What one socket may send: `eventsPerSecond`, a second's worth at once. Each further second's worth beyond it is a
 * strike, and so is each `malformedPerMinute` malformed or unknown events; three strikes end the connection.
 */
export class EventBudget {
  readonly #limits: LiveLimits;
  #tokens: number;
  #refilledAt: number;
  #excess = 0;
  #malformed: number;
  #strikes = 0;
  #forgivenAt: number;

  constructor(limits: LiveLimits, now: number) {
    this.#limits = limits;
    this.#tokens = limits.eventsPerSecond;
    this.#malformed = limits.malformedPerMinute;
    this.#refilledAt = now;
    this.#forgivenAt = now;
  }

  get exhausted(): boolean {
    return this.#strikes >= STRIKES;
  }

  /** One event arrived: may it be handled? */
  spend(now: number): boolean {
    this.#refill(now);
    if (this.#tokens >= 1) {
      this.#tokens -= 1;
      return true;
    }
    this.#excess += 1;
    if (this.#excess >= this.#limits.eventsPerSecond) {
      this.#excess = 0;
      this.#strikes += 1;
    }
    return false;
  }

  /** The event could not be understood: past the minute's allowance the connection is ended at once. */
  malformed(): void {
    this.#malformed -= 1;
    if (this.#malformed < 0) this.#strikes = STRIKES;
  }

  #refill(now: number): void {
    const seconds = (now - this.#refilledAt) / 1000;
    this.#refilledAt = now;
    const { eventsPerSecond, malformedPerMinute } = this.#limits;
    this.#tokens = Math.min(eventsPerSecond, this.#tokens + seconds * eventsPerSecond);
    this.#malformed = Math.min(malformedPerMinute, this.#malformed + (seconds / 60) * malformedPerMinute);
    if (now - this.#forgivenAt > FORGIVE_EVERY_MS) {
      this.#forgivenAt = now;
      this.#excess = 0;
      if (this.#strikes > 0 && !this.exhausted) this.#strikes -= 1;
    }
  }
}
