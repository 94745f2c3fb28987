import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { freePort, waitForPort } from './ports.mjs';
import { LauncherProblem } from './talk.mjs';

const STOP_LIMIT_MS = 10_000;
const ATTEMPTS = 3;

/**
 * Starts a service on a free port and waits until it answers. It stands in a session of its own, so Ctrl-C in the
 * terminal reaches the server first and the services only through `stop`.
 * @param {{name: string, logFile: string, stopSignal: string, record: object,
 *   command: (port: number) => {file: string, args: string[], env: object}}} service
 * @returns {Promise<{name: string, port: number, pid: number, stop: () => Promise<void>}>}
 */
export async function startService({ name, logFile, stopSignal, record, command }) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const { file, args, env } = command(port);
    const log = openSync(logFile, 'a');
    const child = spawn(file, args, { env, detached: true, stdio: ['ignore', log, log] });
    closeSync(log);
    const failed = new Promise((_, reject) => child.once('error', reject));
    if (child.pid) record.child(child.pid, name, stopSignal);
    try {
      await Promise.race([waitForPort(port, child, logFile), failed]);
      return { name, port, pid: child.pid, stop: () => stopChild(child, stopSignal) };
    } catch (error) {
      await stopChild(child, 'SIGKILL');
      // The port may have been taken between our look and the service's own bind: two more tries, then the truth.
      if (attempt >= ATTEMPTS) throw new LauncherProblem(`${name} does not start: ${error.message}`);
    }
  }
}

/** Ends a child: the given signal, and SIGKILL for one that does not listen. Resolves when it is gone. */
export function stopChild(child, signal, limitMs = STOP_LIMIT_MS) {
  if (!child.pid || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill(signal);
  });
}
