import { fork, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Logger } from '#server/platform/logging/index.ts';
import type { Inspected, InspectionAnswer, InspectionRequest } from './inspection.ts';
import { Refused } from './inspection.ts';

/** For one file, from the moment a process has it. */
const LIMIT_MS = 30_000;
/** Resident memory of the inspecting process: fifty million pixels of WebP take some 200 MiB. Watched on Linux only. */
const MEMORY_LIMIT_BYTES = 700 * 1024 * 1024;
const MEMORY_LOOK_MS = 150;
/** Without work the process ends and its memory is free. */
const IDLE_MS = 20_000;
const HEAP_MIB = 256;
/** Behind everything that answers bids. Not in a test: with a tenth of a busy machine it reaches its limit of time. */
const NICENESS = process.env.NODE_ENV === 'test' ? 0 : 10;
const PAGE_BYTES = 4_096;

/** Stopped, or could not start: nothing is known about the file. */
export class InspectorAway extends Error {
  constructor(reason: string) {
    super(`inspection: ${reason}`);
    this.name = 'InspectorAway';
  }
}

export interface Inspector {
  /**
   * Waits for its turn; senders take turns, however many files each has. @throws Refused, InspectorAway
   */
  inspect(file: Omit<InspectionRequest, 'id'>, sender: string): Promise<Inspected>;
  /** Files waiting or being inspected. */
  readonly pending: number;
  stop(): Promise<void>;
}

interface Turn {
  sender: string;
  request: InspectionRequest;
  resolve(found: Inspected): void;
  reject(error: Error): void;
}

/**
 * Inspects files one after the other in a child process that starts with the first one. It is ended when a file takes too
 * long or too much memory, which refuses that file; a crash is tried once more. A sender of many slow files waits for
 * them, others wait for one of them.
 */
export function createInspector(logger: Logger, limits: { limitMs?: number } = {}): Inspector {
  const limitMs = limits.limitMs ?? LIMIT_MS;
  const waiting: Turn[] = [];
  /** When each sender had the last turn, while any wait; of a clock that counts turns. */
  const lastTurns = new Map<string, number>();
  let turns = 0;
  let child: ChildProcess | null = null;
  let current: Turn | null = null;
  let crashes = 0;
  let stopped = false;
  let lastId = 0;
  let timer: NodeJS.Timeout | undefined;
  let memoryTimer: NodeJS.Timeout | undefined;
  let overLimit = false;
  let ready = false;

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
    if (started.pid !== undefined) os.setPriority(started.pid, NICENESS);
    ready = false;
    started.on('message', (answer: InspectionAnswer | 'ready') => {
      if (answer === 'ready') ready = true;
      else settle(started, answer);
    });
    started.on('error', (error) => ended(started, error.message));
    started.once('exit', (code, signal) => ended(started, `ended with ${signal ?? code}`));
    return started;
  }

  function clearTimers(): void {
    clearTimeout(timer);
    clearInterval(memoryTimer);
  }

  function next(): void {
    if (current || stopped) return;
    clearTimers();
    current = longestWithoutTurn();
    if (current) begin(current);
    else rest();
  }

  function longestWithoutTurn(): Turn | null {
    const lastOf = ({ sender }: Turn): number => lastTurns.get(sender) ?? 0;
    const least = Math.min(...waiting.map(lastOf));
    const [turn = null] = waiting.splice(
      waiting.findIndex((each) => lastOf(each) === least),
      1,
    );
    turns += 1;
    if (turn) lastTurns.set(turn.sender, turns);
    else lastTurns.clear();
    return turn;
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

  function begin(turn: Turn): void {
    try {
      child ??= start();
    } catch (error) {
      // Not retried here: there is no memory for a process. The answer is "try again".
      current = null;
      turn.reject(new InspectorAway(error instanceof Error ? error.message : String(error)));
      next();
      return;
    }
    const mine = child;
    mine.ref();
    mine.channel?.ref();
    overLimit = false;
    const end = () => {
      overLimit = true;
      mine.kill('SIGKILL');
    };
    timer = setTimeout(end, limitMs);
    memoryTimer = setInterval(() => {
      void memoryOf(mine.pid).then((bytes) => {
        if (bytes > MEMORY_LIMIT_BYTES && current === turn) end();
      });
    }, MEMORY_LOOK_MS);
    mine.send(turn.request, (error) => {
      if (error) ended(mine, error.message);
    });
  }

  function settle(from: ChildProcess, answer: InspectionAnswer): void {
    if (from !== child || answer.id !== current?.request.id) return;
    const turn = current;
    clearTimers();
    current = null;
    crashes = 0;
    if ('found' in answer) turn.resolve(answer.found);
    else if ('refusal' in answer) turn.reject(new Refused(answer.refusal));
    else turn.reject(new InspectorAway(answer.fault));
    next();
  }

  function ended(which: ChildProcess, why: string): void {
    if (which !== child) return;
    child = null;
    const turn = current;
    clearTimers();
    if (!turn) return;
    if (stopped || !ready) {
      current = null;
      turn.reject(new InspectorAway(stopped ? 'stopped' : why));
      next();
      return;
    }
    logger.warn({ why, overLimit }, 'inspecting process ended at a file');
    crashes += 1;
    if (!overLimit && crashes < 2) {
      begin(turn);
      return;
    }
    current = null;
    crashes = 0;
    // Twice at the same file, or beyond the limits: it is the file.
    turn.reject(new Refused('files.too-complex'));
    next();
  }

  return {
    inspect: (file, sender) =>
      new Promise((resolve, reject) => {
        if (stopped) {
          reject(new InspectorAway('stopped'));
          return;
        }
        lastId += 1;
        waiting.push({ sender, request: { ...file, id: lastId }, resolve, reject });
        next();
      }),
    get pending() {
      return waiting.length + (current ? 1 : 0);
    },
    async stop() {
      stopped = true;
      for (const turn of waiting.splice(0)) turn.reject(new InspectorAway('stopped'));
      clearTimers();
      const running = child;
      if (!running) return;
      const gone = new Promise<void>((resolve) => running.once('exit', () => resolve()));
      running.kill('SIGKILL');
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
