import { setTimeout as pause } from 'node:timers/promises';
import type { AuctionState, ForeignRecord, LogCursor, LogFollower, LogRecord } from '../state/contract.ts';
import { isAfter } from '../state/log-id.ts';
import type { JournalMemory, OwnedPartition } from './journal-memory.ts';

/** Most records of one partition's log in one read. */
const READ = 500;
/** Every partition is polled this often, including those without lots. */
const ALL_MS = 200;
/** A partition is not read by blocking for this long after a prefetch of this process brought records of it. */
const PREFETCHED_FOR_MS = 50;
/** Meanwhile other processes may append to it as well: it is prefetched at least this often. */
const PREFETCH_EVERY_MS = 5;
/** Most records buffered before their commit; beyond it prefetching stops, and records stay in the logs. */
const MAX_BUFFERED = 5_000;

type AnyRecord = LogRecord | ForeignRecord;
export type Read = { partition: number; record: AnyRecord }[];

type Logs = Pick<AuctionState, 'readLog' | 'partitions'>;
type Source = Pick<AuctionState, 'followLog' | 'prefetchLog'>;

interface Buffered {
  partition: number;
  record: AnyRecord;
  owned: OwnedPartition;
}

/** A read in flight, with the partitions owned when it began. */
interface Reading {
  partitions: ReadonlyMap<number, OwnedPartition>;
  records: Promise<Read>;
}

interface Cursor extends LogCursor {
  owned: OwnedPartition;
}

/**
 * Reads the logs of the owned partitions, each record once and in order: by a blocking read of its own, and by prefetches
 * that the offers of the same process trigger.
 */
export class LogReader implements LogFollower {
  readonly #state: Logs;
  /** States that prefetch records for this reader. */
  readonly #sources: Source[] = [];
  #memory: JournalMemory | null = null;
  #buffer: Buffered[] = [];
  #ahead: Reading | null = null;
  #onArrival: (() => void) | null = null;
  #first = 0;
  #allAt = 0;
  #watched = new Set<number>();
  #watchedAt = '';

  constructor(state: Logs) {
    this.#state = state;
  }

  /** Offers placed over this state prefetch their records. */
  addSource(state: Source): void {
    this.#sources.push(state);
    state.followLog(this);
  }

  begin(memory: JournalMemory): void {
    this.#memory = memory;
    this.rewind();
  }

  /** Records that were read but not committed are read again. */
  rewind(): void {
    this.#ahead = null;
    this.#buffer = [];
    this.#allAt = 0;
    for (const owned of this.#memory?.partitions.values() ?? []) {
      owned.readTo = owned.position;
      owned.broughtAt = -Infinity;
    }
  }

  end(): void {
    this.rewind();
    this.#memory = null;
  }

