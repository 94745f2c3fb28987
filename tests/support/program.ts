import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface ProgramOptions {
  env: NodeJS.ProcessEnv;
  args?: readonly string[];
  /** Folder of another release of the project. */
  root?: string;
}

/**
 * Starts a TypeScript program of the project as a process of its own. Node strips the types itself: half the work of a
 * loader, in every start of every test. Both output streams are piped.
 * @param file from the project's root
 * @param options.ipc opens a channel for messages, too
 */
export function startProgram(
  file: string,
  { env, args = [], root = ROOT, ipc = false }: ProgramOptions & { ipc?: boolean },
) {
  const child = spawn(process.execPath, [path.join(root, file), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  });
  // What is asked for in `stdio`; the types only know of fixed lists.
  return child as ChildProcessByStdio<null, Readable, Readable>;
}

/** Runs one to its end. */
export const runProgram = (file: string, { env, args = [] }: ProgramOptions) =>
  spawnSync(process.execPath, [path.join(ROOT, file), ...args], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  });
