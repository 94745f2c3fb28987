import { fork, type ChildProcess } from 'node:child_process';
import type { ProcessType } from '#server/platform/config/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';

/** Tells a child that it has a parent and ends with it. */
export const CHILD_FLAG = 'SAVDO_CHILD';

const MOST_RESTARTS = 8;
/** A child that ran this long is healthy: its restarts are counted from the first again. */
const HEALTHY_MS = 60_000;
const FIRST_PAUSE_MS = 250;
/** People who want to sign in wait for it. */
const LONGEST_PAUSE_MS = 1_500;
const STOP_LIMIT_MS = 6_000;
/** MiB of young objects. Children serve few people, and need less memory with a small part for those. */
const SMALL_YOUNG_GENERATION = '--max-semi-space-size=2';

export interface Child {
  name: ProcessType;
  /** The first message of the child: it works now. Never settles when it never gets there. */
  ready: Promise<ChildReady>;
  stop(): Promise<void>;
}

interface ChildReady {
  ready: ProcessType;
  /** Lines for the box that is printed at start. */
  lines: string[];
}

const isReady = (message: unknown): message is ChildReady =>
  typeof message === 'object' && message !== null && 'ready' in message && 'lines' in message;

/**
 * Runs one process type as a process of its own. A crash restarts it after 0.25, 0.5, 1, 1.5, 1.5 … s, eight times;
 * then it stays down and says so: the rest of the platform goes on without it.
 * @param env beside this process's own
 */
export function startChild(name: ProcessType, logger: Logger, env: Record<string, string>): Child {
  let process_: ChildProcess | null = null;
  let stopping = false;
  let restarts = 0;
  let timer: NodeJS.Timeout | undefined;
  let tellReady: (message: ChildReady) => void;
  const ready = new Promise<ChildReady>((resolve) => {
    tellReady = resolve;
  });

  function start(): void {
    const startedAt = Date.now();
    const child = fork(process.argv[1] as string, [], {
      execArgv: [...process.execArgv, SMALL_YOUNG_GENERATION],
      // The port of health and metrics is the parent's alone.
      env: { ...process.env, ADMIN_PORT: '', ...env, PROCESSES: name, [CHILD_FLAG]: '1' },
      stdio: 'inherit',
    });
    process_ = child;
    child.on('message', (message) => {
      if (isReady(message)) tellReady(message);
    });
    let over = false;
    const end = (code: number | null, signal: NodeJS.Signals | null): void => {
      if (over) return;
      over = true;
      process_ = null;
      if (stopping) return;
      if (Date.now() - startedAt > HEALTHY_MS) restarts = 0;
      if (restarts >= MOST_RESTARTS) {
        logger.error({ child: name, code, signal }, 'process keeps failing and is left down');
        return;
      }
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** restarts);
      restarts += 1;
      logger.warn({ child: name, code, signal, pauseMs }, 'process ended by itself, starting it again');
      timer = setTimeout(start, pauseMs);
    };
    child.once('exit', end);
    child.on('error', (err) => {
      logger.warn({ child: name, err }, 'process not reached');
      // It was never started, and no exit follows: for want of memory, or of processes.
      if (child.pid === undefined) end(null, null);
    });
  }

  start();
  return {
    name,
    ready,
    stop() {
      stopping = true;
      clearTimeout(timer);
      const child = process_;
      if (!child) return Promise.resolve();
      return new Promise((resolve) => {
        const kill = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
        child.once('exit', () => {
          clearTimeout(kill);
          resolve();
        });
        child.kill('SIGTERM');
      });
    },
  };
}

/** In a child: tells the parent that it works, with lines for the box. Alone, it prints them. */
export function reportReady(name: ProcessType, lines: string[] = []): void {
  if (process.send && process.env[CHILD_FLAG]) process.send({ ready: name, lines } satisfies ChildReady);
  else for (const line of lines) process.stdout.write(`${line}\n`);
}
