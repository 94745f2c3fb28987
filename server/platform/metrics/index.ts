import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { readVersion } from '../version/index.ts';
import { serviceLevelBudgets, serviceLevelsCounter } from './service-levels.ts';
import { SampledGauge, type SampledOptions } from './sampled-gauge.ts';

/** Upper bounds in seconds: the promise is 3 ms at the median and 25 ms at the 99th. */
const ANSWER_BUCKETS = [0.001, 0.002, 0.003, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3];
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10];
const BATCH_BUCKETS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500];

export type Metrics = ReturnType<typeof createMetrics>;

export interface PoolCounts {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** Of work that may read from a replica. */
export interface ReadFigures {
  /** null: it was never measured. */
  stalenessMs(): number | null;
  /** null: it is not measured here. */
  usable(): boolean | null;
  /** Queries by where they were read; null: there is no replica. */
  counts(): Readonly<Record<string, number>> | null;
}

/**
 * Every number the platform publishes, by name. One registry per process.
 * @param pool its connections, counted when asked
 * @param reads of its replica, where it has one
 */
export function createMetrics(processName: string, pool?: PoolCounts, reads?: ReadFigures) {
  const registry = new Registry();
  registry.setDefaultLabels({ process: processName });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const sources: SampledGauge<string>[] = [];
  const sampled = <Name extends string = never>(options: SampledOptions<Name>): SampledGauge<Name> => {
    const gauge = new SampledGauge(options, registers);
    sources.push(gauge);
    return gauge;
  };
  const { version, commit } = readVersion();
  const buildInfo = new Gauge({
    name: 'savdo_build_info',
    help: 'What runs: the version, and the commit where the image was given one; always 1',
    labelNames: ['version', 'commit', 'node'],
    registers,
  });
  buildInfo.set({ version, commit: commit ?? '', node: process.version }, 1);
  const figureAge = new Gauge({
    name: 'savdo_figure_age_seconds',
    help: 'Since a figure was last read from its source: one that is silent is no longer shown and ages here',
    labelNames: ['figure'],
    registers,
    collect() {
      for (const source of sources) {
        const ageMs = source.ageMs();
        if (ageMs !== null) this.set({ figure: source.name }, ageMs / 1_000);
      }
    },
  });
  const databasePool =
    pool &&
    new Gauge({
      name: 'savdo_database_pool',
      help: 'Connections to PostgreSQL in use and idle, and calls that wait for one: often over 0 they are too few',
      labelNames: ['state'],
      registers,
      collect() {
        this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'waiting' }, pool.waitingCount);
      },
    });
  const replica = reads && reads.counts() !== null ? replicaFigures(reads, registers) : undefined;
  return {
    registry,
    buildInfo,
    figureAge,
    databasePool,
    replica,
    serviceReachable: sampled({
      name: 'savdo_service_reachable',
      help: 'Whether this process reaches PostgreSQL, the auction Redis and the jobs Redis: 0 is an alarm',
      labelNames: ['service'],
    }),
    roomsBroken: sampled({
      name: 'savdo_rooms_broken',
      help: 'Rooms that cannot be loaded, because their committed log contradicts itself: anything but 0 is an alarm',
    }),
    jobsWaiting: sampled({
      name: 'savdo_jobs_waiting',
      help: 'Jobs by queue and state: waiting, delayed, active, failed',
      labelNames: ['queue', 'state'],
    }),
    depositsSettled: new Counter({
      name: 'savdo_deposits_settled_total',
      help: 'Deposits of ended auctions by what became of them: released, forfeited, or held on for the winner',
      labelNames: ['result'],
      registers,
    }),
    bids: new Counter({
      name: 'savdo_bids_total',
      help: 'Answered commands of rooms by kind and verdict (accepted, unknown, or the reason of the refusal)',
      labelNames: ['kind', 'verdict'],
      registers,
    }),
    bidAnswerSeconds: new Histogram({
      name: 'savdo_bid_answer_seconds',
      help: 'From the arrival of a command to its answer, commit included',
      labelNames: ['kind'],
      buckets: ANSWER_BUCKETS,
      registers,
    }),
    liveEvents: new Counter({
      name: 'savdo_live_events_total',
      help: 'Other things counted by the rooms: room-joined, malformed, unknown-event, rate-limited, slow-consumer …',
      labelNames: ['event'],
      registers,
    }),
    journalCommitSeconds: new Histogram({
      name: 'savdo_journal_commit_seconds',
      help: 'One batch of the journal into PostgreSQL',
      buckets: ANSWER_BUCKETS,
      registers,
    }),
    journalBatchEntries: new Histogram({
      name: 'savdo_journal_batch_entries',
      help: 'Entries committed in one batch',
      buckets: BATCH_BUCKETS,
      registers,
    }),
    journalLagSeconds: new Gauge({
      name: 'savdo_journal_lag_seconds',
      help: 'Age of the oldest entry of the last batch when it was committed',
      registers,
    }),
    logLagEntries: sampled({
      name: 'savdo_log_lag_entries',
      help: 'Entries read from the log and not committed yet',
    }),
    journalEvents: new Counter({
      name: 'savdo_journal_events_total',
      help: 'Chain breaks, rebuilds, takeovers, stalls and other events of the journal',
      labelNames: ['event'],
      registers,
    }),
    journalCommitsFailingSeconds: sampled({
      name: 'savdo_journal_commits_failing_seconds',
      help: 'For how long the journal of this process could commit nothing: over 1 s its bids are held; 0 while it commits',
    }),
    journalPartitions: sampled({
      name: 'savdo_journal_partitions',
      help: 'Partitions that the journal of this process owns',
    }),
    leaseAgeSeconds: sampled({
      name: 'savdo_lease_age_seconds',
      help: 'Since the oldest renewal of a partition by its journal: over 1 s its bids are held',
    }),
    partitionsHeld: sampled({
      name: 'savdo_partitions_held',
      help: 'Partitions whose bids are held for want of a journal: anything but 0 is an alarm',
    }),
    lotsHeld: sampled({
      name: 'savdo_lots_held',
      help: 'Lots that lost committed entries with a database and wait for two of staff to choose: anything but 0 is an alarm',
    }),
    clocksApartSeconds: sampled({
      name: 'savdo_clocks_apart_seconds',
      help: 'Clock of the auction Redis ahead of that of PostgreSQL: beyond 1.25 s bids are held',
    }),
    feedSilentSeconds: sampled({
      name: 'savdo_feed_silent_seconds',
      help: 'Longest silence of the committed feed on this node: the journal sends a message each second',
    }),
    webProcessesAble: sampled({
      name: 'savdo_web_processes_able',
      help: 'Web processes that can place bids, as the journal of this process sees it: at 0 all rooms are stalled',
    }),
    reachLostSeconds: sampled({
      name: 'savdo_reach_lost_seconds',
      help: 'Since when no web process can place bids; 0 while one can: anything else is an alarm',
    }),
    roomsStalledForReach: sampled({
      name: 'savdo_rooms_stalled_for_reach',
      help: 'Running rooms of this journal that wait because bids, or many of their bidders, cannot reach them',
    }),
    clockEvents: new Counter({
      name: 'savdo_clock_events_total',
      help: 'Rooms opened and closed by the clock and its sweeper',
      labelNames: ['event'],
      registers,
    }),
    closeDelaySeconds: new Histogram({
      name: 'savdo_close_delay_seconds',
      help: 'From a deadline to the call that closed the room',
      buckets: REQUEST_BUCKETS,
      registers,
    }),
    rooms: sampled({
      name: 'savdo_rooms',
      help: 'Rooms in the database by phase',
      labelNames: ['phase'],
    }),
    roomsFollowed: new Gauge({
      name: 'savdo_rooms_followed',
      help: 'Rooms that somebody watches on this node',
      registers,
    }),
    sockets: new Gauge({ name: 'savdo_sockets', help: 'Open sockets on this node', registers }),
    auctionRedisMemoryShare: sampled({
      name: 'savdo_auction_redis_memory_share',
      freshMs: 60_000,
      help: 'Used share of the maxmemory of each auction Redis, 0 where it has none: from 0.8 on an alarm, at 1 bids are refused',
      labelNames: ['server'],
    }),
    requestSeconds: new Histogram({
      name: 'savdo_http_request_seconds',
      help: 'HTTP calls by contract and status',
      labelNames: ['contract', 'status'],
      buckets: REQUEST_BUCKETS,
      registers,
    }),
    codes: new Counter({
      name: 'savdo_codes_total',
      help: 'One-time codes by purpose: sent, undelivered, refused by a limit, entered rightly or wrongly',
      labelNames: ['purpose', 'event'],
      registers,
    }),
    codesEntered: sampled({
      name: 'savdo_codes_entered_share',
      freshMs: 3_600_000,
      help: 'Share of the codes of the last hour that were entered; near nothing, somebody sends them for their own sake',
    }),
    deliveries: new Counter({
      name: 'savdo_deliveries_total',
      help: 'Messages by e-mail and SMS: sent, put off, given up',
      labelNames: ['channel', 'result'],
      registers,
    }),
    uploads: new Counter({
      name: 'savdo_uploads_total',
      help: 'Uploaded files by kind and result: stored, repeated, or the code of the refusal',
      labelNames: ['kind', 'result'],
      registers,
    }),
    providerCalls: new Counter({
      name: 'savdo_provider_calls_total',
      help: 'Calls of payment providers by call and result; forged ones, and differences between the books',
      labelNames: ['provider', 'call', 'result'],
      registers,
    }),
    gatewayAnswers: new Gauge({
      name: 'savdo_gateway_answer_timestamp_seconds',
      help: 'When a gateway or provider last answered this process well, and when badly or not at all',
      labelNames: ['gateway', 'result'],
      registers,
    }),
    ledgerBroken: sampled({
      name: 'savdo_ledger_broken_invariants',
      freshMs: 3 * 3_600_000,
      help: 'Invariants of the ledger that the last hourly check found broken: anything but 0 is an alarm',
    }),
    outboxWaiting: sampled({
      name: 'savdo_outbox_waiting',
      help: 'Outbox rows that are due and not delivered',
    }),
    serviceLevels: serviceLevelsCounter(registers),
    serviceLevelBudget: serviceLevelBudgets(registers),
    jobs: new Counter({
      name: 'savdo_jobs_total',
      help: 'Finished jobs by queue and result',
      labelNames: ['queue', 'result'],
      registers,
    }),
  };
}

function replicaFigures(reads: ReadFigures, registers: Registry[]) {
  return {
    usable: new Gauge({
      name: 'savdo_read_replica_usable',
      help: 'Whether the read replica is read: 0 while it is away, too far behind or another server, and the primary is read',
      registers,
      collect() {
        const usable = reads.usable();
        // No sample is something else than 0, with which the library begins.
        if (usable === null) this.remove();
        else this.set(usable ? 1 : 0);
      },
    }),
    staleness: new Gauge({
      name: 'savdo_read_replica_staleness_seconds',
      help: 'Since the instant for which the read replica was last known to be true',
      registers,
      collect() {
        const ms = reads.stalenessMs();
        if (ms === null) this.remove();
        else this.set(ms / 1_000);
      },
    }),
    queries: new Counter({
      name: 'savdo_reads_total',
      help: 'Queries that may read from the replica by where they were read: replica, or the primary because of own-write, not-usable, failed',
      labelNames: ['source'],
      registers,
      collect() {
        this.reset();
        for (const [source, count] of Object.entries(reads.counts() ?? {})) this.inc({ source }, count);
      },
    }),
  };
}
