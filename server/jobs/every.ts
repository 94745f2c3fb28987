import { FailureLog, type Logger } from '#server/platform/logging/index.ts';

/**
 * Repeats work with a pause between its end and its next start, so that it never overlaps itself. A round that fails is
 * logged, those that fail after it once a minute, and the next one tries again. Returns the way to stop, which waits for a
 * round under way.
 */
export function every(
  pauseMs: number,
  name: string,
  logger: Logger,
  work: () => Promise<unknown>,
): () => Promise<void> {
  const failures = new FailureLog(logger, { message: 'rounds succeed again', fields: { work: name } });
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const round = async () => {
    try {
      await work();
      failures.succeeded();
    } catch (error) {
      // Retried by the next round: everything repeated here looks up what is still to do.
      failures.failed({ error, message: 'round failed', fields: { work: name } });
    }
    if (!stopped) timer = setTimeout(start, pauseMs);
  };
  function start() {
    running = round();
  }
  start();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
