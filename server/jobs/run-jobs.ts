import type { Logger } from '#server/platform/logging/index.ts';
import type { Job } from '#server/platform/modules/index.ts';
import { every } from './every.ts';

/** Starts them all, each on its own; returns the way to stop, which waits for rounds under way. */
export function runJobs(jobs: readonly Job[], logger: Logger): () => Promise<void> {
  const stops = jobs.map(({ name, everyMs, run }) => every(everyMs, name, logger, run));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
