import { concludeAuction, type Hammer } from '#server/workflows/index.ts';
import type { AuctionParts } from './auction-parts.ts';
import type { Business } from './business.ts';

/** A hammer that nobody has dealt with for so long has lost its job: a worker died, or a queue was emptied. */
const LOST_AFTER_MS = 10_000;
const BATCH = 50;

/** What follows from a hammer, and looking for hammers nothing has followed from. Both may be repeated. */
export function createConcluding(business: Business, { repository }: Pick<AuctionParts, 'repository'>) {
  const { applications, lotsRepository, protocols, reference, schedule, tasks } = business;
  const conclude = (hammer: Hammer): Promise<void> =>
    concludeAuction(
      {
        lots: lotsRepository,
        reference,
        confirmedPrices: async (lotId) => (await repository.readLot(lotId))?.count ?? 0,
        recordSale: (sale) => protocols.record(sale),
        openTask: (task) => tasks.open(task),
        confirmHandOver: (lotId) => repository.confirmHandOver(lotId),
        openRoom: (lotId) => schedule.openOne(lotId),
        crashAt: applications.crashAt,
      },
      hammer,
    );
  return {
    conclude,

    /** Queues alone are never trusted with a result. */
    async concludeLost(onError: (error: unknown, lotId: number) => void): Promise<void> {
      for (const hammer of await repository.hammersNotHandedOver(LOST_AFTER_MS, BATCH)) {
        try {
          await conclude(hammer);
        } catch (error) {
          // Tried again in the next round; the other lots do not wait for it.
          onError(error, hammer.lotId);
        }
      }
    },
  };
}
