import { fork, type ChildProcess } from 'node:child_process';
import type { ProcessType } from '#server/platform/config/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import { Spare, SPARE_FLAG } from './spare-child.ts';

/** Tells a child that it has a parent and ends with it. */
export const CHILD_FLAG = 'SAVDO_CHILD';

const MOST_RESTARTS = 8;
/** The pause before the first restart of a vital child: until it is back nothing works. */
const URGENT_PAUSE_MS = 10;
/** A child that ran this long is healthy: its restarts are counted from the first again. */
const HEALTHY_MS = 60_000;
const FIRST_PAUSE_MS = 250;
/** People who want to sign in wait for it. */
const LONGEST_PAUSE_MS = 1_500;
const STOP_LIMIT_MS = 6_000;

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

export interface ChildOptions {
  env?: Record<string, string>;
  /** Nothing works without it: the next one is prepared in advance, begins at once, and it is never left down. */
  vital?: boolean;
  /** Called with every message but the first `ready`. */
  onMessage?: (message: unknown) => void;
}

/**
 * Runs one process type as a process of its own. A crash restarts it after 0.25, 0.5, 1, 1.5, 1.5 … s, eight times;
 * then it stays down and says so: the rest of the platform goes on without it. A `vital` one is followed by the spare
 * prepared for it after 0.01, 0.02, 0.04 … s, for ever.
 */
export function startChild(name: ProcessType, logger: Logger, options: ChildOptions = {}): Child {
  const { env = {}, vital = false, onMessage } = options;
  let process_: ChildProcess | null = null;
  let stopping = false;
  let restarts = 0;
  let timer: NodeJS.Timeout | undefined;
  let tellReady: (message: ChildReady) => void;
  const ready = new Promise<ChildReady>((resolve) => {
    tellReady = resolve;
  });

  const forked = (more: Record<string, string>) =>
    fork(process.argv[1] as string, [], {
      execArgv: process.execArgv,
      // The port of health and metrics is the parent's alone.
      env: { ...process.env, ADMIN_PORT: '', ...env, ...more, PROCESSES: name, [CHILD_FLAG]: '1' },
      stdio: 'inherit',
    });
  const prepared = () => logger.info({ child: name }, 'the next process is prepared');
  const spare = vital ? new Spare(() => forked({ [SPARE_FLAG]: '1' }), prepared) : null;

  function start(): void {
    const startedAt = Date.now();
    const child = spare?.take() ?? forked({});
    process_ = child;
    child.on('message', (message) => {
      if (isReady(message)) tellReady(message);
      else onMessage?.(message);
    });
    let over = false;
    const end = (code: number | null, signal: NodeJS.Signals | null): void => {
      if (over) return;
      over = true;
      process_ = null;
      if (stopping) return;
      if (Date.now() - startedAt > HEALTHY_MS) restarts = 0;
      if (restarts >= MOST_RESTARTS && !vital) {
        logger.error({ child: name, code, signal }, 'process keeps failing and is left down');
        return;
      }
      const firstMs = vital ? URGENT_PAUSE_MS : FIRST_PAUSE_MS;
      const pauseMs = Math.min(LONGEST_PAUSE_MS, firstMs * 2 ** restarts);
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
    spare?.prepareSoon();
  }

  start();
  return {
    name,
    ready,
    stop() {
      stopping = true;
      clearTimeout(timer);
      spare?.stop();
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
