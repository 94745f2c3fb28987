import type { CommittedEntry } from '#shared/auction/entries.ts';
import type { CommittedMessage } from '../state/contract.ts';
import type { LotHeadMark, LotRow } from '../state/auction-log.repository.ts';
import { CommittedFeed, type CommittedSource, type FeedHealth } from './committed-feed.ts';
import type { LiveLogger } from './live-options.ts';
import { LotLookup } from './lot-lookup.ts';
import { buffered, Room, type RoomMessage } from './room.ts';
import { RoomView } from './room-view.ts';
import { RoomUnavailable, type RoomHistory, type RoomsListener } from './rooms-listener.ts';
import { isLost, shownIn, type ShownHead } from './shown-head.ts';

export { RoomUnavailable, type RoomHistory, type RoomsListener } from './rooms-listener.ts';

const PAGE = 2_000;
const FILL_RETRY_MS = 200;
const IDLE_MS = 60_000;
const SWEEP_MS = 100;
/** Every so often the next rooms are compared with PostgreSQL, for a failover that no message announced. */
const COMPARE_EVERY_MS = 5_000;
const COMPARED_AT_ONCE = 2_000;
/** A message whose entries PostgreSQL does not have after this many readings was lost with a failover. */
const MAX_READINGS = 3;

/**
 * The lots this node shows or takes bids for: each read from PostgreSQL at its head, then updated by the committed feed.
 * A gap in the feed is filled from PostgreSQL; nothing uncommitted ever enters a view.
 */
export class Rooms {
  readonly #history: RoomHistory;
  readonly #partitionOf: (lotId: number) => number;
  readonly #feed: CommittedFeed;
  readonly #log: LiveLogger;
  readonly #rooms = new Map<number, Room>();
  readonly #loading = new Map<number, Promise<Room | null>>();
  /** Messages received while their room was being loaded. */
  readonly #arriving = new Map<number, RoomMessage[]>();
  readonly #lookup: LotLookup;
  readonly #listeners: RoomsListener[] = [];
  /** How often PostgreSQL was read for the entries before a message. */
  readonly #readings = new WeakMap<RoomMessage, number>();
  readonly #sweeper: NodeJS.Timeout;
  #lastEviction = performance.now();
  #lastComparison = performance.now();
  /** Rooms that the present round of comparisons has still to reach. */
  #toCompare: Room[] = [];
  #stopped = false;

  constructor(o: {
    history: RoomHistory;
    source: CommittedSource;
    partitionOf: (lotId: number) => number;
    log: LiveLogger;
  }) {
    this.#history = o.history;
    this.#lookup = new LotLookup((lotIds) => o.history.readLots(lotIds));
    this.#partitionOf = o.partitionOf;
    this.#log = o.log;
    this.#feed = new CommittedFeed(
      o.source,
      {
        message: (_partition, message) => this.#receive(message),
        has: (lotId, seq) => (this.#rooms.get(lotId)?.view.seq ?? -1) >= seq,
        healthChanged: (partition, health) => this.#healthChanged(partition, health),
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

  /** The room if it is in memory; does not load it. */
  peek(lotId: number): Room | undefined {
    return this.#rooms.get(lotId);
  }

  healthOf(room: Room): FeedHealth {
    return this.#feed.health(room.partition);
  }

  /** Since when the auction Redis has not answered a read of the feed, ms. */
  feedUnansweredMs(): number {
    return this.#feed.unansweredMs();
  }

  /** The longest time for which a partition followed here sent no message, ms. */
  feedSilentMs(): number {
    return this.#feed.silentMs();
  }

  /** The room if it is fully loaded; marks it as used by a command. */
  ifLoaded(lotId: number): Room | undefined {
    if (this.#loading.has(lotId)) return undefined;
    const room = this.#rooms.get(lotId);
    if (room) room.usedAt = performance.now();
    return room;
  }

  /** The room, loaded if necessary; null when no such lot was opened. Rejects while PostgreSQL is unavailable. */
  open(lotId: number): Promise<Room | null> {
    const loadingNow = this.#loading.get(lotId);
    if (loadingNow) return loadingNow;
    const room = this.ifLoaded(lotId);
    if (room) return Promise.resolve(room);
    const loading = this.#load(lotId).catch((cause: unknown) => {
      throw new RoomUnavailable(lotId, { cause });
    });
    this.#loading.set(lotId, loading);
    return loading;
  }

  /**
   * The same for a command of the platform itself: looked up again where a visitor asked for the lot a moment before
   * another process opened it.
   */
  async openForCommand(lotId: number): Promise<Room | null> {
    const room = await this.open(lotId);
    if (room) return room;
    this.#lookup.forgetUnknown(lotId);
    return this.open(lotId);
  }

  /** The lot's committed head without its room; null when no such lot was opened. Rejects while PostgreSQL is unavailable. */
  head(lotId: number): Promise<LotRow | null> {
    return this.#lookup.find(lotId).catch((cause: unknown) => {
      throw new RoomUnavailable(lotId, { cause });
    });
  }

