import type { LiveLimits } from './live-options.ts';

/** Strikes after which a connection is ended; one is forgiven every 10 s. */
const STRIKES = 3;
const FORGIVE_EVERY_MS = 10_000;

/**
 * Token bucket of one sender: `eventsPerSecond`, a second's allowance at once. Each further second's allowance exceeded is
 * a strike, and so is each `malformedPerMinute` malformed or unknown events; three strikes end the connection.
 */
export class EventBudget {
  readonly #limits: Pick<LiveLimits, 'eventsPerSecond' | 'malformedPerMinute'>;
  #tokens: number;
  #refilledAt: number;
  #excess = 0;
  #malformed: number;
  #strikes = 0;
  #forgivenAt: number;
  /** Tokens refilled each second: fewer than the limit while the sender is also busy on other nodes. */
  #rate: number;

  constructor(limits: Pick<LiveLimits, 'eventsPerSecond' | 'malformedPerMinute'>, now: number) {
    this.#limits = limits;
    this.#tokens = limits.eventsPerSecond;
    this.#rate = limits.eventsPerSecond;
    this.#malformed = limits.malformedPerMinute;
    this.#refilledAt = now;
    this.#forgivenAt = now;
  }

  get exhausted(): boolean {
    return this.#strikes >= STRIKES;
  }

  /** Whether one more event may be handled. */
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

  /** Sets this node's share of the limit. */
  setRate(eventsPerSecond: number): void {
    this.#rate = eventsPerSecond;
  }

  /** The sender was disconnected: strikes are reset, tokens are not. */
  pardon(): void {
    this.#strikes = 0;
    this.#excess = 0;
    this.#malformed = this.#limits.malformedPerMinute;
  }

  /** A malformed event: beyond the minute's allowance the connection is ended at once. */
  malformed(): void {
    this.#malformed -= 1;
    if (this.#malformed < 0) this.#strikes = STRIKES;
  }

  #refill(now: number): void {
    const seconds = (now - this.#refilledAt) / 1000;
    // Nothing to refill; with an infinite limit, zero times infinity would be NaN.
    if (seconds <= 0) return;
    this.#refilledAt = now;
    const { malformedPerMinute } = this.#limits;
    this.#tokens = Math.min(this.#rate, this.#tokens + seconds * this.#rate);
    this.#malformed = Math.min(malformedPerMinute, this.#malformed + (seconds / 60) * malformedPerMinute);
    if (now - this.#forgivenAt > FORGIVE_EVERY_MS) {
      this.#forgivenAt = now;
      this.#excess = 0;
      if (this.#strikes > 0 && !this.exhausted) this.#strikes -= 1;
    }
  }
}
