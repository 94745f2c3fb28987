import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Clock ticks a second in /proc on Linux. */
const TICKS = 100;

/** CPU time a process has used so far, ms; null where the system does not tell. */
export function cpuMsOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1_000;
  } catch {
    // No /proc on this system, or the process is gone: the figure is left out.
    return null;
  }
}

/** Resident memory of a process in bytes; null where the system does not tell. */
export function residentBytesOf(pid: number): number | null {
  try {
    const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return line ? Number(line[1]) * 1_024 : null;
  } catch {
    // As above.
    return null;
  }
}

/**
 * Memory of a process and all it started, in bytes: what they share counts once (PSS). Null where the system does not tell.
 */
export function proportionalBytesOf(pid: number): { bytes: number; processes: number } | null {
  try {
    const parents = new Map<number, number>();
    for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
      const parent = parentOf(Number(name));
      if (parent !== null) parents.set(Number(name), parent);
    }
    const family = [pid];
    for (const member of family)
      family.push(...[...parents].flatMap(([child, parent]) => (parent === member ? [child] : [])));
    const sizes = family.flatMap((member) => proportionalOf(member) ?? []);
    if (sizes.length === 0) return null;
    return { bytes: sizes.reduce((sum, size) => sum + size), processes: sizes.length };
  } catch {
    // As above.
    return null;
  }
}

/** Null when the process is gone meanwhile. */
function parentOf(pid: number): number | null {
  try {
    const line = /PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return line ? Number(line[1]) : null;
  } catch {
    return null;
  }
}

/** Null when the process is gone meanwhile. */
function proportionalOf(pid: number): number | null {
  try {
    const line = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
    return line ? Number(line[1]) * 1_024 : null;
  } catch {
    return null;
  }
}

/** Who asks a process of its own, and what the process does about it. */
export interface Worker {
  readonly pid: number;
  /** Calls a task of the process by its name; rejects with what the task threw. */
  ask<T>(task: string, details?: object): Promise<T>;
  stop(): Promise<void>;
}

interface Reply {
  id: number;
  result?: unknown;
  error?: string;
}

/** Starts a file of loadtest/ in a process of its own; `flags` are Node's. */
export async function startWorker(
  file: string,
  env: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<Worker> {
  const child = spawn(process.execPath, [...flags, '--import', 'tsx', path.join('loadtest', file)], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
    // A group of its own: Ctrl-C on a terminal is for the process that started it, which ends it in order.
    detached: true,
  });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let next = 0;
  child.on('message', (reply: Reply) => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.error === undefined) asked?.resolve(reply.result);
    else asked?.reject(new Error(`${file}: ${reply.error}`));
  });
  child.once('exit', (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended (${code ?? signal})`));
  });
  const worker: Worker = {
    pid: child.pid ?? 0,
    ask: <T>(task: string, details: object = {}) =>
      new Promise<T>((resolve, reject) => {
        const id = (next += 1);
        waiting.set(id, { resolve: (value) => resolve(value as T), reject });
        child.send({ id, task, details }, (error) => error && reject(error));
      }),
    stop: () => stopChild(child),
  };
  await worker.ask('hello');
  return worker;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** In the process: answers what is asked by these tasks. */
export function serveTasks(tasks: Record<string, (details: never) => unknown>): void {
  const all: Record<string, (details: never) => unknown> = { hello: () => null, ...tasks };
  process.on('message', ({ id, task, details }: { id: number; task: string; details: object }) => {
    Promise.resolve()
      .then(() => all[task]?.(details as never))
      .then(
        (result) => process.send?.({ id, result: result ?? null }),
        // Reported to the caller, who decides.
        (error: unknown) =>
          process.send?.({ id, error: error instanceof Error ? error.stack : String(error) }),
      );
  });
  // The process that started it was killed: no one is left to end it.
  process.once('disconnect', () => process.exit(0));
}
