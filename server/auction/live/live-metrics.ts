import type { Metrics } from '#server/platform/metrics/index.ts';
import type { LiveMetrics } from './live-options.ts';

/** Maps the live side's counts to the platform's metrics. */
export function liveMetrics(metrics: Pick<Metrics, 'bids' | 'bidAnswerSeconds' | 'liveEvents'>): LiveMetrics {
  // Each label's counter is looked up once: the library's look-up costs more than the count itself.
  const bids = memoized((key: string) => {
    const [kind = '', verdict = ''] = key.split(' ');
    return metrics.bids.labels({ kind, verdict });
  });
  const seconds = memoized((kind: string) => metrics.bidAnswerSeconds.labels({ kind }));
  return {
    answered(kind, verdict, tookMs) {
      bids(`${kind} ${verdict}`).inc();
      seconds(kind).observe(tookMs / 1000);
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
