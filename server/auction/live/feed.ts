import type { CommittedMessage, CommittedRecord } from '../state/contract.ts';
import { isAfter } from '../state/log-id.ts';
import type { LiveLogger } from './live-options.ts';

/** What the feed needs of the auction state. */
export interface CommittedSource {
  readCommitted(after: Map<number, string>, o: { blockMs: number }): Promise<CommittedRecord[]>;
  interruptReadCommitted(): void;
}

/** `held`: no word of the journal for 1.5 s, bids are being held. `interrupted`: for 5 s, people must be told. */
export type FeedVoice = 'speaking' | 'held' | 'interrupted';

export interface FeedListener {
  message(partition: number, message: Exclude<CommittedMessage, { type: 'beat' }>): void;
  /** The partition fell silent, or speaks again (then whatever it said meanwhile may be lost: compare with PostgreSQL). */
  voice(partition: number, voice: FeedVoice): void;
  /** Is the lot known here through this sequence? Such messages are not delivered. */
  has?(lotId: number, seq: number): boolean;
}

const BLOCK_MS = 500;
/** While a journal in this process tells everything first, the feed has nothing new and is not read at every commit. */
const KNOWN_PAUSE_MS = 8;
const HELD_AFTER_MS = 1_500;
const INTERRUPTED_AFTER_MS = 5_000;
const RETRY_MS = 50;
/** The start of what the partition's stream still holds. */
const FROM_START = '0';

interface Follow {
  after: string;
  /** Highest id and latest beat so far: what is read again from the start is no word of a living journal. */
  newestId: string;
  beatAtMs: number;
  heardAt: number;
  voice: FeedVoice;
}

/**
 * One follower of the committed feed per process, over the partitions that have listeners here. Delivers each message
 * at least once and in order; what was published and then lost with Redis is the listener's to fill from PostgreSQL.
 */
export class CommittedFeed {
  readonly #source: CommittedSource;
  readonly #listener: FeedListener;
  readonly #log: LiveLogger;
  readonly #follows = new Map<number, Follow>();
  #stopped = false;
  #wake: (() => void) | null = null;
  #running: Promise<void> | null = null;

  constructor(source: CommittedSource, listener: FeedListener, log: LiveLogger) {
    this.#source = source;
    this.#listener = listener;
    this.#log = log;
  }

  /** Starts with everything the stream still holds, so nothing between now and the first read can be missed. */
  follow(partition: number): void {
    if (this.#follows.has(partition)) return;
    this.#follows.set(partition, {
      after: FROM_START,
      newestId: FROM_START,
      beatAtMs: 0,
      heardAt: performance.now(),
      voice: 'speaking',
    });
    this.#running ??= this.#run();
    this.#wake?.();
    this.#source.interruptReadCommitted();
  }

  /** Stops following every other partition. */
  keepOnly(partitions: ReadonlySet<number>): void {
    for (const partition of this.#follows.keys()) {
      if (!partitions.has(partition)) this.#follows.delete(partition);
    }
  }

  voice(partition: number): FeedVoice {
    return this.#follows.get(partition)?.voice ?? 'speaking';
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
        const records = await this.#source.readCommitted(after, { blockMs: BLOCK_MS });
        // Whatever was published just before Redis went away may be lost with it, the hammer of a room among it.
        if (failing)
          for (const [partition, follow] of this.#follows) this.#change(partition, follow, 'speaking');
        failing = false;
        const news = this.#deliver(records);
        this.#listenForSilence();
        if (records.length > 0 && !news) await new Promise((resolve) => setTimeout(resolve, KNOWN_PAUSE_MS));
      } catch (error) {
        // Redis is away or restarting: read again from the same place until it is back. Logged once per outage.
        if (!failing && !this.#stopped) this.#log.warn({ err: error }, 'committed feed interrupted');
        failing = true;
        this.#listenForSilence();
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** Returns whether anything in it was not known here already. */
  #deliver(records: CommittedRecord[]): boolean {
    let news = false;
    const now = performance.now();
    for (const record of records) {
      const { partition, id, leadsTo } = record;
      const follow = this.#follows.get(partition);
      if (!follow) continue;
      follow.after = id;
      // What came here from a journal in this very process is not read a second time.
      if (leadsTo && isAfter(id, follow.newestId) && this.#listener.has?.(leadsTo.lotId, leadsTo.seq)) {
        follow.newestId = id;
        this.#heard(partition, follow, now);
        continue;
      }
      const { message } = record;
      news ||= message.type !== 'beat';
      if (isNews(follow, id, message)) {
        this.#heard(partition, follow, now);
      }
      if (message.type !== 'beat') this.#listener.message(partition, message);
    }
    return news;
  }

  #heard(partition: number, follow: Follow, now: number): void {
    follow.heardAt = now;
    if (follow.voice !== 'speaking') this.#change(partition, follow, 'speaking');
  }

  #listenForSilence(): void {
    const now = performance.now();
    for (const [partition, follow] of this.#follows) {
      const silentMs = now - follow.heardAt;
      if (silentMs < HELD_AFTER_MS) continue;
      const voice = silentMs < INTERRUPTED_AFTER_MS ? 'held' : 'interrupted';
      if (voice === follow.voice) continue;
      // Redis may have come back empty with a clock behind: ids start below ours, so read it from its start.
      follow.after = FROM_START;
      this.#change(partition, follow, voice);
    }
  }

  #change(partition: number, follow: Follow, voice: FeedVoice): void {
    follow.voice = voice;
    this.#listener.voice(partition, voice);
  }
}

/** A message not seen before; by its beat also where ids begin anew, because Redis came back with a clock behind. */
function isNews(follow: Follow, id: string, message: CommittedMessage): boolean {
  const later = isAfter(id, follow.newestId);
  if (later) follow.newestId = id;
  const fresh = message.type === 'beat' && message.journalAtMs > follow.beatAtMs;
  if (fresh) follow.beatAtMs = message.journalAtMs;
  return later || fresh;
}
