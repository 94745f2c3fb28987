import { hostname } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { newId } from '../ids/index.ts';
import { FailureLog, type Logger } from '../logging/index.ts';
import type { Metrics, PoolCounts } from '../metrics/index.ts';
import type { JobsRedis } from '../redis/index.ts';
import { readVersion } from '../version/index.ts';

/** What a process says of itself. */
export interface ProcessReport {
  id: string;
  /** Its process types, as `clock+worker+web`. */
  types: string;
  host: string;
  pid: number;
  version: string;
  commit: string | null;
  node: string;
  startedAtMs: number;
  reportedAtMs: number;
  /** How late its event loop came since the report before, at the 99th percentile, ms. */
  loopDelayMs: number;
  memoryBytes: number;
  /** Calls that wait for a connection to PostgreSQL. */
  waitingForDatabase: number;
  /** Servers that it looks at and does not reach. */
  unreached: string[];
  /** Of one that commits bids: partitions it holds, and for how long its commits have failed, ms. */
  journal: { partitions: number; failingMs: number } | null;
  /** When gateways and providers last answered it, by `email`, `sms`, `payme` …; null: not yet. */
  gateways: Record<string, { goodAtMs: number | null; badAtMs: number | null }>;
}

const REPORT_MS = 10_000;
/** Then a process that reports no more is forgotten: an hour is enough to see that one has ended by a fault. */
const FORGOTTEN_MS = 3_600_000;
/** Of the whole list, when no process reports any more, s. */
const LIST_SECONDS = 86_400;
const NS_PER_MS = 1_000_000;

/** The key of the list, on the jobs Redis. */
export const processReportsKey = (namespace: string): string => `${namespace}processes`;

interface Reporting {
  redis: JobsRedis;
  namespace: string;
  metrics: Metrics;
  pool: PoolCounts;
  types: string;
  logger: Logger;
}

/** Reports every ten seconds on the jobs Redis. The returned way to stop takes the process off the list. */
export function startProcessReports(o: Reporting): () => Promise<void> {
  const { redis, metrics, logger } = o;
  const key = processReportsKey(o.namespace);
  const { version, commit } = readVersion();
  const id = newId();
  const startedAtMs = Date.now() - Math.round(process.uptime() * 1_000);
  const loop = monitorEventLoopDelay();
  loop.enable();
  const failures = new FailureLog(logger, { message: 'reports of the process succeed again' });
  let stopped = false;

  async function write(): Promise<void> {
    const report: ProcessReport = {
      id,
      types: o.types,
      host: hostname(),
      pid: process.pid,
      version,
      commit: commit ?? null,
      node: process.version,
      startedAtMs,
      reportedAtMs: Date.now(),
      loopDelayMs: Math.round(loop.percentile(99) / NS_PER_MS),
      memoryBytes: process.memoryUsage.rss(),
      waitingForDatabase: o.pool.waitingCount,
      ...(await figuresOf(metrics)),
    };
    loop.reset();
    if (stopped) return;
    await redis.hset(key, id, JSON.stringify(report));
    await redis.expire(key, LIST_SECONDS);
  }
  const round = () =>
    write().then(
      () => failures.succeeded(),
      (error: unknown) => {
        // The next report is another try; meanwhile the process is shown as silent.
        failures.failed({ error, message: 'the process could not be reported' });
      },
    );
  void round();
  const timer = setInterval(() => void round(), REPORT_MS);
  return async () => {
    stopped = true;
    clearInterval(timer);
    loop.disable();
    await redis.hdel(key, id);
  };
}

type Figures = Pick<ProcessReport, 'unreached' | 'journal' | 'gateways'>;

/** From the figures that the process has for /metrics. */
async function figuresOf(metrics: Metrics): Promise<Figures> {
  const [reachable, partitions, failing, answers] = await Promise.all([
    metrics.serviceReachable.get(),
    metrics.journalPartitions.get(),
    metrics.journalCommitsFailingSeconds.get(),
    metrics.gatewayAnswers.get(),
  ]);
  const gateways: Figures['gateways'] = {};
  for (const { labels, value } of answers.values) {
    const of = (gateways[String(labels.gateway)] ??= { goodAtMs: null, badAtMs: null });
    of[labels.result === 'good' ? 'goodAtMs' : 'badAtMs'] = Math.round(value * 1_000);
  }
  const held = partitions.values[0]?.value;
  return {
    unreached: reachable.values
      .filter(({ value }) => value === 0)
      .map(({ labels }) => String(labels.service)),
    journal:
      held === undefined
        ? null
        : { partitions: held, failingMs: Math.round((failing.values[0]?.value ?? 0) * 1_000) },
    gateways,
  };
}

/** Those that reported within the last hour and were not stopped in order, the first started first. */
export async function readProcessReports(redis: JobsRedis, namespace: string): Promise<ProcessReport[]> {
  const key = processReportsKey(namespace);
  const stored = await redis.hgetall(key);
  const reports = Object.values(stored).map((text) => JSON.parse(text) as ProcessReport);
  const old = reports.filter(({ reportedAtMs }) => reportedAtMs < Date.now() - FORGOTTEN_MS);
  if (old.length > 0) await redis.hdel(key, ...old.map(({ id }) => id));
  return reports
    .filter((report) => !old.includes(report))
    .toSorted((one, other) => one.startedAtMs - other.startedAtMs || (one.id < other.id ? -1 : 1));
}
