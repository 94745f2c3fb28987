/** Asks for a sign of life whenever it is looked at, one question at a time, and knows how long ago it was answered. */
export class LastAnswer {
  readonly #ask: () => Promise<unknown>;
  #answeredAt = -Infinity;
  #asking = false;

  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  /** Since the last answer, ms; infinite before the first. */
  agoMs(now: number): number {
    return now - this.#answeredAt;
  }

  look(): void {
    if (!this.#asking) void this.#askOnce();
  }

  async #askOnce(): Promise<void> {
    this.#asking = true;
    try {
      await this.#ask();
      this.#answeredAt = performance.now();
    } catch {
      // Not retried here: the next look asks again, and time without an answer is what counts.
    } finally {
      this.#asking = false;
    }
  }
}
