import { fork, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Logger } from '#server/platform/logging/index.ts';
import type { InspectionAnswer, InspectionRequest, Outcome } from './inspection.ts';

/** Resident memory of the inspecting process: fifty million pixels of WebP take some 200 MiB. Watched on Linux only. */
const MEMORY_LIMIT_BYTES = 700 * 1024 * 1024;
const MEMORY_LOOK_MS = 150;
/** Without work the process ends and its memory is free. */
const IDLE_MS = 20_000;
const HEAP_MIB = 256;
const PAGE_BYTES = 4_096;

export interface InspectingChild {
  /** One file at a time; never rejects. */
  run(request: InspectionRequest): Promise<Outcome>;
  stop(): Promise<void>;
}

interface Running {
  request: InspectionRequest;
  startedAt: number;
  overLimit: boolean;
  crashes: number;
  settle(outcome: Outcome): void;
}

/**
 * A process that starts with the first file and inspects one after the other. It is ended when a file takes too long or too
 * much memory, which refuses that file; a crash is tried once more.
 */
export function createInspectingChild(
  logger: Logger,
  { limitMs, niceness }: { limitMs: number; niceness: number },
): InspectingChild {
  let child: ChildProcess | null = null;
  let ready = false;
  let running: Running | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let memoryTimer: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    const started = fork(path.join(import.meta.dirname, 'inspecting-process.ts'), [], {
      // A Node.js that reads TypeScript itself needs no loader.
      execArgv: [
        ...(process.features.typescript ? [] : process.execArgv),
        `--max-old-space-size=${HEAP_MIB}`,
      ],
      // Nothing of the platform's secrets.
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    if (started.pid !== undefined) os.setPriority(started.pid, niceness);
    ready = false;
    started.on('message', (answer: InspectionAnswer | 'ready') => {
      if (answer === 'ready') ready = true;
      else if (started === child && answer.id === running?.request.id) settle(answer);
    });
    started.on('error', (error) => ended(started, error.message));
    started.once('exit', (code, signal) => ended(started, `ended with ${signal ?? code}`));
    return started;
  }

  function clearTimers(): void {
    clearTimeout(timer);
    clearInterval(memoryTimer);
  }

  function settle(outcome: Outcome): void {
    const mine = running;
    clearTimers();
    running = null;
    rest();
    mine?.settle(outcome);
  }

  /** An idle child does not hold this process at its end, and is ended after a while. */
  function rest(): void {
    const idle = child;
    if (!idle) return;
    idle.unref();
    idle.channel?.unref();
    timer = setTimeout(() => {
      child = null;
      if (idle.connected) idle.disconnect();
    }, IDLE_MS);
    timer.unref();
  }

  function begin(mine: Running): void {
    clearTimers();
    try {
      child ??= start();
    } catch (error) {
      // Not retried here: there is no memory for a process. The answer is "try again".
      settle({ fault: error instanceof Error ? error.message : String(error), spentMs: 0 });
      return;
    }
    const process = child;
    process.ref();
    process.channel?.ref();
    const end = () => {
      mine.overLimit = true;
      process.kill('SIGKILL');
    };
    timer = setTimeout(end, limitMs);
    memoryTimer = setInterval(() => {
      void memoryOf(process.pid).then((bytes) => {
        if (bytes > MEMORY_LIMIT_BYTES && running === mine) end();
      });
    }, MEMORY_LOOK_MS);
    process.send(mine.request, (error) => {
      if (error) ended(process, error.message);
    });
  }

  function ended(which: ChildProcess, why: string): void {
    if (which !== child) return;
    child = null;
    const mine = running;
    clearTimers();
    if (!mine) return;
    const spentMs = performance.now() - mine.startedAt;
    if (stopped || !ready) {
      settle({ fault: stopped ? 'stopped' : why, spentMs: 0 });
      return;
    }
    logger.warn({ why, overLimit: mine.overLimit }, 'inspecting process ended at a file');
    mine.crashes += 1;
    if (!mine.overLimit && mine.crashes < 2) begin(mine);
    // Twice at the same file, or beyond the limits: it is the file.
    else settle({ refusal: 'files.too-complex', spentMs });
  }

  return {
    run: (request) =>
      new Promise((resolve) => {
        running = { request, startedAt: performance.now(), overLimit: false, crashes: 0, settle: resolve };
        begin(running);
      }),
    async stop() {
      stopped = true;
      clearTimers();
      const last = child;
      if (!last) return;
      const gone = new Promise<void>((resolve) => last.once('exit', () => resolve()));
      last.kill('SIGKILL');
      await gone;
    },
  };
}

/** Resident bytes; 0 where the system does not say or the process is gone. */
async function memoryOf(pid: number | undefined): Promise<number> {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  try {
    const [, resident] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
    return Number(resident) * PAGE_BYTES;
  } catch {
    // Not retried: it has just ended.
    return 0;
  }
}
