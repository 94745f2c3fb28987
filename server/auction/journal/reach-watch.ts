import type { Logger } from '#server/platform/logging/index.ts';
import type { Metrics } from '#server/platform/metrics/index.ts';
import { countEvent, type JournalContext, type OwnedPartition } from './journal-memory.ts';
import { canBidsReach, type WebNode } from './reach-plan.ts';
import { RoomStalls } from './room-stalls.ts';
import { readWebNodes } from './reach-watch.repository.ts';

const LOOK_MS = 200;
/** While no web process can place bids: the rooms go on the sooner. */
const LOST_LOOK_MS = 50;

/**
 * Whether bids can reach the rooms, by the word of the web processes in PostgreSQL. While none of them can place bids the
 * journal holds its leases: no script decides, close included. When one can again, the time since the last of them could is
 * restored like any other interruption's, which `renewLeases` sees by the age of the leases.
 */
export class WebReach {
  readonly #log: Logger;
  readonly #metrics: Metrics | null;
  readonly #stalls: RoomStalls;
  #nodes: readonly WebNode[] = [];
  #lostSinceUs: number | null = null;
  #lookAt = 0;

  constructor(log: Logger, metrics: Metrics | null) {
    this.#log = log;
    this.#metrics = metrics;
    this.#stalls = new RoomStalls();
  }

  /** Whether leases may be renewed, rooms loaded and partitions handed over. */
  get canBid(): boolean {
    return this.#lostSinceUs === null;
  }

  /** PostgreSQL's time since when no web process can place bids, µs; null: one can. */
  get lostSinceUs(): number | null {
    return this.#lostSinceUs;
  }

  /** When the next look is due (performance.now); the journal must not wait for records beyond it. */
  get dueAt(): number {
    return this.#lookAt;
  }

  /** The next look is due at once: PostgreSQL was away. */
  lookSoon(): void {
    this.#lookAt = 0;
  }

  /** Reads what the web processes say, if that is due. Rejects with JournalConnectionLost. */
  async look(context: JournalContext): Promise<void> {
    if (performance.now() < this.#lookAt) return;
    const { nodes, nowUs } = await readWebNodes(context.connection);
    this.#nodes = nodes;
    const canBid = canBidsReach(nodes);
    if (canBid) this.#found(nowUs);
    else this.#lose(context, nowUs);
    this.#lookAt = performance.now() + (canBid ? LOOK_MS : LOST_LOOK_MS);
    this.#show(nowUs);
  }

  /** Stalls rooms that lost many of their bidders with one web process, and ends these stalls. */
  async stallRooms(context: JournalContext): Promise<void> {
    await this.#stalls.look(context, this.#nodes, this.canBid);
    this.#metrics?.roomsStalledForReach.set(this.canBid ? this.#stalls.size : runningIn(context));
  }

  /** A partition just taken over while no bids can reach it: its rooms lost the time since then, at least `silentUs`. */
  heldAtTakeover(owned: OwnedPartition, silentUs: number): void {
    owned.renewedPgUs = Math.min(owned.renewedPgUs - silentUs, this.#lostSinceUs ?? Infinity);
  }

  #found(nowUs: number): void {
    if (this.#lostSinceUs === null) return;
    const lostMs = Math.round((nowUs - this.#lostSinceUs) / 1_000);
    this.#lostSinceUs = null;
    this.#log.warn({ lostMs }, 'a web process can place bids again: rooms go on');
  }

  #lose(context: JournalContext, nowUs: number): void {
    if (this.#lostSinceUs !== null) return;
    const ableAgoMs = Math.min(...this.#nodes.map((node) => node.ableAgoMs));
    const sinceUs = nowUs - ableAgoMs * 1_000;
    this.#lostSinceUs = sinceUs;
    for (const owned of context.memory.partitions.values())
      owned.renewedPgUs = Math.min(owned.renewedPgUs, sinceUs);
    countEvent(context, 'reachLosses');
    this.#log.error(
      { sinceMs: Math.round(ableAgoMs) },
      'no web process can place bids: all rooms are stalled',
    );
  }

  #show(nowUs: number): void {
    const sinceUs = this.#lostSinceUs;
    this.#metrics?.webProcessesAble.set(this.#nodes.filter((node) => canBidsReach([node])).length);
    this.#metrics?.reachLostSeconds.set(sinceUs === null ? 0 : (nowUs - sinceUs) / 1_000_000);
  }
}

function runningIn({ memory }: JournalContext): number {
  let running = 0;
  for (const { phase } of memory.lots.values()) if (phase === 'running') running += 1;
  return running;
}
