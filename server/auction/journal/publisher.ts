import type { AuctionState, CommittedMessage } from '../state/contract.ts';

export type CommittedListener = (partition: number, messages: readonly CommittedMessage[]) => void;

interface Waiting {
  messages: CommittedMessage[];
  /** The log may be trimmed up to here once the messages are out; '' when they came from no log record. */
  throughLogId: string;
}

/**
 * Puts committed messages on the feed, in order per partition. Messages that could not be published stay queued and are
 * retried at the next flush; the log is trimmed only up to what was published, so the successor of a journal that dies
 * in between can publish the rest.
 */
export class Publisher {
  private readonly waiting = new Map<number, Waiting>();
  /** In flight: requeued when they fail. */
  private readonly inFlight = new Map<number, Waiting>();
  private readonly trimmable = new Map<number, string>();
  private readonly listeners = new Set<CommittedListener>();

  private readonly state: AuctionState;

  constructor(state: AuctionState) {
    this.state = state;
  }

  /** Called in this process right after each commit, before the feed: saves a web server in the same process one hop. */
  onCommitted(listener: CommittedListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  add(partition: number, messages: CommittedMessage[], throughLogId: string): void {
    const waiting = this.waiting.get(partition);
    if (waiting) {
      waiting.messages.push(...messages);
      if (throughLogId !== '') waiting.throughLogId = throughLogId;
    } else {
      this.waiting.set(partition, { messages: [...messages], throughLogId });
    }
    for (const listener of this.listeners) listener(partition, messages);
  }

  /**
   * One at a time: messages added meanwhile wait for the next flush. Rejects with AuctionRedisUnavailable; unconfirmed
   * messages stay queued and may reach the feed twice.
   */
  async flush(): Promise<void> {
    const batches = [...this.waiting];
    this.waiting.clear();
    for (const [partition, waiting] of batches) this.inFlight.set(partition, waiting);
    const results = await Promise.allSettled(
      batches.map(([partition, waiting]) => this.send(partition, waiting)),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private async send(partition: number, waiting: Waiting): Promise<void> {
    const { messages, throughLogId } = waiting;
    try {
      if (messages.length > 0) await this.state.publishCommitted(partition, messages);
    } catch (error) {
      // Retried at the next flush, before the messages added since.
      if (this.inFlight.get(partition) === waiting) this.requeue(partition, waiting);
      throw error;
    }
    if (this.inFlight.get(partition) !== waiting) return;
    this.inFlight.delete(partition);
    if (throughLogId !== '') this.trimmable.set(partition, throughLogId);
  }

  private requeue(partition: number, { messages, throughLogId }: Waiting): void {
    this.inFlight.delete(partition);
    const since = this.waiting.get(partition);
    this.waiting.set(partition, {
      messages: [...messages, ...(since?.messages ?? [])],
      throughLogId: since?.throughLogId || throughLogId,
    });
  }

  get idle(): boolean {
    return this.waiting.size === 0;
  }

  /** Removes committed and published records from the logs. */
  async trim(): Promise<void> {
    await Promise.all(
      [...this.trimmable].map(async ([partition, through]) => {
        await this.state.trimLog(partition, through);
        if (this.trimmable.get(partition) === through) this.trimmable.delete(partition);
      }),
    );
  }

  /** The partitions have another owner, or Redis lost them: readers fill their gap from PostgreSQL. */
  forget(partitions: Iterable<number>): void {
    for (const partition of partitions) {
      this.waiting.delete(partition);
      this.inFlight.delete(partition);
      this.trimmable.delete(partition);
    }
  }
}
