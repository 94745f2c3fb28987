import type { AnyDb } from '#server/platform/database/index.ts';
import type { Metrics } from '#server/platform/metrics/index.ts';
import { STATUS_DAYS, type ServiceLevelName } from '#shared/status/service-levels.ts';
import { createServiceLevelsRepository, type HourCount } from './service-levels.repository.ts';

/** Counted from rows, by any worker. */
const COMMITTED = 'committed';
const HOUR_MS = 3_600_000;
/** A room's end and what follows it are in the hour before at the latest. */
const LOOK_BACK_MS = 2 * HOUR_MS;

/** Measured by the process that serves a case; the others are read from rows. */
const MEASURED: readonly ServiceLevelName[] = ['bids', 'room-joins'];

export interface ServiceLevelsDeps {
  db: AnyDb;
  metrics: Pick<Metrics, 'serviceLevels'>;
  /** Names this process among all that ever measured. */
  source: string;
  nowMs: () => number;
}

const hourOf = (ms: number) => new Date(Math.floor(ms / HOUR_MS) * HOUR_MS);
const keyOf = ({ level, hour }: Pick<HourCount, 'level' | 'hour'>) => `${level} ${hour.getTime()}`;

/**
 * Good cases and all cases of each service level, by hour. What a process measures is in its memory until it is written; a source
 * writes whole hours of its own, so that a repeat after a fault counts nothing twice.
 */
export function createServiceLevels({ db, metrics, source, nowMs }: ServiceLevelsDeps) {
  const repository = createServiceLevelsRepository(db);
  /** Of this process since it started, by hour: those that are not written yet and the running one. */
  const measured = new Map<string, HourCount>();
  let before = new Map<ServiceLevelName, { good: number; total: number }>();
  /** What the last round counted, by hour; null: there was none. */
  let counted: Map<string, HourCount> | null = null;

  async function measuredNow(): Promise<Map<ServiceLevelName, { good: number; total: number }>> {
    const { values } = await metrics.serviceLevels.get();
    return new Map(
      MEASURED.map((level) => {
        const of = (result: 'good' | 'bad') =>
          values.find(({ labels }) => labels.level === level && labels.result === result)?.value ?? 0;
        return [level, { good: of('good'), total: of('good') + of('bad') }];
      }),
    );
  }

  /** What was measured since the last call belongs to the hour that runs. */
  function toHours(now: Awaited<ReturnType<typeof measuredNow>>, hour: Date): void {
    for (const [level, { good, total }] of now) {
      const last = before.get(level) ?? { good: 0, total: 0 };
      if (total === last.total) continue;
      const key = keyOf({ level, hour });
      const sum = measured.get(key) ?? { level, hour, good: 0, total: 0 };
      measured.set(key, {
        ...sum,
        good: sum.good + good - last.good,
        total: sum.total + total - last.total,
      });
    }
    before = now;
  }

  /** Adds what is new since the last round to the figures of this process. */
  function toFigures(counts: readonly HourCount[]): void {
    for (const count of counted === null ? [] : counts) {
      const last = counted?.get(keyOf(count)) ?? { good: 0, total: 0 };
      const good = Math.max(0, count.good - last.good);
      const bad = Math.max(0, count.total - count.good - (last.total - last.good));
      if (good > 0) metrics.serviceLevels.inc({ level: count.level, result: 'good' }, good);
      if (bad > 0) metrics.serviceLevels.inc({ level: count.level, result: 'bad' }, bad);
    }
    counted = new Map(counts.map((count) => [keyOf(count), count]));
  }

  return {
    /** Writes what this process measured. After a fault the next call writes it. */
    async writeMeasured(): Promise<void> {
      const hour = hourOf(nowMs());
      toHours(await measuredNow(), hour);
      const written = [...measured];
      await repository.write(
        source,
        written.map(([, count]) => count),
      );
      for (const [key, count] of written) if (count.hour < hour) measured.delete(key);
    },

    /** Counts ends of rooms and releases of deposits from what is committed, since the last hour that was written. */
    async countCommitted(): Promise<void> {
      const last = (await repository.lastHour(COMMITTED))?.getTime() ?? nowMs();
      const since = hourOf(Math.min(last, nowMs()) - LOOK_BACK_MS);
      const counts = [...(await repository.hammers(since)), ...(await repository.deposits(since))];
      await repository.write(COMMITTED, counts);
      toFigures(counts);
    },

    days: () => repository.days(STATUS_DAYS),

    purge: (days: number) => repository.purge(days),
  };
}
