import type { Metrics } from '#server/platform/metrics/index.ts';
import { levelOf } from '#shared/status/service-levels.ts';
import type { LiveMetrics } from './live-options.ts';

/** The platform did not answer the bid, however fast it said so. */
const UNSERVED: readonly string[] = ['held', 'unknown'];

/** Maps the live side's counts to the platform's metrics. */
export function liveMetrics(
  metrics: Pick<Metrics, 'bids' | 'bidAnswerSeconds' | 'liveEvents' | 'serviceLevels'>,
): LiveMetrics {
  // Each label's counter is looked up once: the library's look-up costs more than the count itself.
  const bids = memoized((key: string) => {
    const [kind = '', verdict = ''] = key.split(' ');
    return metrics.bids.labels({ kind, verdict });
  });
  const seconds = memoized((kind: string) => metrics.bidAnswerSeconds.labels({ kind }));
  const levels = memoized((key: string) => {
    const [level = '', result = ''] = key.split(' ');
    return metrics.serviceLevels.labels({ level, result });
  });
  const bidsWithinMs = levelOf('bids').withinMs;
  const joinsWithinMs = levelOf('room-joins').withinMs;
  return {
    answered(kind, verdict, tookMs) {
      bids(`${kind} ${verdict}`).inc();
      seconds(kind).observe(tookMs / 1000);
      levels(tookMs < bidsWithinMs && !UNSERVED.includes(verdict) ? 'bids good' : 'bids bad').inc();
    },
    joined(tookMs) {
      if (tookMs !== null) metrics.liveEvents.inc({ event: 'room-joined' });
      levels(tookMs !== null && tookMs < joinsWithinMs ? 'room-joins good' : 'room-joins bad').inc();
    },
    count: (event, by = 1) => metrics.liveEvents.inc({ event }, by),
  };
}

function memoized<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    let one = made.get(key);
    if (one === undefined) made.set(key, (one = make(key)));
    return one;
  };
}