  /** Whether opening the lot asks PostgreSQL. */
  needsLookup(lotId: number): boolean {
    return !this.#rooms.has(lotId) && !this.#loading.has(lotId) && !this.#lookup.knownUnknown(lotId);
  }

  /** Takes entries just committed by a journal in the same process; the feed's copy is then skipped. */
  committedHere(messages: readonly CommittedMessage[]): void {
    for (const message of messages) if (message.type !== 'beat') this.#receive(message);
  }

  /** The lot was just opened on this node: it is no longer unknown, whatever a look-up begun before answers. */
  opened(lotId: number): void {
    this.#lookup.opened(lotId);
  }

  /**
   * Compares the room with PostgreSQL: adopts a raised epoch, reads entries the feed did not deliver, and rebuilds the view
   * where PostgreSQL lacks or contradicts it.
   * Concurrent calls share one look-up. Rejects while PostgreSQL is unavailable.
   */
  refresh(room: Room): Promise<void> {
    room.headCheck ??= this.#checkHead(room).finally(() => (room.headCheck = null));
    return room.headCheck;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#sweeper);
    for (const room of this.#rooms.values()) room.commitWaiters.expire(Infinity);
    await this.#feed.stop();
  }

  async #load(lotId: number): Promise<Room | null> {
    try {
      // An invented id ends here: no partition is followed for it.
      if (!(await this.#lookup.exists(lotId))) return null;
      const partition = this.#partitionOf(lotId);
      const arriving: RoomMessage[] = [];
      this.#arriving.set(lotId, arriving);
      // Follow first, then read: entries committed after the read arrive by the feed.
      await this.#feed.follow(partition);
      const parts = await this.#history.readRoom(lotId);
      if (!parts) return null;
      const room = new Room(lotId, partition, RoomView.at(parts));
      room.pending = this.#arriving.get(lotId) ?? [];
      this.#rooms.set(lotId, room);
      this.#takePending(room);
      return room;
    } finally {
      this.#arriving.delete(lotId);
      this.#loading.delete(lotId);
    }
  }

  async #checkHead(room: Room): Promise<void> {
    const before = shownIn(room);
    const [head] = await this.#history.readHeads([room.lotId]);
    await this.#adoptHead(room, head ?? null, before);
  }

  /** `before`: what was shown when the head was asked for; the head cannot be older. */
  async #adoptHead(room: Room, head: LotHeadMark | null, before: ShownHead): Promise<void> {
    while (room.filling) await room.filling;
    if (room.view === before.view && isLost(before, head)) await this.#rebuild(room);
    if (!head) return;
    if (head.seq > room.view.seq) await this.#fill(room);
    this.#raise(room, head.epoch);
  }

