import type { CommittedEntry } from '#shared/auction/entries.ts';
import type { CommittedMessage } from '../state/contract.ts';
import type { AuctionLogRepository } from '../state/auction-log.repository.ts';
import { CommittedFeed, type CommittedSource, type FeedVoice } from './feed.ts';
import type { LiveLogger } from './live-options.ts';
import { Room, type RoomMessage } from './room.ts';
import { RoomView } from './room-view.ts';

export type RoomHistory = Pick<
  AuctionLogRepository,
  'readLot' | 'readLots' | 'readEntries' | 'latestPrices' | 'findBid' | 'insertAttempts' | 'addAttemptCounts'
>;

export interface RoomsListener {
  /** Entries were folded into the room's view, oldest first; answers waiting for them are already on their way. */
  advanced(room: Room, entries: CommittedEntry[]): void;
  /** The lot goes on in a new epoch (in room.view.epoch). */
  epochRaised(room: Room): void;
  /** The journal of the room's partition fell silent or speaks again. */
  voice(room: Room, voice: FeedVoice): void;
  /** Is anybody connected for this room? */
  wanted(lotId: number): boolean;
}

/** The lot could not be looked up: PostgreSQL is away. Nothing was sent or judged; the same may be asked again. */
export class RoomUnavailable extends Error {
  constructor(lotId: number, options: { cause: unknown }) {
    super(`lot ${lotId} cannot be looked up now`, options);
    this.name = 'RoomUnavailable';
  }
}

const PAGE = 2_000;
const FILL_RETRY_MS = 200;
/** An id nobody opened costs one look-up per this long. */
const UNKNOWN_FOR_MS = 1_000;
const MAX_UNKNOWN = 10_000;
const IDLE_MS = 60_000;
const SWEEP_MS = 100;
const MAX_PENDING = 5_000;

/**
 * The lots this node shows or takes bids for: each loaded from PostgreSQL, then kept up by the committed feed.
 * A gap in the feed is filled from PostgreSQL; nothing uncommitted ever enters a view.
 */
export class Rooms {
  readonly #history: RoomHistory;
  readonly #partitionOf: (lotId: number) => number;
  readonly #feed: CommittedFeed;
  readonly #log: LiveLogger;
  readonly #rooms = new Map<number, Room>();
  readonly #loading = new Map<number, Promise<Room | null>>();
  readonly #unknownUntil = new Map<number, number>();
  readonly #listeners: RoomsListener[] = [];
  readonly #sweeper: NodeJS.Timeout;
  #lastEviction = performance.now();
  #stopped = false;

