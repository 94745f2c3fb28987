/** Looking costs connections: callers within this time share one look. */
const SHARED_MS = 1_000;

export interface KnownLook<Found> {
  found: Found;
  /** When the look began (performance.now). */
  at: number;
}

/** One look at a time, shared by all who ask meanwhile. */
export class SharedLook<Found> {
  readonly #look: () => Promise<Found>;
  #known: KnownLook<Found> | null = null;
  #running: Promise<KnownLook<Found>> | null = null;

  /** @param look resolves within a bounded time, and never rejects */
  constructor(look: () => Promise<Found>) {
    this.#look = look;
  }

  /** A look that is at most a second old, once there is one. */
  now(): Promise<KnownLook<Found>> {
    if (this.#known && performance.now() - this.#known.at <= SHARED_MS) return Promise.resolve(this.#known);
    return (this.#running ??= this.#begin().finally(() => (this.#running = null)));
  }

  /** The same, but the last known look where the next one takes longer than this, ms; null: there has been none. */
  async soon(limitMs: number): Promise<KnownLook<Found> | null> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, limitMs);
    });
    await Promise.race([this.now(), limit]);
    clearTimeout(timer);
    return this.#known;
  }

  async #begin(): Promise<KnownLook<Found>> {
    const at = performance.now();
    const found = await this.#look();
    this.#known = { found, at };
    return this.#known;
  }
}
