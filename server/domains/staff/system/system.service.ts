import {
  countDueOutbox,
  inTransaction,
  oldestDueOutboxMs,
  type Database,
  type AnyDb,
} from '#server/platform/database/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { maskPersonal, type Logger } from '#server/platform/logging/index.ts';
import type { ProcessReport } from '#server/platform/process-reports/index.ts';
import type { JobQueue } from '#server/platform/queues/index.ts';
import { answerWithin } from '#server/platform/time-limits/index.ts';
import type { System, SystemGateway, SystemRedis } from '#shared/api/console/system.ts';
import { concernsOf } from './concerns.ts';
import { readDatabaseFigures } from './database-figures.ts';

/** Nothing is waited for any longer. */
const LIMIT_MS = 3_000;
/** Everyone who asks meanwhile shares one look. */
const SHARED_MS = 2_000;
/** Three reports are missing. */
const SILENT_MS = 35_000;
const FAILED_SHOWN = 50;
const REASON_MAX = 300;

interface StaffAction {
  personId: string;
  address: string;
  type: 'account';
  action: 'retried-job';
  result: 'done';
  reason: string;
}

interface SystemDeps {
  database: Pick<Database, 'db' | 'pool'>;
  /** Of all processes. */
  reports: () => Promise<ProcessReport[]>;
  /** Never rejects. */
  redis: () => Promise<SystemRedis[]>;
  queue: Pick<JobQueue<unknown>, 'counts' | 'failed' | 'retry'>;
  files: { place: string; warnings: () => Promise<string[]> };
  record: (action: StaffAction, tx: AnyDb) => Promise<void>;
  logger: Pick<Logger, 'warn'>;
  nowMs: () => number;
}

export type SystemService = ReturnType<typeof createSystem>;

/** The latest answers over all processes, by name. */
function gatewaysOf(reports: readonly ProcessReport[]): SystemGateway[] {
  const latest = new Map<string, SystemGateway>();
  for (const [gateway, { goodAtMs, badAtMs }] of reports.flatMap((report) =>
    Object.entries(report.gateways),
  )) {
    const before = latest.get(gateway) ?? { gateway, goodAtMs: null, badAtMs: null };
    latest.set(gateway, {
      gateway,
      goodAtMs: later(before.goodAtMs, goodAtMs),
      badAtMs: later(before.badAtMs, badAtMs),
    });
  }
  return [...latest.values()].toSorted((one, other) => one.gateway.localeCompare(other.gateway));
}

const later = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

/** The platform as an engineer sees it: what runs, what it depends on, what waits and what failed. */
export function createSystem(deps: SystemDeps) {
  const { database, queue, nowMs } = deps;
  let shared: { look: Promise<Omit<System, 'serverAtMs'>>; atMs: number } | null = null;

  /** null: it does not answer, or not within the limit. */
  async function within<Value>(what: string, work: Promise<Value>): Promise<Value | null> {
    try {
      return await answerWithin(work, LIMIT_MS);
    } catch (error) {
      // Not retried: that it does not answer is what is shown, and the next look asks again.
      deps.logger.warn({ err: error, what }, 'system: no answer');
      return null;
    }
  }

  async function readJobs(): Promise<System['jobs']> {
    const [counts, failed] = await Promise.all([queue.counts(), queue.failed(FAILED_SHOWN)]);
    return {
      waiting: (counts.waiting ?? 0) + (counts.prioritized ?? 0),
      active: counts.active ?? 0,
      delayed: counts.delayed ?? 0,
      failedCount: counts.failed ?? 0,
      // Reading it is no look at a person, and nothing of it is recorded.
      failed: failed.map((job) => ({ ...job, reason: maskPersonal(job.reason).slice(0, REASON_MAX) })),
    };
  }

  async function readEvents(): Promise<System['events']> {
    const [waiting, oldestMs] = await Promise.all([
      countDueOutbox(database.db),
      oldestDueOutboxMs(database.db),
    ]);
    return { waiting, oldestMs };
  }

  async function look(): Promise<Omit<System, 'serverAtMs'>> {
    const [reports, figures, redis, jobs, events, warnings] = await Promise.all([
      within('reports of processes', deps.reports()),
      within('postgresql', readDatabaseFigures(database)),
      deps.redis(),
      within('queue', readJobs()),
      within('events', readEvents()),
      within('files', deps.files.warnings()),
    ]);
    const silentFrom = nowMs() - SILENT_MS;
    const found = {
      processes:
        reports?.map(({ gateways: _gateways, node: _node, ...report }) => ({
          ...report,
          silent: report.reportedAtMs < silentFrom,
        })) ?? null,
      database: figures,
      redis,
      jobs,
      events,
      gateways: gatewaysOf(reports ?? []),
      files: { place: deps.files.place, warnings: warnings ?? ['files: no answer'] },
    };
    return { ...found, concerns: concernsOf(found) };
  }

  return {
    /** At most two seconds old. Never rejects: what is away is shown as that. */
    async read(): Promise<System> {
      const atMs = nowMs();
      if (!shared || atMs - shared.atMs > SHARED_MS) shared = { look: look(), atMs };
      return { ...(await shared.look), serverAtMs: nowMs() };
    },

    /** 404 where no such job has failed. */
    async retry(id: string, reason: string, by: { personId: string; address: string }): Promise<void> {
      await inTransaction(database.db, async (tx) => {
        await deps.record(
          { type: 'account', action: 'retried-job', result: 'done', ...by, reason: `${id}: ${reason}` },
          tx,
        );
        if (!(await queue.retry(id))) throw notFound();
      });
      shared = null;
    },
  };
}