  constructor(o: {
    history: RoomHistory;
    source: CommittedSource;
    partitionOf: (lotId: number) => number;
    log: LiveLogger;
  }) {
    this.#history = o.history;
    this.#partitionOf = o.partitionOf;
    this.#log = o.log;
    this.#feed = new CommittedFeed(
      o.source,
      {
        message: (_partition, message) => this.#receive(message),
        has: (lotId, seq) => (this.#rooms.get(lotId)?.view.seq ?? -1) >= seq,
        voice: (partition, voice) => this.#voice(partition, voice),
      },
      o.log,
    );
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS);
    this.#sweeper.unref();
  }

  listen(listener: RoomsListener): void {
    this.#listeners.push(listener);
  }

  get size(): number {
    return this.#rooms.size;
  }

  values(): IterableIterator<Room> {
    return this.#rooms.values();
  }

  /** The room if it is at hand; does not load it. */
  peek(lotId: number): Room | undefined {
    return this.#rooms.get(lotId);
  }

  voiceOf(room: Room): FeedVoice {
    return this.#feed.voice(room.partition);
  }

  /** The room if it is loaded and at hand: used by a command now. */
  atHand(lotId: number): Room | undefined {
    if (this.#loading.has(lotId)) return undefined;
    const room = this.#rooms.get(lotId);
    if (room) room.usedAt = performance.now();
    return room;
  }

  /** The room, loaded when it is not at hand; null when no such lot was opened. Rejects while PostgreSQL is away. */
  open(lotId: number): Promise<Room | null> {
    const underWay = this.#loading.get(lotId);
    if (underWay) return underWay;
    const room = this.atHand(lotId);
    if (room) return Promise.resolve(room);
    if ((this.#unknownUntil.get(lotId) ?? 0) > performance.now()) return Promise.resolve(null);
    const loading = this.#load(lotId).catch((cause: unknown) => {
      throw new RoomUnavailable(lotId, { cause });
    });
    this.#loading.set(lotId, loading);
    return loading;
  }

  /** What a journal in this very process has just committed: taken at once, the feed's copy is then nothing new. */
  committedHere(messages: readonly CommittedMessage[]): void {
    for (const message of messages) if (message.type !== 'beat') this.#receive(message);
  }

  /** The lot was just opened on this node: forget that it was unknown. */
  opened(lotId: number): void {
    this.#unknownUntil.delete(lotId);
  }

  /**
   * Compares the room with PostgreSQL: takes over a raised epoch and reads entries the feed did not bring.
   * Calls at the same time share one look-up. Rejects while PostgreSQL is away.
   */
  refresh(room: Room): Promise<void> {
    room.headCheck ??= this.#checkHead(room).finally(() => (room.headCheck = null));
    return room.headCheck;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#sweeper);
    for (const room of this.#rooms.values()) room.waiting.expire(Infinity);
    await this.#feed.stop();
  }

  async #load(lotId: number): Promise<Room | null> {
    try {
      // Follow first, read second: whatever is committed after the read arrives by the feed.
      const partition = this.#partitionOf(lotId);
      this.#feed.follow(partition);
      const row = await this.#history.readLot(lotId);
      if (!row) {
        if (this.#unknownUntil.size >= MAX_UNKNOWN) this.#unknownUntil.clear();
        this.#unknownUntil.set(lotId, performance.now() + UNKNOWN_FOR_MS);
        return null;
      }
      const room = new Room(lotId, partition, new RoomView(row.terms, row.epoch, row.termsHash));
      this.#rooms.set(lotId, room);
      try {
        // Read after it can receive: what the feed brought before this moment is in PostgreSQL.
        await this.#fillOnce(room);
      } catch (error) {
        this.#rooms.delete(lotId);
        throw error;
      }
      this.#takePending(room);
      return room;
    } finally {
      this.#loading.delete(lotId);
    }
  }

  async #checkHead(room: Room): Promise<void> {
    const row = await this.#history.readLot(room.lotId);
    if (row) await this.#meetHead(room, row);
  }

  async #meetHead(room: Room, head: { epoch: number; seq: number }): Promise<void> {
    if (head.seq > room.view.seq) await this.#fill(room);
    this.#raise(room, head.epoch);
  }

  #receive(message: RoomMessage): void {
    const room = this.#rooms.get(message.lotId);
    if (!room) return;
    if (room.filling) {
      // Too much to keep: the newest entries show the gap, and the reading for it brings the others. A raised epoch
      // stands in no entry.
      if (room.pending.length >= MAX_PENDING)
        room.pending = room.pending.filter(({ type }) => type === 'epoch').slice(-1);
      room.pending.push(message);
      return;
    }
    this.#takeSafely(room, message);
  }

  #takeSafely(room: Room, message: RoomMessage): void {
    try {
      this.#take(room, message);
    } catch (error) {
      // A fault of one lot must not cost the others their messages: this one is read from PostgreSQL instead.
      this.#log.error({ err: error, lotId: room.lotId }, 'message not taken');
      void this.#fill(room);
    }
  }

  #take(room: Room, message: RoomMessage): void {
    const { view } = room;
    if (message.type === 'epoch') {
      if (message.seq > view.seq) this.#fillBefore(room, message);
      else this.#raise(room, message.epoch);
      return;
    }
    const last = message.entries.at(-1);
    if (!last || last.entry.seq <= view.seq) return;
    const fresh = message.entries.filter(({ entry }) => entry.seq > view.seq);
    if (fresh[0]?.entry.seq !== view.seq + 1) this.#fillBefore(room, message);
    else this.#fold(room, fresh);
  }

  /** The message is ahead of what this node has: read what is between, then take it. */
  #fillBefore(room: Room, message: RoomMessage): void {
    room.pending.push(message);
    // Settles only when filled; it retries by itself while PostgreSQL is away.
    void this.#fill(room);
  }

  #fill(room: Room): Promise<void> {
    room.filling ??= this.#fillUntilDone(room).finally(() => {
      room.filling = null;
      this.#takePending(room);
    });
    return room.filling;
  }

  async #fillUntilDone(room: Room): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#readAll(room);
        return;
      } catch (error) {
        // PostgreSQL is away: retried until it answers; waiting answers meanwhile become `unknown` by themselves.
        this.#log.warn({ err: error, lotId: room.lotId }, 'room could not be filled');
        await new Promise((resolve) => setTimeout(resolve, FILL_RETRY_MS));
      }
    }
  }

  async #fillOnce(room: Room): Promise<void> {
    room.filling = this.#readAll(room);
    try {
      await room.filling;
    } finally {
      room.filling = null;
    }
  }

  async #readAll(room: Room): Promise<void> {
    for (;;) {
      const page = await this.#history.readEntries(room.lotId, room.view.seq, PAGE);
      if (page.length > 0) this.#fold(room, page);
      if (page.length < PAGE) return;
    }
  }

  #takePending(room: Room): void {
    const pending = room.pending;
    room.pending = [];
    for (const message of pending) {
      if (room.filling) room.pending.push(message);
      else this.#takeSafely(room, message);
    }
  }

  #fold(room: Room, entries: CommittedEntry[]): void {
    const { view } = room;
    for (const committed of entries) {
      if (committed.entry.epoch > view.epoch) {
        room.waiting.committed(view.epoch, view.seq);
        room.waiting.raised(committed.entry.epoch);
      }
      view.apply(committed);
    }
    room.waiting.committed(view.epoch, view.seq);
    for (const listener of this.#listeners) listener.advanced(room, entries);
  }

  #raise(room: Room, epoch: number): void {
    if (epoch <= room.view.epoch) return;
    room.view.epoch = epoch;
    room.waiting.raised(epoch);
    for (const listener of this.#listeners) listener.epochRaised(room);
  }

  #voice(partition: number, voice: FeedVoice): void {
    if (voice === 'speaking') void this.#compare(partition);
    for (const room of this.#rooms.values()) {
      if (room.partition !== partition) continue;
      for (const listener of this.#listeners) listener.voice(room, voice);
    }
  }

  /** What was published before a silence may be lost with Redis: the partition's rooms are compared with PostgreSQL. */
  async #compare(partition: number): Promise<void> {
    const lotIds = [...this.#rooms.values()]
      .filter((room) => room.partition === partition)
      .map(({ lotId }) => lotId);
    try {
      for (const row of await this.#history.readLots(lotIds)) {
        const room = this.#rooms.get(row.lotId);
        if (room) await this.#meetHead(room, row);
      }
    } catch (error) {
      // PostgreSQL is away: not retried, each lot's next message shows its gap.
      this.#log.warn({ err: error, partition }, 'rooms not compared');
    }
  }

  #sweep(): void {
    const now = performance.now();
    for (const room of this.#rooms.values()) room.waiting.expire(now);
    if (now - this.#lastEviction < IDLE_MS / 2) return;
    this.#lastEviction = now;
    for (const [lotId, until] of this.#unknownUntil) if (until < now) this.#unknownUntil.delete(lotId);
    for (const room of this.#rooms.values()) {
      const inUse = room.waiting.size > 0 || room.filling !== null || now - room.usedAt < IDLE_MS;
      if (inUse || this.#listeners.some((listener) => listener.wanted(room.lotId))) continue;
      this.#rooms.delete(room.lotId);
    }
    if (this.#loading.size > 0) return;
    this.#feed.keepOnly(new Set([...this.#rooms.values()].map((room) => room.partition)));
  }
}
