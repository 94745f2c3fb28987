import { createProtestsRepository } from '#server/domains/trade/protests/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { SalesClock } from '../selling/sales-clock.ts';
import { createRound, type RoundError } from '../retrying-sweep.ts';
import type { ProtestSteps } from './protest-steps.ts';

/** Protests found in one query of a round. */
const BATCH = 100;

export interface EndProtestPauseDeps {
  db: AnyDb;
  steps: ProtestSteps;
  clock: SalesClock;
}

/**
 * Protests stop the sale of a lot for a few working days only: friends of a winner would put off the payment with them. They stay open,
 * and what follows the payment goes on waiting for them.
 */
export function createEndProtestPause({ db, steps, clock }: EndProtestPauseDeps) {
  const round = createRound();

  /** Ends the pause of the lot when its time is over; otherwise changes nothing. */
  const end = (protestId: number) =>
    steps.inHand(protestId, async ({ tx, protests, row, rules }) => {
      const { lot_id: lotId } = row;
      if (!(await protests.hasPausing(lotId))) return;
      const until = await protests.stopsUntil(lotId);
      if (!until || until > (await protests.now())) return;
      await protests.stopPausing(lotId);
      await clock.resume(tx, await steps.lotOf(tx, lotId), rules, `protest:${row.id}`);
      await protests.over(lotId);
    });

  return {
    /** Every lot whose sale was stopped for long enough; one that fails does not hold up the others, and is tried again. */
    async all(onError: RoundError): Promise<void> {
      const page = (after: number) => createProtestsRepository(db).pausingTooLong(after, BATCH);
      await round.run({ page, work: end, onError });
    },
  };
}
