import { LastAnswer } from './last-answer.ts';

/** What bids need must have answered within this, ms. */
export const ANSWERS_WITHIN_MS = 1_000;
/** A look this late says that this process stood still, not that Redis did. */
const LATE_MS = 500;

/**
 * Whether this process can place bids: the connection of the scripts and the committed feed have answered within a second.
 * Looked at several times a second; between looks it is a field, which costs a bid nothing.
 */
export class BidPath {
  readonly #scripts: LastAnswer;
  readonly #feedUnansweredMs: () => number;
  #lookedAt = -Infinity;
  /** The last look that came late: what was answered before it says nothing about now. */
  #lateAt = -Infinity;
  #isOpen = false;
  #cutSince: number | null = null;

  /**
   * @param o.ask a call over the connection that carries bids
   * @param o.feedUnansweredMs since when the feed has not been answered
   */
  constructor(o: { ask: () => Promise<unknown>; feedUnansweredMs: () => number }) {
    this.#scripts = new LastAnswer(o.ask);
    this.#feedUnansweredMs = o.feedUnansweredMs;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Known to be cut off: a process that has just started, or stood still, is not. */
  get isCut(): boolean {
    return this.#cutSince !== null;
  }

  /** Since when nothing was answered, ms; 0 unless cut off. */
  cutForMs(now: number): number {
    return this.#cutSince === null ? 0 : now - this.#cutSince;
  }

  look(now: number): void {
    if (now - this.#lookedAt > LATE_MS) this.#lateAt = now;
    this.#lookedAt = now;
    this.#scripts.look();
    const unansweredMs = Math.max(this.#scripts.agoMs(now), this.#feedUnansweredMs());
    this.#isOpen = unansweredMs <= ANSWERS_WITHIN_MS;
    if (this.#isOpen) this.#cutSince = null;
    // What was answered while this process stood still has yet to be read.
    else if (now > this.#lateAt) this.#cutSince ??= Math.max(now - unansweredMs, this.#lateAt);
  }
}
