import type { Metrics } from '#server/platform/metrics/index.ts';
import type { LiveMetrics } from './live-options.ts';

/** The live side's counts in the platform's metrics. */
export const liveMetrics = (
  metrics: Pick<Metrics, 'bids' | 'bidAnswerSeconds' | 'liveEvents'>,
): LiveMetrics => ({
  answered(kind, verdict, tookMs) {
    metrics.bids.inc({ kind, verdict });
    metrics.bidAnswerSeconds.observe({ kind }, tookMs / 1000);
  },
  count: (event, by = 1) => metrics.liveEvents.inc({ event }, by),
});
