import { getPriority, setPriority } from 'node:os';
import type { ProcessType } from '#server/platform/config/index.ts';

/** Niceness of work that people do not wait for. */
const NICENESS = 10;

/**
 * Gives processes that answer people and decide on bids the first turn on a full processor. What runs behind them still has all the time
 * that they leave.
 */
export function giveWay(): void {
  // Asking for more than one has needs rights; a process that was started with a higher niceness has it on purpose.
  if (getPriority() < NICENESS) setPriority(NICENESS);
}

/** A worker beside the web would slow the answers of its own process. */
export const givesWay = (types: readonly ProcessType[]): boolean =>
  types.length === 1 && types[0] === 'worker';
