import os from 'node:os';
import type { Logger } from '#server/platform/logging/index.ts';
import { createInspectingChild, type InspectingChild } from './inspecting-child.ts';
import type { Inspected, InspectionRequest } from './inspection.ts';
import { Refused } from './inspection.ts';

/** For one file, from the moment a process has it. What reads documents has bounds of its own, far below. */
const LIMIT_MS = 30_000;
/** Processes: two also on a small machine, so that one sender never holds all, and few beside what answers bids. */
const [LEAST, MOST] = [2, 4];
/** Behind everything that answers bids. Not in a test: with a tenth of a busy machine it reaches its limit of time. */
const NICENESS = process.env.NODE_ENV === 'test' ? 0 : 10;

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
   * @param spent called once with the milliseconds that the file took, whatever became of it
   */
  inspect(
    file: Omit<InspectionRequest, 'id'>,
    sender: string,
    spent?: (ms: number) => void,
  ): Promise<Inspected>;
  /** Files waiting or being inspected. */
  readonly pending: number;
  stop(): Promise<void>;
}

export interface InspectorLimits {
  limitMs?: number;
  /** Processes at once. */
  count?: number;
  niceness?: number;
}

interface Turn {
  sender: string;
  request: InspectionRequest;
  spent(ms: number): void;
  resolve(found: Inspected): void;
  reject(error: Error): void;
}

/**
 * Inspects files in a few child processes that start when there is work. A sender of many slow files waits for them and has
 * all processes but one at most; others wait for one of them.
 */
export function createInspector(logger: Logger, limits: InspectorLimits = {}): Inspector {
  const { limitMs = LIMIT_MS, niceness = NICENESS } = limits;
  const count = limits.count ?? Math.min(MOST, Math.max(LEAST, os.availableParallelism()));
  const children = Array.from({ length: count }, () => createInspectingChild(logger, { limitMs, niceness }));
  const free = [...children];
  const mostEach = Math.max(1, count - 1);
  const waiting: Turn[] = [];
  const running: Turn[] = [];
  /** When each sender had the last turn, while any wait; of a clock that counts turns. */
  const lastTurns = new Map<string, number>();
  let turns = 0;
  let stopped = false;
  let lastId = 0;

  function next(): void {
    if (stopped) return;
    for (let child = free.pop(); child; child = free.pop()) {
      const turn = longestWithoutTurn();
      if (!turn) {
        free.push(child);
        return;
      }
      running.push(turn);
      void inspect(turn, child);
    }
  }

  function longestWithoutTurn(): Turn | undefined {
    const may = waiting.filter(
      ({ sender }) => running.filter((turn) => turn.sender === sender).length < mostEach,
    );
    const lastOf = ({ sender }: Turn): number => lastTurns.get(sender) ?? 0;
    const least = Math.min(...may.map(lastOf));
    const turn = may.find((each) => lastOf(each) === least);
    if (!turn) return undefined;
    waiting.splice(waiting.indexOf(turn), 1);
    turns += 1;
    lastTurns.set(turn.sender, turns);
    return turn;
  }

  async function inspect(turn: Turn, child: InspectingChild): Promise<void> {
    const outcome = await child.run(turn.request);
    running.splice(running.indexOf(turn), 1);
    free.push(child);
    turn.spent(outcome.spentMs);
    if ('found' in outcome) turn.resolve(outcome.found);
    else if ('refusal' in outcome) turn.reject(new Refused(outcome.refusal));
    else turn.reject(new InspectorAway(outcome.fault));
    if (waiting.length + running.length === 0) lastTurns.clear();
    next();
  }

  return {
    inspect: (file, sender, spent = () => undefined) =>
      new Promise((resolve, reject) => {
        if (stopped) {
          reject(new InspectorAway('stopped'));
          return;
        }
        lastId += 1;
        waiting.push({ sender, request: { ...file, id: lastId }, spent, resolve, reject });
        next();
      }),
    get pending() {
      return waiting.length + running.length;
    },
    async stop() {
      stopped = true;
      for (const turn of waiting.splice(0)) turn.reject(new InspectorAway('stopped'));
      await Promise.all(children.map((child) => child.stop()));
    },
  };
}
