import { FailureLog } from '#server/platform/logging/index.ts';
import type { BidReceipt } from '../state/auction-log.repository.ts';
import type { LiveLogger, LiveMetrics } from './live-options.ts';

const FLUSH_MS = 250;
const BATCH = 2_000;
/** Nothing is accepted while PostgreSQL is unavailable; beyond this receipts are dropped and counted. */
const MAX_QUEUED = 50_000;

export interface BidReceiptsStore {
  insertReceipts(receipts: readonly BidReceipt[]): Promise<void>;
}

/** Records when accepted bids were received, in batches that no answer waits for. */
export class BidReceipts {
  readonly #store: BidReceiptsStore;
  readonly #failures: FailureLog;
  readonly #metrics: LiveMetrics;
  readonly #timer: NodeJS.Timeout;
  #queue: BidReceipt[] = [];
  #writing: Promise<void> | null = null;

  constructor(store: BidReceiptsStore, log: LiveLogger, metrics: LiveMetrics) {
    this.#store = store;
    this.#failures = new FailureLog(log, { message: 'receipts of bids are recorded again' });
    this.#metrics = metrics;
    this.#timer = setInterval(() => void this.#flush(), FLUSH_MS);
    this.#timer.unref();
  }

  record(receipt: BidReceipt): void {
    if (this.#queue.length >= MAX_QUEUED) this.#metrics.count('receipt-shed');
    else this.#queue.push(receipt);
  }

  /** Writes what is queued, unless PostgreSQL is unavailable. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    await this.#flush();
  }

  #flush(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = null));
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#queue.length > 0) {
        const batch = this.#queue.slice(0, BATCH);
        await this.#store.insertReceipts(batch);
        this.#queue.splice(0, batch.length);
      }
      this.#failures.succeeded();
    } catch (error) {
      // PostgreSQL is slow or unavailable: retried at the next flush.
      this.#failures.failed({
        error,
        message: 'receipts of bids not recorded yet',
        fields: { queued: this.#queue.length },
      });
    }
  }
}
