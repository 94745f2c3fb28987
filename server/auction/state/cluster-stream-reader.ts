import { AuctionRedisUnavailable } from './contract.ts';
import type { StreamMessage, StreamReads } from './stream-reader.ts';

/** A blocked read outlives the call that started it: it waits this long, and is then repeated. */
const BLOCK_MS = 1_000;
/** A stream that could not be read is retried after this long. */
const RETRY_MS = 50;

interface Reading {
  reader: StreamReads | null;
  /** The id after which the read in flight was started; null: none in flight. */
  after: string | null;
  outcome: { messages: StreamMessage[] } | { error: unknown } | null;
  /** The last read failed: not retried before this instant (performance.now). */
  retryAt: number | null;
}

export interface ClusterStreamReaderOptions {
  /** A reader for one stream's server; throws AuctionRedisUnavailable while that server is unknown. */
  open(key: string): StreamReads;
  /**
   * `reject`: the streams are on one server, and its failure concerns all of them. `continue`: they are on several; the
   * streams of the others are read on, and when a server is back one read rejects, because its messages may be lost.
   */
  onFailure: 'reject' | 'continue';
}

/**
 * Blocking reads of streams in different slots of a cluster, which one command cannot name together: each stream has its own
 * connection, on which a blocked read continues from call to call.
 */
export class ClusterStreamReader implements StreamReads {
  readonly #options: ClusterStreamReaderOptions;
  readonly #readings = new Map<string, Reading>();
  #tail: Promise<unknown> = Promise.resolve();
  #interrupted = false;
  #closed = false;
  #wake: () => void = () => undefined;

  constructor(options: ClusterStreamReaderOptions) {
    this.#options = options;
  }

  read(after: Map<string, string>, o: { blockMs: number; limit: number }): Promise<StreamMessage[]> {
    const next = this.#tail.then(() => this.#read(after, o));
    // The next read starts when this one has ended, even by a failure, which its own caller gets.
    this.#tail = next.catch(() => undefined);
    return next;
  }

  async #read(after: Map<string, string>, o: { blockMs: number; limit: number }): Promise<StreamMessage[]> {
    const until = performance.now() + o.blockMs;
    for (const key of this.#readings.keys()) if (!after.has(key)) this.#drop(key);
    for (;;) {
      if (this.#closed) throw new AuctionRedisUnavailable('the reader is closed', true);
      let next = until;
      for (const [key, id] of after) next = Math.min(next, this.#start(key, id, o.limit) ?? next);
      const found = this.#take(after);
      if (found.length > 0 || this.#interrupted || performance.now() >= until) {
        this.#interrupted = false;
        return found;
      }
      if (!this.#hasOutcome()) await this.#nextOutcome(next - performance.now());
    }
  }

  /** Starts a read unless one is in flight; returns when to retry a failed one. */
  #start(key: string, after: string, limit: number): number | null {
    const reading = this.#readings.get(key) ?? { reader: null, after: null, outcome: null, retryAt: null };
    this.#readings.set(key, reading);
    if (reading.after !== null) {
      // The read in flight waits after another id. Should the interruption fail, the read ends by itself after BLOCK_MS.
      if (reading.after !== after && !reading.outcome) reading.reader?.interrupt().catch(() => undefined);
      return null;
    }
    if (reading.retryAt !== null && reading.retryAt > performance.now()) return reading.retryAt;
    reading.after = after;
    // After a failure the first read does not block: its reply shows that the server is back.
    const blockMs = reading.retryAt === null ? BLOCK_MS : 0;
    this.#ask(reading, key, { after, blockMs, limit }).then(
      (messages) => this.#ended(reading, { messages }),
      // Handled by the read that takes the outcome.
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

  /** Takes the messages received after the requested ids; reads started after other ids are dropped. */
  #take(after: Map<string, string>): StreamMessage[] {
    let back = false;
    for (const reading of this.#readings.values()) {
      if (reading.retryAt === null || !reading.outcome || 'error' in reading.outcome) continue;
      reading.retryAt = null;
      back = true;
    }
    if (back && this.#options.onFailure === 'continue')
      throw new AuctionRedisUnavailable(
        'a server of the cluster is back; messages not yet read from it are lost',
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
      const retried =
        outcome.error instanceof AuctionRedisUnavailable && this.#options.onFailure === 'continue';
      // Retried by the next loop of the read; the other streams are read meanwhile.
      if (!retried) failure ??= outcome.error;
    }
    // One failure for all that failed together. Messages found in the same loop are read again, for the caller does not get them.
    if (failure !== null) throw failure;
    return found;
  }

  #hasOutcome(): boolean {
    return [...this.#readings.values()].some(({ outcome }) => outcome !== null);
  }

  /** Resolves after the next outcome and all others of the same turn of the event loop, or when the time is up. */
  #nextOutcome(withinMs: number): Promise<void> {
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

  /** The streams may have moved to other servers: their reads are restarted, as after a failure. */
  moved(keys: Iterable<string>): void {
    for (const key of keys) {
      if (!this.#readings.has(key)) continue;
      this.#drop(key);
      this.#readings.set(key, { reader: null, after: null, outcome: null, retryAt: performance.now() });
    }
    this.#wake();
  }

  close(): void {
    this.#closed = true;
    for (const key of this.#readings.keys()) this.#drop(key);
    this.#wake();
  }

  #drop(key: string): void {
    this.#readings.get(key)?.reader?.close();
    this.#readings.delete(key);
  }
}
