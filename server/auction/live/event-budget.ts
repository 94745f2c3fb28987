import type { LiveLimits } from './live-options.ts';

/** Strikes after which a connection is ended; one is forgiven every 10 s. */
const STRIKES = 3;
const FORGIVE_EVERY_MS = 10_000;

/**
 * What one sender may send: `eventsPerSecond`, a second's worth at once. Each further second's worth beyond it is a
 * strike, and so is each `malformedPerMinute` malformed or unknown events; three strikes end the connection.
 */
export class EventBudget {
  readonly #limits: Pick<LiveLimits, 'eventsPerSecond' | 'malformedPerMinute'>;
  #tokens: number;
  #refilledAt: number;
  #excess = 0;
  #malformed: number;
  #strikes = 0;
  #forgivenAt: number;
  /** Events given back each second: less than the limit while the sender is busy on other nodes too. */
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

  /** The part of the limit that is left to this node. */
  setRate(eventsPerSecond: number): void {
    this.#rate = eventsPerSecond;
  }

  /** The sender was disconnected: counting begins again, without new tokens. */
  pardon(): void {
    this.#strikes = 0;
    this.#excess = 0;
    this.#malformed = this.#limits.malformedPerMinute;
  }

  /** The event could not be understood: past the minute's allowance the connection is ended at once. */
  malformed(): void {
    this.#malformed -= 1;
    if (this.#malformed < 0) this.#strikes = STRIKES;
  }

  #refill(now: number): void {
    const seconds = (now - this.#refilledAt) / 1000;
    // Nothing to give back, and where there is no limit, nothing times infinity would be no number.
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
