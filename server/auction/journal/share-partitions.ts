import { FORMAT } from '../state/format.ts';
import { countEvent, type JournalContext } from './journal-memory.ts';
import {
  forgetEndedJournals,
  handOverTo,
  lockFree,
  reportAndReadPeers,
} from './partition-shares.repository.ts';
import { planShares, type SharePlan } from './plan-shares.ts';

const LOOK_MS = 300;
/** While this journal hands partitions over. */
const GIVING_LOOK_MS = 50;
/** While partitions are about to be handed to this journal: their rooms' bids wait meanwhile. */
const EXPECTING_LOOK_MS = 10;
/** Partitions that do not come are looked for this often only for so long; then again after as long a pause. */
const EXPECT_MS = 2_000;
/** Open lots handed over at once: the receiver checks each of them before it goes on with its own rooms. */
const LOTS_AT_ONCE = 500;
/** A partition that is free again so soon after it was handed over was not taken by its receiver. */
const NOT_TAKEN_MS = 3_000;
/** After a receiver that did not last, nothing is handed over for this long. */
const DISTRUST_MS = 60_000;

interface Change {
  /** Partitions whose locks are held and that are to be taken over. */
  take: number[];
  give: SharePlan['give'];
}

const NO_PLAN: SharePlan = { wanted: 0, expected: false, give: null, othersStay: false };

/**
 * One journal's part in sharing the partitions: it takes over those that are free or handed to it, and says which to hand
 * to others. All times are PostgreSQL's but those of its own looks.
 */
export class PartitionShares {
  readonly #all: readonly number[];
  #connection: JournalContext['connection'] | null = null;
  /** Locked in the present session, also when their takeover failed. */
  #locked = new Set<number>();
  #plan: SharePlan = NO_PLAN;
  #reportAt = 0;
  #lookAt = 0;
  #expectingSince = 0;
  #leaving = false;
  #reportedLeaving = false;
  /** When each receiver was last handed partitions, and each partition was last handed over (performance.now). */
  readonly #receivers = new Map<string, number>();
  readonly #handed = new Map<number, number>();
  #holdUntil = 0;

  constructor(all: readonly number[]) {
    this.#all = all;
  }

  /** When the next look is due (performance.now); the journal must not wait for records beyond it. */
  get dueAt(): number {
    return this.#lookAt;
  }

  /** From now on everything is to be handed over to the journals that stay. */
  leave(): void {
    this.#leaving = true;
    this.#reportAt = 0;
    this.#lookAt = 0;
  }

