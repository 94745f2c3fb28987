import { setTimeout as pause } from 'node:timers/promises';
import type { AuctionState, LogCursor, LogFollower, LogRecord } from '../state/contract.ts';
import { isAfter } from '../state/log-id.ts';
import type { JournalMemory, KeptPartition } from './journal-memory.ts';

/** Records read from one partition's log at once. */
const READ = 500;
/** Every partition is asked this often, those without lots too. */
const ALL_MS = 200;
/** A partition whose records came with a verdict of this process is not also waited for, for so long after. */
const BROUGHT_MS = 50;
/** Meanwhile other processes may append to it as well: it is asked at least this often. */
const ASK_BROUGHT_MS = 5;
/** Records that wait for their commit; beyond that nobody brings more, and they stay in the logs. */
const MOST_WAITING = 5_000;

export type Read = { partition: number; record: LogRecord }[];

/** Where it reads, and what else brings records: what it needs of the auction state. */
type Logs = Pick<AuctionState, 'readLog' | 'partitions'>;
type Source = Pick<AuctionState, 'followLog' | 'readBehind'>;

interface Waiting {
  partition: number;
  record: LogRecord;
  kept: KeptPartition;
}

/** Records on their way, for the partitions as they were kept when they were asked for. */
interface Reading {
  kept: ReadonlyMap<number, KeptPartition>;
  records: Promise<Read>;
}

interface Cursor extends LogCursor {
  kept: KeptPartition;
}

/**
 * The logs of the kept partitions, each record once and in order. They come two ways: by a blocking read of its own, and
 * brought by the offers of this very process, which read the log behind themselves.
 */
export class LogReading implements LogFollower {
  readonly #state: Logs;
  /** What else brings records here. */
  readonly #sources: Source[] = [];
  #memory: JournalMemory | null = null;
  #waiting: Waiting[] = [];
  #ahead: Reading | null = null;
  #arrived: (() => void) | null = null;
  #first = 0;
  #allAt = 0;
  #watched = new Set<number>();
  #watchedAt = '';

  constructor(state: Logs) {
    this.#state = state;
  }

  /** Offers placed over this state bring their records along. */
  addSource(state: Source): void {
    this.#sources.push(state);
    state.followLog(this);
  }

  begin(memory: JournalMemory): void {
    this.#memory = memory;
    this.goBack();
  }

  /** What was read and not committed is read again. */
  goBack(): void {
    this.#ahead = null;
    this.#waiting = [];
    this.#allAt = 0;
    for (const kept of this.#memory?.partitions.values() ?? []) {
      kept.readTo = kept.position;
      kept.broughtAt = -Infinity;
    }
  }

  end(): void {
    this.goBack();
    this.#memory = null;
  }

