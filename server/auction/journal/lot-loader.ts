import { AuctionRedisUnavailable, type LotState } from '../state/contract.ts';
import type { LotRow } from '../state/auction-log.repository.ts';
import { AcceptedIds, idsLoadedAfter, idsToLoad } from './accepted-ids.ts';
import { JournalConnectionLost } from './database-session.repository.ts';
import { foldCommitted, type EntryReader } from './fold-committed.ts';
import { countEvent, type JournalContext, type Loads } from './journal-memory.ts';
import { announce } from './load-lots.ts';
import type { LoadJob } from './load-queue.ts';
import { LoadSource } from './load-source.repository.ts';
import { BrokenLog } from './lot-head.ts';
import { SNAPSHOT_EVERY } from './lot-snapshot.ts';
import { recoveryOf } from './recover-lots.ts';
import type { RecoveryPlan } from './recovery-plan.ts';
import { CLOCKS_APART_US, ClocksApart } from './redis-clock.ts';

/** Most small lots loaded concurrently, their logs read in one statement, and about how many entries these have. */
const GROUP_SIZE = 128;
const GROUP_ENTRIES = 2_000;
/** Groups of small lots in progress, and large lots: one is read while another is written to Redis. */
const LANES = { small: 2, large: 2 };
/** A time check is used for the loads of this long, ms. */
const TIME_CHECK_MS = 100;

type Context = Omit<JournalContext, 'loader' | 'folds'>;
type Lane = keyof typeof LANES;

/**
 * Loads prepared lots into Redis while the journal goes on committing: the logs are read over a session of its own, and a
 * large lot delays neither the small ones nor the commits. Redis takes a lot and restores its room's lost time in one
 * step, so it does not matter that the lease is valid meanwhile. A load that fails is prepared again, in another epoch.
 * A load that a journal finishes after losing its locks is harmless: it writes the committed head of an epoch raised
 * before, which a newer epoch replaces and never the other way round.
 */
export class LotLoader implements Loads {
  readonly #context: Context;
  readonly #databaseUrl: string;
  readonly #ids: AcceptedIds;
  readonly #waiting: Record<Lane, LoadJob[]> = { small: [], large: [] };
  readonly #running: Record<Lane, number> = { small: 0, large: 0 };
  /** Lots waiting or in progress; a job that is not here any more was dropped. */
  readonly #jobs = new Map<number, LoadJob>();
  readonly #sources: Record<Lane, Promise<LoadSource> | null> = { small: null, large: null };
  #checkedAt = -Infinity;
  #aheadUs = 0;
  #stopped = false;
  #active = new Set<Promise<void>>();
  #loaded = 0;
  #recovered = 0;

  constructor(context: Context, databaseUrl: string) {
    this.#context = context;
    this.#databaseUrl = databaseUrl;
    this.#ids = new AcceptedIds(context, () => this.source('large'));
  }

  has(lotId: number): boolean {
    return this.#jobs.has(lotId);
  }

