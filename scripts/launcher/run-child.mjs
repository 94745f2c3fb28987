import { spawn } from 'node:child_process';
import os from 'node:os';
import { ROOT } from './paths.mjs';
import { onStop, stopHereIfAsked, stopReason } from './stop-request.mjs';
import { say } from './output.mjs';

/**
 * Runs a program in the foreground and resolves with its exit code (128 + number for one ended by a signal).
 * The child leads a process group of its own: it gets one SIGTERM, however often Ctrl-C was pressed;
 * a repeated Ctrl-C after a pause, or `stopLimitMs` without an end, kills the group. Processes the child leaves in its
 * group are ended, too.
 * @param {{file: string, args: string[], env?: object, cwd?: string, stdio?: unknown, record?: object, marker?: string,
 *   ownGroup?: boolean, stopLimitMs?: number}} options
 */
export function runChild({ file, args, env = {}, cwd = ROOT, stdio = 'inherit', ...rest }) {
  const { record, marker, ownGroup = true, stopLimitMs = 30_000 } = rest;
  stopHereIfAsked();
  const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio, detached: ownGroup });
  if (child.pid && record) record.child(child.pid, marker ?? 'node');
  return new Promise((resolve, reject) => {
    let killTimer;
    const kill = (signal, wholeGroup) => signalChild(child.pid, signal, wholeGroup && ownGroup);
    const release = onStop(({ again }) => {
      if (again) {
        say('asked again: ending at once');
        kill('SIGKILL', true);
        return;
      }
      kill('SIGTERM', false);
      killTimer = setTimeout(() => kill('SIGKILL', true), stopLimitMs);
    });
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      release();
      clearTimeout(killTimer);
      if (ownGroup) signalChild(child.pid, 'SIGKILL', true);
      resolve(code ?? 128 + os.constants.signals[signal]);
    });
  });
}

function signalChild(pid, signal, wholeGroup) {
  try {
    process.kill(wholeGroup && process.platform !== 'win32' ? -pid : pid, signal);
  } catch {
    // Not retried: the process has already ended.
  }
}

/** Exit code of a long-running command: a requested, orderly end is a success. */
export const afterOrderlyStop = (code) =>
  stopReason() !== null && (code === 143 || code === 130) ? 0 : code;
