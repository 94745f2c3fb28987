import { openTraces, type Traces } from '#server/platform/tracing/index.ts';
import { readVersion } from '#server/platform/version/index.ts';
import type { Platform } from './platform.ts';

/** Traces of a process type, sent to the end before connections close; null where no collector is named. */
export async function tracesOf(
  { config, logger, shutdown }: Platform,
  type: 'web' | 'journal',
): Promise<Traces | null> {
  const traces = await openTraces(config.traces, {
    service: `savdo-${type}`,
    version: readVersion().version,
    logger,
  });
  if (traces) shutdown.add(`traces of ${type}`, () => traces.close());
  return traces;
}
