import { AUCTION_EVENTS } from '#server/auction/index.ts';
import type { EventListeners } from '#server/jobs/index.ts';
import { concludeAuction, type Hammer } from '#server/workflows/index.ts';
import type { AuctionParts } from './auction-parts.ts';
import type { Business } from './business.ts';

/** Who listens to which committed event. A topic without a listener is a fact nobody needs yet. */
export function eventListeners(
  business: Business,
  auction: Pick<AuctionParts, 'repository'>,
): EventListeners {
  const { lotsRepository, protocols, reference, schedule } = business;
  return {
    [AUCTION_EVENTS.hammer]: [
      {
        name: 'conclude-auction',
        handle: (payload) =>
          concludeAuction(
            {
              lots: lotsRepository,
              reference,
              confirmedPrices: async (lotId) => (await auction.repository.readLot(lotId))?.count ?? 0,
              recordSale: (sale) => protocols.record(sale),
              confirmHandOver: (lotId) => auction.repository.confirmHandOver(lotId),
              openRoom: (lotId) => schedule.openOne(lotId),
            },
            payload.entry as Hammer,
          ),
      },
    ],
  };
}
