import type { ProviderWatch } from '#server/integrations/payment-providers/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import type { Metrics } from '#server/platform/metrics/index.ts';

/** One line of a kind in so many ms: a flood of forged calls must not become a flood of lines. */
const QUIET_MS = 10_000;

/** Counts and logs the calls of payment providers. */
export function watchProviders(metrics: Pick<Metrics, 'providerCalls'>, logger: Logger): ProviderWatch {
  const lastLine = new Map<string, number>();
  const isQuiet = (line: string): boolean => {
    const before = lastLine.get(line) ?? -Infinity;
    if (performance.now() - before < QUIET_MS) return true;
    lastLine.set(line, performance.now());
    return false;
  };
  return {
    forged(provider, why) {
      metrics.providerCalls.inc({ provider, call: 'forged', result: why });
      if (!isQuiet(`${provider} ${why}`)) logger.warn({ provider, why }, 'a call that is not the provider’s');
    },
    answered(provider, name, result) {
      metrics.providerCalls.inc({ provider, call: name, result });
      const level = result === 'ok' || result === '0' ? 'info' : 'warn';
      if (!isQuiet(`${provider} ${name} ${result}`))
        logger[level]({ provider, call: name, result }, 'answered');
    },
    failed: (provider, error) => logger.error({ err: error, provider }, 'a provider’s call failed'),
  };
}
