import type { CommittedMessage, CommittedRecord } from '../state/contract.ts';
import { isAfter } from '../state/log-id.ts';
import type { LiveLogger } from './live-options.ts';

export interface CommittedSource {
  readCommitted(after: Map<number, string>, o: { blockMs: number }): Promise<CommittedRecord[]>;
  interruptReadCommitted(): void;
  /** Id of the partition's newest message; '0' when it has none. */
  newestCommitted(partition: number): Promise<string>;
}

/** `held`: no message of the journal for 1.5 s, bids are held. `interrupted`: for 5 s, rooms must be notified. */
export type FeedHealth = 'healthy' | 'held' | 'interrupted';

export interface FeedListener {
  message(partition: number, message: Exclude<CommittedMessage, { type: 'beat' }>): void;
  /** The partition's messages stopped or resumed; messages in between may be lost: compare with PostgreSQL. */
  healthChanged(partition: number, health: FeedHealth): void;
  /** Whether the lot is known here through this sequence; such messages are not delivered. */
  has?(lotId: number, seq: number): boolean;
}

const BLOCK_MS = 500;
/** While a journal in this process delivers everything first, the feed has nothing new and is read less often. */
const KNOWN_PAUSE_MS = 8;
/** A feed that has not answered for so long is away. */
const AWAY_AFTER_MS = 2 * BLOCK_MS;
const HELD_AFTER_MS = 1_500;
const INTERRUPTED_AFTER_MS = 5_000;
const RETRY_MS = 50;
/** A partition whose newest message is not known within this is followed from the oldest. */
const POSITION_MS = 200;
/** The oldest message the partition's stream still holds. */
const FROM_START = '0';

interface Follow {
  after: string;
  /** Highest id and latest beat so far: messages read again from the start do not prove that the journal is alive. */
  newestId: string;
  beatAtMs: number;
  lastMessageAt: number;
  health: FeedHealth;
}

/**
 * Follows the committed feed for one process, over the partitions that have listeners here. Delivers each message at
 * least once and in order; the listener fills from PostgreSQL what was published and then lost with Redis.
 */
export class CommittedFeed {
  readonly #source: CommittedSource;
  readonly #listener: FeedListener;
  readonly #log: LiveLogger;
  readonly #follows = new Map<number, Follow>();
  readonly #positioning = new Map<number, Promise<void>>();
  #stopped = false;
  #wake: (() => void) | null = null;
  #running: Promise<void> | null = null;
  /** When Redis last answered a read (performance.now). */
  #answeredAt = 0;

  constructor(source: CommittedSource, listener: FeedListener, log: LiveLogger) {
    this.#source = source;
    this.#listener = listener;
    this.#log = log;
  }

