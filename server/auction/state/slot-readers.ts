import { AuctionRedisUnavailable } from './contract.ts';
import type { StreamMessage, StreamReads } from './stream-reader.ts';

/** A blocked read outlives the call that began it: it waits this long, and is begun again. */
const BLOCK_MS = 1_000;
/** A stream that could not be read is tried again after this long. */
const RETRY_MS = 50;

/** The reading of one stream. */
interface Reading {
  reader: StreamReads | null;
  /** What it was last begun after; null: not begun. */
  after: string | null;
  outcome: { messages: StreamMessage[] } | { error: unknown } | null;
  /** Its last read failed: not begun again before this instant (performance.now). */
  retryAt: number | null;
}

export interface SlotReadersOptions {
  /** A reader for one stream's server; throws AuctionRedisUnavailable where nobody knows which it is. */
  open(key: string): StreamReads;
  /**
   * `reject`: the streams are of one server, whose failure is everybody's. `go-on`: they are of several; those of the
   * others are read on, and when a server is back one read rejects, to say that something of it may be lost.
   */
  whenOneFails: 'reject' | 'go-on';
}

/**
 * Blocking reads of streams that stand in different slots of a cluster, where one command cannot name them together:
 * each has a connection of its own, on which a read waits from call to call.
 */
export class SlotReaders implements StreamReads {
  readonly #options: SlotReadersOptions;
  readonly #readings = new Map<string, Reading>();
  #tail: Promise<unknown> = Promise.resolve();
  #interrupted = false;
  #closed = false;
  #wake: () => void = () => undefined;

  constructor(options: SlotReadersOptions) {
    this.#options = options;
  }

  read(after: Map<string, string>, o: { blockMs: number; limit: number }): Promise<StreamMessage[]> {
    const next = this.#tail.then(() => this.#read(after, o));
    // The next read starts when this one is over, however it ended; its own caller gets the failure.
    this.#tail = next.catch(() => undefined);
    return next;
  }

  async #read(after: Map<string, string>, o: { blockMs: number; limit: number }): Promise<StreamMessage[]> {
    const until = performance.now() + o.blockMs;
    for (const key of this.#readings.keys()) if (!after.has(key)) this.#letGo(key);
    for (;;) {
      if (this.#closed) throw new AuctionRedisUnavailable('the reader is closed', true);
      let next = until;
      for (const [key, id] of after) next = Math.min(next, this.#begin(key, id, o.limit) ?? next);
      const found = this.#take(after);
      if (found.length > 0 || this.#interrupted || performance.now() >= until) {
        this.#interrupted = false;
        return found;
      }
      if (!this.#someOutcome()) await this.#news(next - performance.now());
    }
  }

  /** Begins where nothing is under way; returns when to try again what has just failed. */
  #begin(key: string, after: string, limit: number): number | null {
    const reading = this.#readings.get(key) ?? { reader: null, after: null, outcome: null, retryAt: null };
    this.#readings.set(key, reading);
    if (reading.after !== null) {
      // It waits at a place nobody wants any more. Should this fail, the read ends by itself within its time.
      if (reading.after !== after && !reading.outcome) reading.reader?.interrupt().catch(() => undefined);
      return null;
    }
    if (reading.retryAt !== null && reading.retryAt > performance.now()) return reading.retryAt;
    reading.after = after;
    // After a failure the first answer is wanted at once: it tells that the server is back.
    const blockMs = reading.retryAt === null ? BLOCK_MS : 0;
    this.#ask(reading, key, { after, blockMs, limit }).then(
      (messages) => this.#ended(reading, { messages }),
      // Met by the read that takes it.
      (error: unknown) => this.#ended(reading, { error }),
    );
    return null;
  }

  async #ask(
    reading: Reading,
    key: string,
    o: { after: string; blockMs: number; limit: number },
  ): Promise<StreamMessage[]> {
    reading.reader ??= this.#options.open(key);
    return reading.reader.read(new Map([[key, o.after]]), o);
  }

  #ended(reading: Reading, outcome: NonNullable<Reading['outcome']>): void {
    reading.outcome = outcome;
    this.#wake();
  }

  /** What has come in after the ids asked for; what was begun after others is void. */
  #take(after: Map<string, string>): StreamMessage[] {
    let back = false;
    for (const reading of this.#readings.values()) {
      if (reading.retryAt === null || !reading.outcome || 'error' in reading.outcome) continue;
      reading.retryAt = null;
      back = true;
    }
    if (back && this.#options.whenOneFails === 'go-on')
      throw new AuctionRedisUnavailable(
        'a server of the cluster is back, without what it had not told',
        true,
      );
    const found: StreamMessage[] = [];
    let failure: unknown = null;
    for (const [key, reading] of this.#readings) {
      const { outcome } = reading;
      if (!outcome) continue;
      const wanted = reading.after === after.get(key);
      reading.after = null;
      reading.outcome = null;
      if ('messages' in outcome) {
        if (wanted) found.push(...outcome.messages);
        continue;
      }
      reading.retryAt = performance.now() + RETRY_MS;
      const passing =
        outcome.error instanceof AuctionRedisUnavailable && this.#options.whenOneFails === 'go-on';
      // Passing: tried again by a later turn of the read, and the others' streams are read meanwhile.
      if (!passing) failure ??= outcome.error;
    }
    // One failure for all that failed together. What was found beside it is read again: its caller does not know of it.
    if (failure !== null) throw failure;
    return found;
  }

  #someOutcome(): boolean {
    return [...this.#readings.values()].some(({ outcome }) => outcome !== null);
  }

  /** Something has come, and with it whatever came in the same turn of the event loop; or the time is up. */
  #news(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(over, Math.max(0, withinMs));
      this.#wake = over;
      function over(): void {
        clearTimeout(timer);
        setImmediate(resolve);
      }
    });
  }

  async interrupt(): Promise<void> {
    this.#interrupted = true;
    this.#wake();
  }

  /** Other servers may have these streams now: they are read anew, as after a failure. */
  moved(keys: Iterable<string>): void {
    for (const key of keys) {
      if (!this.#readings.has(key)) continue;
      this.#letGo(key);
      this.#readings.set(key, { reader: null, after: null, outcome: null, retryAt: performance.now() });
    }
    this.#wake();
  }

  close(): void {
    this.#closed = true;
    for (const key of this.#readings.keys()) this.#letGo(key);
    this.#wake();
  }

  #letGo(key: string): void {
    this.#readings.get(key)?.reader?.close();
    this.#readings.delete(key);
  }
}