  #receive(message: RoomMessage): void {
    const room = this.#rooms.get(message.lotId);
    if (room?.filling) room.pending = buffered(room.pending, message);
    else if (room) this.#takeSafely(room, message);
    else {
      const arriving = this.#arriving.get(message.lotId);
      if (arriving) this.#arriving.set(message.lotId, buffered(arriving, message));
    }
  }

  #takeSafely(room: Room, message: RoomMessage): void {
    try {
      this.#take(room, message);
    } catch (error) {
      // A fault of one lot must not lose the messages of others: this lot is read from PostgreSQL instead.
      this.#log.error({ err: error, lotId: room.lotId }, 'message not taken');
      void this.#fill(room);
    }
  }

  #take(room: Room, message: RoomMessage): void {
    const { view } = room;
    if (message.type === 'epoch') return this.#takeEpoch(room, message);
    const [first] = message.entries;
    const last = message.entries.at(-1);
    // Entries of an epoch that is over, above the head of the present one, are void.
    if (!first || !last || message.epoch < view.epoch) return;
    // The lot continued, in a later epoch, before the end of what is shown: the end is lost.
    if (message.epoch > view.epoch && first.entry.seq <= view.seq) return void this.#rebuild(room);
    if (last.entry.seq <= view.seq) return;
    if (message.epoch <= room.lostEpoch) return void this.#fill(room);
    const fresh = message.entries.filter(({ entry }) => entry.seq > view.seq);
    // Where a new epoch begins, what is shown must be its beginning: PostgreSQL is asked.
    if (fresh[0]?.entry.seq !== view.seq + 1 || message.epoch > view.epoch) this.#fillBefore(room, message);
    else this.#fold(room, fresh);
  }

  #takeEpoch(room: Room, message: RoomMessage & { type: 'epoch' }): void {
    const { view } = room;
    if (message.epoch <= view.epoch) return;
    if (message.seq > view.seq) this.#fillBefore(room, message);
    else if (message.seq < view.seq || message.headHash !== view.hash) void this.#rebuild(room);
    else this.#raise(room, message.epoch);
  }

  /** The message is ahead of this node's view: reads the entries in between, then applies it. */
  #fillBefore(room: Room, message: RoomMessage): void {
    const readings = this.#readings.get(message) ?? 0;
    if (readings === MAX_READINGS) {
      this.#log.warn(
        { lotId: room.lotId, seq: room.view.seq },
        'message of entries PostgreSQL does not have',
      );
      return;
    }
    this.#readings.set(message, readings + 1);
    room.pending.push(message);
    // Settles only when filled; retries by itself while PostgreSQL is unavailable.
    void this.#fill(room);
  }

  #fill(room: Room): Promise<void> {
    return this.#reading(room, () => this.#readAll(room));
  }

  /** PostgreSQL lacks or contradicts what is shown: reads the room at its head again. */
  #rebuild(room: Room): Promise<void> {
    return this.#reading(room, () => this.#readFromHead(room));
  }

  /** Runs unless the room is being read already; messages wait meanwhile. */
  #reading(room: Room, read: () => Promise<void>): Promise<void> {
    room.filling ??= this.#untilDone(room, read).finally(() => {
      room.filling = null;
      this.#takePending(room);
    });
    return room.filling;
  }

  async #untilDone(room: Room, read: () => Promise<void>): Promise<void> {
    while (!this.#stopped) {
      try {
        await read();
        return;
      } catch (error) {
        // PostgreSQL is unavailable: retried until it answers; waiting answers meanwhile time out as `unknown`.
        this.#log.warn({ err: error, lotId: room.lotId }, 'room could not be filled');
        await new Promise((resolve) => setTimeout(resolve, FILL_RETRY_MS));
      }
    }
  }

  async #readAll(room: Room): Promise<void> {
    const { seq, hash } = room.view;
    // The entry at the end of the view is read again: another hash, or none, shows that PostgreSQL lost it.
    let page = await this.#history.readEntries(room.lotId, Math.max(0, seq - 1), PAGE);
    if (seq > 0 && page.shift()?.hash !== hash) return this.#readFromHead(room);
    for (;;) {
      if (page.length > 0) this.#fold(room, page);
      if (page.length < PAGE - 1) return;
      page = await this.#history.readEntries(room.lotId, room.view.seq, PAGE);
    }
  }

  async #readFromHead(room: Room): Promise<void> {
    const parts = await this.#history.readRoom(room.lotId);
    const shown = room.view;
    if (!parts) {
      // The lot itself is lost. Not retried: the next look-up answers that there is no such room.
      this.#log.error({ lotId: room.lotId, seq: shown.seq }, 'PostgreSQL lost the lot');
      this.#rooms.delete(room.lotId);
      room.pending = [];
      return;
    }
    const view = RoomView.at(parts);
    this.#log.error({ lotId: room.lotId, shown: shown.seq, seq: view.seq }, 'PostgreSQL lost entries shown');
    room.view = view;
    room.lostEpoch = Math.max(room.lostEpoch, shown.epoch);
    room.commitWaiters.raised(view.epoch);
    room.commitWaiters.committed(view.epoch, view.seq);
    for (const listener of this.#listeners) listener.rebuilt(room, shown.seq);
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
        room.commitWaiters.committed(view.epoch, view.seq);
        room.commitWaiters.raised(committed.entry.epoch);
      }
      view.apply(committed);
    }
    room.commitWaiters.committed(view.epoch, view.seq);
    for (const listener of this.#listeners) listener.advanced(room, entries);
  }

  #raise(room: Room, epoch: number): void {
    if (epoch <= room.view.epoch) return;
    room.view.raise(epoch);
    room.commitWaiters.raised(epoch);
    for (const listener of this.#listeners) listener.epochRaised(room);
  }

  #healthChanged(partition: number, health: FeedHealth): void {
    const concerned = [...this.#rooms.values()].filter((room) => room.partition === partition);
    // Messages published before a silence may be lost with Redis.
    if (health === 'healthy') void this.#compare(concerned);
    for (const room of concerned) {
      for (const listener of this.#listeners) listener.healthChanged(room, health);
    }
  }

  async #compare(rooms: readonly Room[]): Promise<void> {
    if (rooms.length === 0) return;
    const shown = rooms.map((room) => ({ room, before: shownIn(room) }));
    try {
      const rows = await this.#history.readHeads(rooms.map(({ lotId }) => lotId));
      const heads = new Map(rows.map((row) => [row.lotId, row]));
      for (const { room, before } of shown)
        await this.#adoptHead(room, heads.get(room.lotId) ?? null, before);
    } catch (error) {
      // PostgreSQL is unavailable: not retried, the next round compares again.
      this.#log.warn({ err: error, rooms: rooms.length }, 'rooms not compared');
    }
  }

  #sweep(): void {
    const now = performance.now();
    for (const room of this.#rooms.values()) room.commitWaiters.expire(now);
    if (now - this.#lastComparison > COMPARE_EVERY_MS) {
      this.#lastComparison = now;
      if (this.#toCompare.length === 0) this.#toCompare = [...this.#rooms.values()];
      void this.#compare(this.#toCompare.splice(0, COMPARED_AT_ONCE));
    }
    if (now - this.#lastEviction < IDLE_MS / 2) return;
    this.#lastEviction = now;
    this.#lookup.sweep(now);
    for (const room of this.#rooms.values()) {
      const inUse = room.commitWaiters.size > 0 || room.filling !== null || now - room.usedAt < IDLE_MS;
      if (inUse || this.#listeners.some((listener) => listener.wanted(room.lotId))) continue;
      this.#rooms.delete(room.lotId);
    }
    if (this.#loading.size > 0) return;
    this.#feed.followOnly(new Set([...this.#rooms.values()].map((room) => room.partition)));
  }
}