  /**
   * The next records, at most `limit`; waits for one until `untilMs` (performance.now), but not while lots wait to be
   * loaded.
   * Rejects with AuctionRedisUnavailable.
   */
  async next(limit: number, untilMs: number): Promise<Read> {
    const memory = this.#memory;
    if (!memory) return [];
    for (;;) {
      this.readAhead(untilMs);
      const reading = this.#ahead as Reading;
      if (this.#buffer.length === 0) await this.#waitForAny(reading, loadsWait(memory));
      if (this.#ahead !== reading) return [];
      const records = await ifDone(reading.records);
      if (records !== null) {
        this.#ahead = null;
        for (const { partition, record } of records) {
          const owned = reading.partitions.get(partition);
          if (owned) this.#add(partition, owned, [record]);
        }
      }
      if (this.#buffer.length > 0) return this.#takeBuffered(limit);
      if (loadsWait(memory) || performance.now() >= untilMs) return [];
    }
  }

  /** Starts the next read unless one is in flight. */
  readAhead(untilMs: number): void {
    const memory = this.#memory;
    if (!memory || this.#ahead) return;
    const { positions, brought } = this.#positions(memory);
    const pollMs = brought ? PREFETCH_EVERY_MS : ALL_MS;
    // Redis takes whole milliseconds only.
    const untilDueMs = Math.ceil(Math.max(1, untilMs - performance.now()));
    const blockMs = loadsWait(memory) ? 1 : Math.min(pollMs, untilDueMs);
    const records =
      positions.size > 0
        ? this.#state.readLog(positions, { blockMs, limit: READ })
        : pause(blockMs).then((): Read => []);
    // Handled by the call that awaits them.
    records.catch(() => undefined);
    this.#ahead = { partitions: new Map(memory.partitions), records };
  }

  cursor(partition: number): Cursor | null {
    const owned = this.#memory?.partitions.get(partition);
    if (!owned || this.#buffer.length >= MAX_BUFFERED) return null;
    return { partition, after: owned.readTo, owned };
  }

  take(cursor: Cursor, records: AnyRecord[]): void {
    const { partition, owned, after } = cursor;
    // Taken over again since, or rewound: the records in between are read again first.
    if (this.#memory?.partitions.get(partition) !== owned || isAfter(after, owned.readTo)) return;
    const now = performance.now();
    owned.askedAt = now;
    if (records.length === 0) return;
    owned.broughtAt = now;
    this.#add(partition, owned, records);
    if (this.#buffer.length > 0) this.#onArrival?.();
  }

  failed({ owned }: Cursor): void {
    // The blocking read reports the same failure.
    owned.broughtAt = -Infinity;
  }

  #add(partition: number, owned: OwnedPartition, records: readonly AnyRecord[]): void {
    for (const record of records) {
      if (!isAfter(record.logId, owned.readTo)) continue;
      owned.readTo = record.logId;
      this.#buffer.push({ partition, record, owned });
    }
  }

  /** Records of partitions taken over again meanwhile are dropped: those are read from their start. */
  #takeBuffered(limit: number): Read {
    return this.#buffer
      .splice(0, limit)
      .filter(({ partition, owned }) => this.#memory?.partitions.get(partition) === owned);
  }

  async #waitForAny(reading: Reading, briefly: boolean): Promise<void> {
    const arrived = new Promise<void>((resolve) => (this.#onArrival = resolve));
    await Promise.race([reading.records, arrived, ...(briefly ? [pause(1)] : [])]);
    this.#onArrival = null;
  }

  /**
   * Where to continue reading: each time starting with another partition, so that none starves in a flood. Partitions
   * without lots are polled only every ALL_MS.
   */
  #positions(memory: JournalMemory): { positions: Map<number, string>; brought: boolean } {
    const now = performance.now();
    const all = now >= this.#allAt;
    if (all) this.#allAt = now + ALL_MS;
    const watched = this.#watchedNow(memory, all);
    const partitions = [...memory.partitions];
    this.#first = (this.#first + 1) % partitions.length;
    const positions = new Map<number, string>();
    let brought = false;
    for (const [partition, { readTo, broughtAt, askedAt }] of [
      ...partitions.slice(this.#first),
      ...partitions.slice(0, this.#first),
    ]) {
      if (now - broughtAt < PREFETCHED_FOR_MS) {
        brought = true;
        if (now - askedAt >= PREFETCH_EVERY_MS) this.#sources[0]?.prefetchLog(partition);
      } else if (all || watched.has(partition)) positions.set(partition, readTo);
    }
    return { positions, brought };
  }

  #watchedNow(memory: JournalMemory, refresh: boolean): ReadonlySet<number> {
    const mark = `${memory.loads} ${memory.partitions.size}`;
    if (!refresh && mark === this.#watchedAt) return this.#watched;
    this.#watchedAt = mark;
    this.#watched = new Set();
    for (const lotId of memory.lots.keys()) this.#watched.add(this.#state.partitions.of(lotId));
    return this.#watched;
  }
}

/** Lots wait to be prepared for loading. */
const loadsWait = (memory: JournalMemory): boolean => memory.wanted.size > 0 || memory.toLoad.ready;

/** The value of a settled promise; null while it is pending. Rejects when it was rejected. */
const ifDone = <T>(promise: Promise<T>): Promise<T | null> => Promise.race([promise, Promise.resolve(null)]);
