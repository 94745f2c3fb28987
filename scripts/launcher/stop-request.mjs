// One place hears that this launcher shall end: Ctrl-C, SIGTERM, a closed terminal, or a parent that is gone.
// npm stands behind a shell that outlives it, so under npm the shell's parent is watched too.
import { parentOf } from './identity.mjs';
import { LauncherProblem } from './talk.mjs';

/** Where the look costs a process of its own it is seldom. */
const PARENT_LOOK_MS = process.platform === 'linux' ? 400 : 3_000;
/** Ctrl-C often arrives twice, from the terminal and from npm; only a later one means impatience. */
const SAME_REQUEST_MS = 1_500;

const listeners = new Set();
let firstAt = 0;
let reason = null;

/** Asks every running child to end; a repetition after a while means at once. */
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

/** The reason once a stop was asked for, else null. */
export const stopReason = () => reason;

/** Between two stages: ends the command when a stop was asked for meanwhile. */
export function stopHereIfAsked() {
  if (reason !== null) throw new StoppedEarly();
}

/** Calls back on each request; returns the function that unsubscribes. `again` is true for an impatient repetition. */
export function onStop(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Not a failure: somebody asked to stop before the command was up. */
export class StoppedEarly extends LauncherProblem {
  constructor() {
    super('stopped before it was up');
  }
}