  /** Follows the partition from the oldest message that its stream still holds. */
  followFromStart(partition: number): void {
    if (!this.#follows.has(partition)) this.#begin(partition, FROM_START);
  }

  /** Follows the partition; every message published after this resolves is delivered. Never rejects. */
  follow(partition: number): Promise<void> {
    if (this.#follows.has(partition)) return FOLLOWED;
    let positioning = this.#positioning.get(partition);
    if (!positioning) {
      positioning = this.#position(partition).then((id) => {
        this.#positioning.delete(partition);
        if (!this.#stopped && !this.#follows.has(partition)) this.#begin(partition, id);
      });
      this.#positioning.set(partition, positioning);
    }
    return positioning;
  }

  async #position(partition: number): Promise<string> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(resolve, POSITION_MS, FROM_START);
    });
    try {
      return await Promise.race([this.#source.newestCommitted(partition), late]);
    } catch {
      // Redis is unavailable: not retried, the stream is read from its oldest message once Redis is back.
      return FROM_START;
    } finally {
      clearTimeout(timer);
    }
  }

  #begin(partition: number, after: string): void {
    this.#follows.set(partition, {
      after,
      newestId: after,
      beatAtMs: 0,
      lastMessageAt: performance.now(),
      health: 'healthy',
    });
    if (this.#follows.size === 1) this.#answeredAt = performance.now();
    this.#running ??= this.#run();
    this.#wake?.();
    this.#source.interruptReadCommitted();
  }

  /** Stops following every other partition; not while the feed is away, for only an answer says that it is back. */
  followOnly(partitions: ReadonlySet<number>): void {
    if (this.unansweredMs() > AWAY_AFTER_MS) return;
    for (const partition of this.#follows.keys()) {
      if (!partitions.has(partition)) this.#follows.delete(partition);
    }
  }

  health(partition: number): FeedHealth {
    return this.#follows.get(partition)?.health ?? 'healthy';
  }

  /** Since when Redis has not answered a read of the feed, ms; 0 where nothing is followed. */
  unansweredMs(): number {
    return this.#follows.size === 0 ? 0 : performance.now() - this.#answeredAt;
  }

  /** The longest time for which a followed partition sent no message, ms: the journal sends one each second. */
  silentMs(): number {
    const now = performance.now();
    return Math.max(0, ...[...this.#follows.values()].map(({ lastMessageAt }) => now - lastMessageAt));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake?.();
    this.#source.interruptReadCommitted();
    await this.#running;
  }

  async #run(): Promise<void> {
    let failing = false;
    while (!this.#stopped) {
      if (this.#follows.size === 0) {
        await new Promise<void>((resolve) => (this.#wake = resolve));
        this.#wake = null;
        continue;
      }
      try {
        const after = new Map<number, string>();
        for (const [partition, follow] of this.#follows) after.set(partition, follow.after);
        // After a failure an answer says at once that Redis is back.
        const records = await this.#source.readCommitted(after, { blockMs: failing ? 0 : BLOCK_MS });
        this.#answeredAt = performance.now();
        // Messages published just before Redis failed may be lost with it, including a room's hammer.
        if (failing)
          for (const [partition, follow] of this.#follows) this.#setHealth(partition, follow, 'healthy');
        failing = false;
        const anyNew = this.#deliver(records);
        this.#checkSilence();
        if (records.length > 0 && !anyNew)
          await new Promise((resolve) => setTimeout(resolve, KNOWN_PAUSE_MS));
      } catch (error) {
        // Redis is unavailable: retried from the same position until it is back. Logged once per outage.
        if (!failing && !this.#stopped) this.#log.warn({ err: error }, 'committed feed interrupted');
        failing = true;
        this.#checkSilence();
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** Returns whether any message was not known here already. */
  #deliver(records: CommittedRecord[]): boolean {
    let anyNew = false;
    const now = performance.now();
    for (const record of records) {
      const { partition, id, leadsTo } = record;
      const follow = this.#follows.get(partition);
      if (!follow) continue;
      follow.after = id;
      // Entries already received from a journal in the same process are not parsed a second time.
      if (leadsTo && isAfter(id, follow.newestId) && this.#listener.has?.(leadsTo.lotId, leadsTo.seq)) {
        follow.newestId = id;
        this.#markAlive(partition, follow, now);
        continue;
      }
      const { message } = record;
      anyNew ||= message.type !== 'beat';
      if (isNew(follow, id, message)) {
        this.#markAlive(partition, follow, now);
      }
      if (message.type !== 'beat') this.#listener.message(partition, message);
    }
    return anyNew;
  }

  #markAlive(partition: number, follow: Follow, now: number): void {
    follow.lastMessageAt = now;
    if (follow.health !== 'healthy') this.#setHealth(partition, follow, 'healthy');
  }

  #checkSilence(): void {
    const now = performance.now();
    for (const [partition, follow] of this.#follows) {
      const silentMs = now - follow.lastMessageAt;
      if (silentMs < HELD_AFTER_MS) continue;
      const health = silentMs < INTERRUPTED_AFTER_MS ? 'held' : 'interrupted';
      if (health === follow.health) continue;
      // Redis may have restarted with no data and an earlier clock: its ids are below ours, so read from its start.
      follow.after = FROM_START;
      this.#setHealth(partition, follow, health);
    }
  }

  #setHealth(partition: number, follow: Follow, health: FeedHealth): void {
    follow.health = health;
    this.#listener.healthChanged(partition, health);
  }
}

/** Whether the message is new: by its id, or by its beat where ids restarted lower after Redis came back with an earlier clock. */
function isNew(follow: Follow, id: string, message: CommittedMessage): boolean {
  const newer = isAfter(id, follow.newestId);
  if (newer) follow.newestId = id;
  const fresh = message.type === 'beat' && message.journalAtMs > follow.beatAtMs;
  if (fresh) follow.beatAtMs = message.journalAtMs;
  return newer || fresh;
}

const FOLLOWED = Promise.resolve();
