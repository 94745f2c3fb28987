// What ends by itself is started again: soon at first, then less eagerly, and not for ever.
import { onStop, stopReason } from './stop-request.mjs';
import { say } from './talk.mjs';

/** Whatever ran this long had started well: its next end counts as the first one. */
export const HEALTHY_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_500;
const MOST_IN_A_ROW = 8;

/** Counts quick ends: the pause before the next start in ms, or null when there have been too many. */
export function restartPlan() {
  let inARow = 0;
  return {
    next(livedMs) {
      inARow = livedMs >= HEALTHY_MS ? 1 : inARow + 1;
      return inARow > MOST_IN_A_ROW ? null : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (inARow - 1));
    },
  };
}

/** The sentence for something that will not stay up. */
export const givingUp = (label) =>
  `${label} ended ${MOST_IN_A_ROW + 1} times within ${HEALTHY_MS / 1_000} s of its start: giving up`;

/**
 * Runs a program again whenever it ends by itself, until a stop is asked for or it keeps failing. A first start that
 * fails soon is not repeated: it has said which setting or port is wrong.
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

/** Resolves after the pause, or as soon as a stop is asked for. */
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