  /** Whether nothing is left to be handed over, or no other journal is there to take it. */
  hasLeft(context: JournalContext): boolean {
    if (!this.#reportedLeaving) return false;
    return context.memory.partitions.size === 0 || !this.#plan.othersStay;
  }

  /** What is to be taken over and handed over now. Rejects when PostgreSQL or Redis is away. */
  async look(context: JournalContext): Promise<Change> {
    if (this.#connection !== context.connection) {
      this.#begin(context.connection);
      await forgetEndedJournals(context.connection);
    }
    const now = performance.now();
    if (now < this.#lookAt) return { take: [], give: null };
    if (now >= this.#reportAt) await this.#report(context, now);
    const { partitions } = context.memory;
    if (!this.#leaving) {
      const missing = this.#all.filter((partition) => !this.#locked.has(partition));
      if (missing.length > 0)
        for (const partition of await lockFree(context.connection, missing)) this.#locked.add(partition);
    }
    const take = this.#leaving ? [] : [...this.#locked].filter((partition) => !partitions.has(partition));
    if (take.some((partition) => now - (this.#handed.get(partition) ?? -Infinity) < NOT_TAKEN_MS))
      this.#holdUntil = now + DISTRUST_MS;
    const give = now < this.#holdUntil && !this.#leaving ? null : this.#plan.give;
    this.#lookAt = now + this.#lookMs(now, give !== null);
    return { take, give };
  }

  /**
   * Hands partitions over: `settle` must publish what is committed and trim the logs, so that the receiver reads only
   * what is not committed. A partition with lots being loaded stays.
   */
  async handOver(
    context: JournalContext,
    { receiver, count }: NonNullable<SharePlan['give']>,
    settle: () => Promise<void>,
  ): Promise<void> {
    const { memory, connection, publisher, log } = context;
    const chosen = this.#choose(context, count);
    // Each plan is carried out once: the next report makes a new one.
    this.#plan = { ...this.#plan, give: null };
    this.#reportAt = 0;
    if (chosen.size === 0) return;
    for (const partition of chosen) memory.partitions.delete(partition);
    await settle();
    publisher.forget(chosen);
    const isHanded = (lotId: number) => chosen.has(context.state.partitions.of(lotId));
    for (const lotId of memory.lots.keys()) if (isHanded(lotId)) memory.lots.delete(lotId);
    context.folds.forget(isHanded);
    // The receiver continues to add the accepted ids that Redis still misses.
    context.loader.drop(isHanded);
    memory.loads += 1;
    await handOverTo(connection, receiver, [...chosen]);
    const now = performance.now();
    for (const partition of chosen) {
      this.#locked.delete(partition);
      this.#handed.set(partition, now);
    }
    this.#receivers.set(receiver, now);
    countEvent(context, 'handedOver', chosen.size);
    log.info({ partitions: chosen.size, receiver }, 'partitions handed over');
  }

  #begin(connection: JournalContext['connection']): void {
    this.#connection = connection;
    this.#locked = new Set();
    this.#plan = NO_PLAN;
    [this.#reportAt, this.#lookAt] = [0, 0];
  }

  async #report({ connection, memory, state }: JournalContext, now: number): Promise<void> {
    const redisRunId = memory.partitions.size > 0 ? memory.redisRunId : await state.serverRunId();
    const leaving = this.#leaving;
    const { wanted } = this.#plan;
    const peers = await reportAndReadPeers(connection, {
      // A journal of another format would load every room it receives again.
      peers: `${FORMAT} ${redisRunId} ${this.#all.join(',')}`,
      ownedCount: memory.partitions.size,
      wantedCount: wanted,
      leaving,
    });
    this.#plan = planShares(this.#all.length, connection.owner, peers);
    this.#reportedLeaving = leaving;
    this.#watchReceivers(new Map(peers.map((peer) => [peer.owner, peer.leaving])), now);
    // The others hear at once what this journal wants now.
    this.#reportAt = now + (this.#plan.wanted === wanted ? LOOK_MS : EXPECTING_LOOK_MS);
  }

  /** A receiver that disappeared without leaving in order would get and lose partitions again and again. */
  #watchReceivers(living: ReadonlyMap<string, boolean>, now: number): void {
    for (const [receiver, at] of this.#receivers) {
      if (living.get(receiver) === false && now - at < DISTRUST_MS) continue;
      this.#receivers.delete(receiver);
      if (!living.has(receiver)) this.#holdUntil = now + DISTRUST_MS;
    }
  }

  #lookMs(now: number, giving: boolean): number {
    if (giving || this.#leaving) {
      this.#reportAt = Math.min(this.#reportAt, now + GIVING_LOOK_MS);
      return GIVING_LOOK_MS;
    }
    if (!this.#plan.expected) this.#expectingSince = 0;
    else if (this.#expectingSince === 0) this.#expectingSince = now;
    if (this.#expectingSince === 0) return LOOK_MS;
    const phase = Math.floor((now - this.#expectingSince) / EXPECT_MS);
    return phase % 2 === 0 ? EXPECTING_LOOK_MS : LOOK_MS;
  }

  #choose({ memory, loader, state }: JournalContext, count: number): Set<number> {
    const busy = new Set<number>();
    const lots = new Map<number, number>();
    // A lot that is yet to be loaded has no head here, and would be loaded although its partition is another's.
    const loading = [...memory.toLoad.requests(), ...loader.requests()].map(([lotId]) => lotId);
    const waiting = new Set([...memory.toRepair, ...memory.wanted, ...loading]);
    for (const lotId of new Set([...memory.lots.keys(), ...waiting])) {
      const partition = state.partitions.of(lotId);
      lots.set(partition, (lots.get(partition) ?? 0) + 1);
      if (waiting.has(lotId)) busy.add(partition);
    }
    const chosen = new Set<number>();
    let total = 0;
    for (const [partition, { isLoading }] of memory.partitions) {
      if (chosen.size === count) break;
      if (isLoading || busy.has(partition)) continue;
      total += lots.get(partition) ?? 0;
      if (chosen.size > 0 && total > LOTS_AT_ONCE) break;
      chosen.add(partition);
    }
    return chosen;
  }
}