  requests(): [lotId: number, lostFromUs: number][] {
    return [...this.#jobs].map(([lotId, { request }]) => [lotId, request.lostFromUs]);
  }

  add(job: LoadJob): void {
    this.#jobs.set(job.row.lotId, job);
    this.#waiting[job.row.seq >= SNAPSHOT_EVERY ? 'large' : 'small'].push(job);
    this.#start('small');
    this.#start('large');
  }

  completeIds(row: Pick<LotRow, 'lotId' | 'epoch' | 'seq'>): void {
    // The newest entry was made in this epoch, and whether it is a matched auto-bid may not be committed yet.
    this.#ids.add({ lotId: row.lotId, epoch: row.epoch, throughSeq: row.seq - 1 });
  }

  drop(matches: (lotId: number) => boolean): void {
    for (const lotId of this.#jobs.keys()) if (matches(lotId)) this.#jobs.delete(lotId);
    for (const lane of ['small', 'large'] as const)
      this.#waiting[lane] = this.#waiting[lane].filter((job) => this.#isCurrent(job));
    this.#ids.drop(matches);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.drop(() => true);
    await Promise.all([this.#closeSource('small'), this.#closeSource('large')]);
    await Promise.all([...this.#active, this.#ids.stop()]);
  }

  /**
   * The session for reading, opened when it is first needed; a slow statement for a large lot must not hold up small ones,
   * so each lane has its own. One that failed is replaced, by whichever use the failure was met. Rejects with JournalConnectionLost.
   */
  async source(lane: Lane): Promise<LoadSource> {
    for (;;) {
      if (this.#stopped) throw new JournalConnectionLost('the journal has ended its loads');
      const opening = (this.#sources[lane] ??= LoadSource.open(
        this.#databaseUrl,
        this.#context.connection.owner,
      ));
      try {
        const source = await opening;
        if (!source.isLost) return source;
      } catch (error) {
        // Retried by the caller, with a session that is opened then.
        if (this.#sources[lane] === opening) this.#sources[lane] = null;
        throw error;
      }
      if (this.#sources[lane] === opening) await this.#closeSource(lane);
    }
  }

  #isCurrent(job: LoadJob): boolean {
    return !this.#stopped && this.#jobs.get(job.row.lotId) === job;
  }

  #start(lane: Lane): void {
    while (this.#running[lane] < LANES[lane] && this.#waiting[lane].length > 0) {
      this.#running[lane] += 1;
      // Jobs added in the same turn of the event loop form groups.
      const work = new Promise(setImmediate).then(() => this.#runLane(lane));
      this.#active.add(work);
      void work.finally(() => this.#active.delete(work));
    }
  }

  async #runLane(lane: Lane): Promise<void> {
    for (;;) {
      const jobs = lane === 'large' ? this.#waiting.large.splice(0, 1) : this.#takeGroup();
      if (jobs.length === 0) break;
      try {
        await this.#load(lane, jobs);
      } catch (error) {
        await this.#failed(lane, jobs, error);
      }
    }
    this.#running[lane] -= 1;
    if (this.#running.small + this.#running.large === 0) this.#report();
  }

  #takeGroup(): LoadJob[] {
    const { small } = this.#waiting;
    let [count, entries] = [0, 0];
    for (const { row } of small) {
      if (count === GROUP_SIZE || (count > 0 && entries + row.seq > GROUP_ENTRIES)) break;
      count += 1;
      entries += row.seq;
    }
    return small.splice(0, count);
  }

  async #load(lane: Lane, jobs: readonly LoadJob[]): Promise<void> {
    const source = await this.source(lane);
    const nowUs = await this.#trustedNowUs(source);
    const reader = jobs.length === 1 ? source : await readerOfGroup(source, jobs);
    await Promise.all(
      jobs.map((job) =>
        this.#loadOne(source, reader, job, nowUs).catch((error: unknown) => this.#failed(lane, [job], error)),
      ),
    );
  }

  async #loadOne(source: LoadSource, reader: EntryReader, job: LoadJob, nowUs: number): Promise<void> {
    const { row } = job;
    const { state } = this.#context;
    const folded = await this.#foldOrStop(source, reader, job);
    if (!folded || !this.#isCurrent(job)) return this.#done(job);
    const recovery = recoveryOf(job, nowUs);
    const { accepted, missingThrough } = idsToLoad(folded.state, folded.fromSeq);
    const lot = { ...folded.state, prevLogId: row.lastLogId, accepted };
    // What is committed in the new epoch is published after the announcement, and the load reaches Redis before both.
    const onSend = () => announce(this.#context, row);
    await state.load(lot, { recovery, idsMissing: missingThrough > 0, onSend });
    if (!this.#isCurrent(job)) return;
    if (missingThrough > 0) this.#ids.add({ lotId: row.lotId, epoch: row.epoch, throughSeq: missingThrough });
    this.#loaded += 1;
    if (recovery) this.#countRecovery(recovery);
    this.#done(job);
  }

  #done(job: LoadJob): void {
    if (this.#jobs.get(job.row.lotId) === job) this.#jobs.delete(job.row.lotId);
  }

  #countRecovery({ mode }: RecoveryPlan): void {
    this.#recovered += 1;
    this.#context.counts.recoveries[mode] += 1;
    this.#context.metrics?.journalEvents.inc({ event: `recovered-${mode}` });
  }

  async #foldOrStop(
    source: LoadSource,
    reader: EntryReader,
    { row }: LoadJob,
  ): Promise<{ state: LotState; fromSeq: number } | null> {
    const { connection, log, memory } = this.#context;
    try {
      const snapshot = row.seq >= SNAPSHOT_EVERY ? await source.snapshot(row.lotId) : null;
      return await foldCommitted(reader, row, snapshot, {
        onMismatch: (problem) =>
          log.warn({ err: problem, lotId: row.lotId }, 'a snapshot is not used: the whole log is folded'),
        idsAfterSeq: idsLoadedAfter(row.seq),
      });
    } catch (error) {
      if (!(error instanceof BrokenLog)) throw error;
      // Not retried: the committed log contradicts itself. The lot is stopped until staff have checked it.
      log.error({ err: error, lotId: row.lotId }, 'technical interruption: the committed log is broken');
      countEvent(this.#context, 'brokenLots');
      const epoch = await connection.markBroken(row.lotId, error.message);
      memory.lots.delete(row.lotId);
      // seq 0: nothing is to be read.
      if (epoch !== null) announce(this.#context, { ...row, epoch, seq: 0 });
      return null;
    }
  }

  /** Prepared again, in a new epoch: what reached Redis of a failed load is not known. */
  async #failed(lane: Lane, jobs: readonly LoadJob[], error: unknown): Promise<void> {
    if (error instanceof JournalConnectionLost) await this.#closeSource(lane);
    const left = jobs.filter((job) => this.#isCurrent(job));
    if (left.length === 0) return;
    // That Redis is away is reported by the journal itself.
    if (!(error instanceof AuctionRedisUnavailable))
      this.#context.log.warn({ err: error, lots: left.length }, 'lots could not be loaded yet');
    for (const job of left) {
      this.#done(job);
      this.#context.memory.toLoad.add({ ...job.request, tries: job.request.tries + 1 });
    }
  }

  /**
   * Redis's time, µs, compared with PostgreSQL's as `trustedNowUs` does, over this session. Rejects with ClocksApart: a
   * wrong clock would move deadlines for good.
   */
  async #trustedNowUs(source: LoadSource): Promise<number> {
    const now = performance.now();
    if (now - this.#checkedAt > TIME_CHECK_MS) {
      const pgUs = await source.nowUs();
      const redisUs = await this.#context.state.redisNowUs();
      if (Math.abs(redisUs - pgUs) > CLOCKS_APART_US) throw new ClocksApart(redisUs - pgUs);
      this.#checkedAt = performance.now();
      this.#aheadUs = redisUs - this.#checkedAt * 1_000;
    }
    return Math.round(performance.now() * 1_000 + this.#aheadUs);
  }

  #report(): void {
    const [lots, recovered] = [this.#loaded, this.#recovered];
    [this.#loaded, this.#recovered] = [0, 0];
    if (recovered > 0) this.#context.log.warn({ lots, recovered }, 'rooms recovered after an interruption');
  }

  async #closeSource(lane: Lane): Promise<void> {
    const source = this.#sources[lane];
    this.#sources[lane] = null;
    this.#checkedAt = -Infinity;
    // Not retried: a session that never opened needs no closing.
    await source?.then((open) => open.close()).catch(() => undefined);
  }
}

/** The logs of a group, read in one round trip instead of one for each lot. */
async function readerOfGroup(source: LoadSource, jobs: readonly LoadJob[]): Promise<EntryReader> {
  const read = await source.logsOf(jobs.map(({ row }) => row.lotId));
  return {
    entries: async (lotId, afterSeq, throughSeq) =>
      (read.get(lotId) ?? []).filter(({ entry }) => entry.seq > afterSeq && entry.seq <= throughSeq),
  };
}
