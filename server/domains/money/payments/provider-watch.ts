import type { CallIds, ProviderWatch } from '#server/integrations/payment-providers/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import type { Metrics } from '#server/platform/metrics/index.ts';

/** One line of a kind in so many ms: a flood of forged calls must not become a flood of lines. */
const QUIET_MS = 10_000;

/**
 * Counts and logs the calls of payment providers. Lines carry the ids that are known by then; those of a payment are all written,
 * of others one in ten seconds.
 */
export function watchProviders(
  metrics: Pick<Metrics, 'providerCalls' | 'gatewayAnswers'>,
  logger: Logger,
): (ids: CallIds) => ProviderWatch {
  const lastLine = new Map<string, number>();
  const isQuiet = (line: string): boolean => {
    const before = lastLine.get(line) ?? -Infinity;
    if (performance.now() - before < QUIET_MS) return true;
    lastLine.set(line, performance.now());
    return false;
  };
  return (ids) => ({
    forged(provider, why) {
      metrics.providerCalls.inc({ provider, call: 'forged', result: why });
      if (!isQuiet(`${provider} ${why}`))
        logger.warn({ ...ids, provider, why }, 'a call that is not the provider’s');
    },
    answered(provider, name, result) {
      metrics.gatewayAnswers.setToCurrentTime({ gateway: provider, result: 'good' });
      metrics.providerCalls.inc({ provider, call: name, result });
      const level = result === 'ok' || result === '0' ? 'info' : 'warn';
      if (ids.paymentId !== undefined || !isQuiet(`${provider} ${name} ${result}`))
        logger[level]({ ...ids, provider, call: name, result }, 'answered');
    },
    failed(provider, error) {
      metrics.gatewayAnswers.setToCurrentTime({ gateway: provider, result: 'bad' });
      logger.error({ ...ids, err: error, provider }, 'a provider’s call failed');
    },
  });
}
