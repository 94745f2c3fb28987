import { every } from '#server/jobs/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';

const AGAIN_MS = 1_000;

/**
 * Reads the lists of lots at the start, before people are sent here, and tries again until that has worked once. Who
 * comes earlier is answered all the same, only slower.
 */
export function readLists(
  prepare: () => Promise<void>,
  logger: Logger,
): { ready(): boolean; stop(): Promise<void> } {
  let ready = false;
  const stop = every(AGAIN_MS, 'reading of lots', logger, async () => {
    if (ready) return;
    await prepare();
    ready = true;
  });
  return { ready: () => ready, stop };
}
