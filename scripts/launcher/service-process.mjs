import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { freePort, waitForPort } from './ports.mjs';
import { givingUp, restartPlan } from './restarts.mjs';
import { LauncherProblem, say } from './output.mjs';

const STOP_LIMIT_MS = 10_000;
const ATTEMPTS = 3;

/**
 * Starts a service on a free port and waits until it answers. It has its own session, so that Ctrl-C in the terminal
 * reaches the server first and the services only through `stop`. With `onGivenUp` it is supervised: when it ends
 * unexpectedly it is restarted on the same port, and `onGivenUp` gets the reason when it fails repeatedly.
 * @param {{name: string, label?: string, logFile: string, stopSignal: string, record: object, prepare?: () => void,
 *   command: (port: number) => {file: string, args: string[], env: object}, onGivenUp?: (reason: string) => void}} service
 *   `name` is a word of its command line, `prepare` runs before each start
 * @returns {Promise<{name: string, port: number, stop: () => Promise<void>}>}
 */
export async function startService(service) {
  const { name } = service;
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const started = begin(service, port);
    try {
      await started.answers;
      return { name, port, stop: supervise(service, port, started.child) };
    } catch (error) {
      await stopChild(started.child, 'SIGKILL');
      // The port may be taken between the check and the service's bind: retried twice.
      if (attempt >= ATTEMPTS) throw new LauncherProblem(`${name} does not start: ${error.message}`);
    }
  }
}

/** One process of the service; `answers` rejects when it ends before it answers. */
function begin({ name, logFile, stopSignal, record, prepare, command }, port) {
  prepare?.();
  const { file, args, env } = command(port);
  const log = openSync(logFile, 'a');
  const child = spawn(file, args, { env, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  const failed = new Promise((_, reject) => child.once('error', reject));
  if (child.pid) record.child(child.pid, name, stopSignal);
  return { child, answers: Promise.race([waitForPort(port, child, logFile), failed]) };
}

/** Restarts the service whenever it ends unexpectedly; returns the stop function. */
function supervise(service, port, first) {
  const { name, label = name, logFile, stopSignal, onGivenUp } = service;
  const plan = restartPlan();
  let child = first;
  let startedAt = performance.now();
  let stopping = false;
  let wake = () => {};
  let restarting = Promise.resolve();

  const pause = (ms) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const watch = () => {
    const ended = (code, signal) => {
      if (!stopping) restarting = restart(`ended by itself (${signal ?? `exit code ${code}`})`);
    };
    if (isRunning(child)) child.once('exit', ended);
    else ended(child.exitCode, child.signalCode);
  };
  async function restart(cause) {
    for (let reason = cause; !stopping;) {
      const pauseMs = plan.next(performance.now() - startedAt);
      if (pauseMs === null) {
        onGivenUp(`${givingUp(label)}; its log is ${logFile}`);
        return;
      }
      say(`${label} ${reason}; starting it again in ${pauseMs} ms`);
      await pause(pauseMs);
      if (stopping) return;
      startedAt = performance.now();
      try {
        const again = begin(service, port);
        child = again.child;
        await again.answers;
        say(`${label} is back on port ${port}`);
        watch();
        return;
      } catch (error) {
        // Retried with a longer pause, up to the plan's limit: its port or files may still be held by the ended process.
        reason = `did not start (${error.message})`;
        await stopChild(child, 'SIGKILL');
      }
    }
  }

  if (onGivenUp) watch();
  return async () => {
    stopping = true;
    wake();
    await stopChild(child, stopSignal);
    await restarting;
  };
}

const isRunning = (child) => child.pid && child.exitCode === null && child.signalCode === null;

/** Ends a child: the given signal, then SIGKILL after the limit. Resolves when it has ended. */
function stopChild(child, signal, limitMs = STOP_LIMIT_MS) {
  if (!isRunning(child)) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill(signal);
  });
}
