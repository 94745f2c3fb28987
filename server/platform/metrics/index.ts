import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client';

/** Upper bounds in seconds: the promise is 3 ms at the median and 25 ms at the 99th. */
const ANSWER_BUCKETS = [0.001, 0.002, 0.003, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3];
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10];
const BATCH_BUCKETS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500];

export type Metrics = ReturnType<typeof createMetrics>;

/** All figures of one process, as it sends them to another. */
export type MetricsSnapshot = MetricObjectWithValues<MetricValue<string>>[];

/** The text of /metrics: this process's figures and those of others, distinguished by their label `process`. */
export async function metricsText(
  { registry }: Metrics,
  others: readonly MetricsSnapshot[],
): Promise<string> {
  if (others.length === 0) return registry.metrics();
  return AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...others]).metrics();
}

/** Every number the platform publishes, by name. One registry per process. */
export function createMetrics(processName: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ process: processName });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
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
      help: 'Other things counted by the rooms: malformed, unknown-event, rate-limited, slow-consumer …',
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
    logLagEntries: new Gauge({
      name: 'savdo_log_lag_entries',
      help: 'Entries read from the log and not committed yet',
      registers,
    }),
    journalEvents: new Counter({
      name: 'savdo_journal_events_total',
      help: 'Chain breaks, rebuilds, takeovers, stalls and other events of the journal',
      labelNames: ['event'],
      registers,
    }),
    journalPartitions: new Gauge({
      name: 'savdo_journal_partitions',
      help: 'Partitions that the journal of this process owns',
      registers,
    }),
    leaseAgeSeconds: new Gauge({
      name: 'savdo_lease_age_seconds',
      help: 'Since the oldest renewal of a partition by its journal: over 1 s its bids are held',
      registers,
    }),
    partitionsHeld: new Gauge({
      name: 'savdo_partitions_held',
      help: 'Partitions whose bids are held for want of a journal: anything but 0 is an alarm',
      registers,
    }),
    lotsHeld: new Gauge({
      name: 'savdo_lots_held',
      help: 'Lots that lost answered bids with a database and wait for two of staff to choose: anything but 0 is an alarm',
      registers,
    }),
    clocksApartSeconds: new Gauge({
      name: 'savdo_clocks_apart_seconds',
      help: 'Clock of the auction Redis ahead of that of PostgreSQL: beyond 1.25 s bids are held',
      registers,
    }),
    feedSilentSeconds: new Gauge({
      name: 'savdo_feed_silent_seconds',
      help: 'Longest silence of the committed feed on this node: the journal sends a message each second',
      registers,
    }),
    webProcessesAble: new Gauge({
      name: 'savdo_web_processes_able',
      help: 'Web processes that can place bids, as the journal of this process sees it: at 0 all rooms are stalled',
      registers,
    }),
    reachLostSeconds: new Gauge({
      name: 'savdo_reach_lost_seconds',
      help: 'Since when no web process can place bids; 0 while one can: anything else is an alarm',
      registers,
    }),
    roomsStalledForReach: new Gauge({
      name: 'savdo_rooms_stalled_for_reach',
      help: 'Running rooms of this journal that wait because bids, or many of their bidders, cannot reach them',
      registers,
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
    rooms: new Gauge({
      name: 'savdo_rooms',
      help: 'Rooms in the database by phase',
      labelNames: ['phase'],
      registers,
    }),
    roomsFollowed: new Gauge({
      name: 'savdo_rooms_followed',
      help: 'Rooms that somebody watches on this node',
      registers,
    }),
    sockets: new Gauge({ name: 'savdo_sockets', help: 'Open sockets on this node', registers }),
    auctionRedisMemoryShare: new Gauge({
      name: 'savdo_auction_redis_memory_share',
      help: 'Used share of the maxmemory of each auction Redis, 0 where it has none: from 0.8 on an alarm, at 1 bids are refused',
      labelNames: ['server'],
      registers,
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
    codesEntered: new Gauge({
      name: 'savdo_codes_entered_share',
      help: 'Share of the codes of the last hour that were entered; near nothing, somebody sends them for their own sake',
      registers,
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
    ledgerBroken: new Gauge({
      name: 'savdo_ledger_broken_invariants',
      help: 'Invariants of the ledger that the last hourly check found broken: anything but 0 is an alarm',
      registers,
    }),
    outboxWaiting: new Gauge({
      name: 'savdo_outbox_waiting',
      help: 'Outbox rows that are due and not delivered',
      registers,
    }),
    jobs: new Counter({
      name: 'savdo_jobs_total',
      help: 'Finished jobs by queue and result',
      labelNames: ['queue', 'result'],
      registers,
    }),
  };
}
