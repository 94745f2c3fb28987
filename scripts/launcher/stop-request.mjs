// All requests to stop this launcher: Ctrl-C, SIGTERM, a closed terminal, or a parent process that has ended.
// npm runs the launcher through a shell that outlives it, so under npm the shell's parent is watched as well.
import { parentOf } from './process-identity.mjs';
import { LauncherProblem } from './output.mjs';

/** Less often where the check needs a process of its own. */
const PARENT_LOOK_MS = process.platform === 'linux' ? 400 : 3_000;
/** Ctrl-C often arrives twice, from the terminal and from npm; only one after this pause forces the end. */
const SAME_REQUEST_MS = 1_500;

const listeners = new Set();
let firstAt = 0;
let reason = null;

/** Asks every running child to end; a repetition after a pause forces it. */
export function requestStop(cause) {
  const now = Date.now();
  const again = reason !== null;
  if (again && now - firstAt < SAME_REQUEST_MS) return;
  if (!again) {
    reason = cause;
    firstAt = now;
  }
  for (const listener of listeners) listener({ cause, again });
}

/** Starts listening; called once, before anything is started that would need stopping. */
export function watchForStop() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => requestStop(signal));
  const parent = process.ppid;
  const above = process.env.npm_lifecycle_event ? parentOf(parent) : undefined;
  const timer = setInterval(() => {
    if (process.ppid === parent && (above === undefined || parentOf(parent) === above)) return;
    clearInterval(timer);
    requestStop('parent gone');
  }, PARENT_LOOK_MS);
  timer.unref();
}

/** The reason once a stop was requested, else null. */
export const stopReason = () => reason;

/** Between two steps: ends the command when a stop was requested meanwhile. */
export function stopHereIfAsked() {
  if (reason !== null) throw new StoppedEarly();
}

/** Calls back on each request; returns the function that unsubscribes. `again` is true for a repetition that forces the end. */
export function onStop(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Not a failure: a stop was requested before the command was ready. */
export class StoppedEarly extends LauncherProblem {
  constructor() {
    super('stopped before it was up');
  }
}
