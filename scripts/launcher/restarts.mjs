// Restarts a program that ends unexpectedly: with growing pauses, and a limit of attempts.
import { onStop, stopReason } from './stop-request.mjs';
import { say } from './output.mjs';

/** A program that ran this long started successfully: its next end counts as the first. */
const HEALTHY_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_500;
const MOST_IN_A_ROW = 8;

/** Counts quick ends; gives the pause before the next start in ms, or null after too many. */
export function restartPlan() {
  let inARow = 0;
  return {
    next(livedMs) {
      inARow = livedMs >= HEALTHY_MS ? 1 : inARow + 1;
      return inARow > MOST_IN_A_ROW ? null : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (inARow - 1));
    },
  };
}

/** The message for a program that ends repeatedly. */
export const givingUp = (label) =>
  `${label} ended ${MOST_IN_A_ROW + 1} times within ${HEALTHY_MS / 1_000} s of its start: giving up`;

/**
 * Restarts a program whenever it ends unexpectedly, until a stop is requested or it fails repeatedly. A first start that
 * fails quickly is not repeated: it has reported which setting or port is wrong.
 * @param {string} label as people read it
 * @param {() => Promise<number>} run resolves with the exit code, 128 + number for one ended by a signal
 * @returns {Promise<number>} its last exit code
 */
export async function runAgainAfterFaults(label, run) {
  const plan = restartPlan();
  for (let first = true; ; first = false) {
    const startedAt = performance.now();
    const code = await run();
    if (code === 0 || stopReason() !== null) return code;
    const livedMs = performance.now() - startedAt;
    if (first && code < 128 && livedMs < HEALTHY_MS) return code;
    const pauseMs = plan.next(livedMs);
    if (pauseMs === null) {
      say(givingUp(label));
      return code;
    }
    say(`${label} ended by itself (exit code ${code}); starting it again in ${pauseMs} ms`);
    await pauseUnlessStopped(pauseMs);
    if (stopReason() !== null) return 0;
  }
}

/** Resolves after the pause, or as soon as a stop is requested. */
function pauseUnlessStopped(pauseMs) {
  return new Promise((resolve) => {
    const release = onStop(() => done());
    const timer = setTimeout(() => done(), pauseMs);
    const done = () => {
      clearTimeout(timer);
      release();
      resolve();
    };
  });
}