  /**
   * The next records, at most `limit`; waits for one until `untilMs` (Date.now), and not at all while lots wait to be
   * loaded. Rejects with AuctionRedisUnavailable.
   */
  async next(limit: number, untilMs: number): Promise<Read> {
    const memory = this.#memory;
    if (!memory) return [];
    for (;;) {
      this.readAhead(untilMs);
      const reading = this.#ahead as Reading;
      if (this.#waiting.length === 0) await this.#anything(reading, memory.wanted.size > 0);
      if (this.#ahead !== reading) return [];
      const records = await ifDone(reading.records);
      if (records !== null) {
        this.#ahead = null;
        for (const { partition, record } of records) {
          const kept = reading.kept.get(partition);
          if (kept) this.#add(partition, kept, [record]);
        }
      }
      if (this.#waiting.length > 0) return this.#taken(limit);
      if (memory.wanted.size > 0 || Date.now() >= untilMs) return [];
    }
  }

  /** Begins to wait for more, if that is not under way. */
  readAhead(untilMs: number): void {
    const memory = this.#memory;
    if (!memory || this.#ahead) return;
    const { positions, brought } = this.#positions(memory);
    const patience = brought ? ASK_BROUGHT_MS : ALL_MS;
    const blockMs = memory.wanted.size > 0 ? 1 : Math.min(patience, Math.max(1, untilMs - Date.now()));
    const records =
      positions.size > 0
        ? this.#state.readLog(positions, { blockMs, limit: READ })
        : pause(blockMs).then((): Read => []);
    // Met by whoever takes them.
    records.catch(() => undefined);
    this.#ahead = { kept: new Map(memory.partitions), records };
  }

  cursor(partition: number): Cursor | null {
    const kept = this.#memory?.partitions.get(partition);
    if (!kept || this.#waiting.length >= MOST_WAITING) return null;
    return { partition, after: kept.readTo, kept };
  }

  take(cursor: Cursor, records: LogRecord[]): void {
    const { partition, kept, after } = cursor;
    // Taken anew since, or gone back: what lies between is read again first.
    if (this.#memory?.partitions.get(partition) !== kept || isAfter(after, kept.readTo)) return;
    const now = performance.now();
    kept.askedAt = now;
    if (records.length === 0) return;
    kept.broughtAt = now;
    this.#add(partition, kept, records);
    if (this.#waiting.length > 0) this.#arrived?.();
  }

  failed({ kept }: Cursor): void {
    // Its own read meets whatever is the matter.
    kept.broughtAt = -Infinity;
  }

  #add(partition: number, kept: KeptPartition, records: readonly LogRecord[]): void {
    for (const record of records) {
      if (!isAfter(record.logId, kept.readTo)) continue;
      kept.readTo = record.logId;
      this.#waiting.push({ partition, record, kept });
    }
  }

  /** Of those that were taken anew meanwhile nothing is told: they are read from their start. */
  #taken(limit: number): Read {
    return this.#waiting
      .splice(0, limit)
      .filter(({ partition, kept }) => this.#memory?.partitions.get(partition) === kept);
  }

  async #anything(reading: Reading, briefly: boolean): Promise<void> {
    const arrived = new Promise<void>((resolve) => (this.#arrived = resolve));
    await Promise.race([reading.records, arrived, ...(briefly ? [pause(1)] : [])]);
    this.#arrived = null;
  }

  /**
   * Where to read on: each time beginning with another partition, so that in a flood none waits behind the others for
   * ever. A partition without lots has nothing to tell, and is asked all the same now and then.
   */
  #positions(memory: JournalMemory): { positions: Map<number, string>; brought: boolean } {
    const now = performance.now();
    const all = now >= this.#allAt;
    if (all) this.#allAt = now + ALL_MS;
    const watched = this.#watchedNow(memory, all);
    const kept = [...memory.partitions];
    this.#first = (this.#first + 1) % kept.length;
    const positions = new Map<number, string>();
    let brought = false;
    for (const [partition, { readTo, broughtAt, askedAt }] of [
      ...kept.slice(this.#first),
      ...kept.slice(0, this.#first),
    ]) {
      if (now - broughtAt < BROUGHT_MS) {
        brought = true;
        if (now - askedAt >= ASK_BROUGHT_MS) this.#sources[0]?.readBehind(partition);
      } else if (all || watched.has(partition)) positions.set(partition, readTo);
    }
    return { positions, brought };
  }

  #watchedNow(memory: JournalMemory, anew: boolean): ReadonlySet<number> {
    const mark = `${memory.loads} ${memory.partitions.size}`;
    if (!anew && mark === this.#watchedAt) return this.#watched;
    this.#watchedAt = mark;
    this.#watched = new Set();
    for (const lotId of memory.lots.keys()) this.#watched.add(this.#state.partitions.of(lotId));
    return this.#watched;
  }
}

/** What a promise already came to; null while it is under way. Rejects when it was rejected. */
const ifDone = <T>(promise: Promise<T>): Promise<T | null> => Promise.race([promise, Promise.resolve(null)]);
