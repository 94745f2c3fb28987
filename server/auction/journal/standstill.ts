const TICK_MS = 250;
/** A busy journal is late by less. */
const STOOD_STILL_MS = 2_000;
/** What fails so soon after a standstill fails because of it: the time limits of this process went on meanwhile. */
const FOLLOWS_MS = 5_000;

/** Notices, by its own timer, that this process did not run: stopped, frozen with its machine, or starved of a processor. */
export class Standstill {
  readonly #noticed: (stoodStillMs: number) => void;
  readonly #timer: NodeJS.Timeout;
  #lookedAt = performance.now();
  #last = { ms: 0, endedAt: -Infinity };

  /** @param noticed called once after each */
  constructor(noticed: (stoodStillMs: number) => void) {
    this.#noticed = noticed;
    this.#timer = setInterval(() => this.#look(), TICK_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** For how long this process stood still just now, ms; null: it did not. */
  recentMs(): number | null {
    // A failure may be handled before the timer.
    this.#look();
    return performance.now() - this.#last.endedAt < FOLLOWS_MS ? this.#last.ms : null;
  }

  #look(): void {
    const now = performance.now();
    const ms = now - this.#lookedAt;
    this.#lookedAt = now;
    if (ms < STOOD_STILL_MS) return;
    this.#last = { ms, endedAt: now };
    this.#noticed(ms);
  }
}
