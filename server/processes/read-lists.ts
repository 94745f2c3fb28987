import { setTimeout as pause } from 'node:timers/promises';
import type { LotsService } from '#server/domains/trade/lots/index.ts';
import { every } from '#server/jobs/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';

const AGAIN_MS = 1_000;

interface ListsRead {
  /** The lists and the cards of the newest lots on trade are in memory. */
  ready(): boolean;
  /** So are those of the others, and of lots that ended last. */
  complete(): boolean;
  stop(): Promise<void>;
}

/**
 * Reads the lists of lots at the start, before people are sent here, and tries again until that has worked once; then
 * further cards, at half speed beside the requests. Who comes earlier is answered all the same, only slower.
 */
export function readLists(lots: Pick<LotsService, 'prepare' | 'prepareRest'>, logger: Logger): ListsRead {
  let ready = false;
  let complete = false;
  let stopping = false;
  async function readRest(): Promise<void> {
    let from = performance.now();
    for await (const _ of lots.prepareRest()) {
      if (stopping) return;
      await pause(performance.now() - from);
      from = performance.now();
    }
    complete = true;
  }
  const stop = every(AGAIN_MS, 'reading of lots', logger, async () => {
    if (!ready) await lots.prepare();
    ready = true;
    if (!complete) await readRest();
  });
  return {
    ready: () => ready,
    complete: () => complete,
    stop() {
      stopping = true;
      return stop();
    },
  };
}
