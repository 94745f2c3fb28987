import { AUCTION_EVENTS, type AuctionLogRepository } from '#server/auction/index.ts';
import type { LotsRepository, LotWithdrawals } from '#server/domains/trade/lots/index.ts';
import type { ProtocolsService } from '#server/domains/trade/protocols/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { defineModule } from '#server/platform/modules/index.ts';
import type { Hammer } from './after-hammer.ts';
import { concludeAuction } from './conclude-auction.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import type { OfferLot } from './make-second-offer.ts';
import type { OpenSettlement } from './open-settlement.ts';
import type { ReleaseDeposits } from './release-deposits.ts';

/** A hammer without consequences for so long has lost its job: a worker died, or a queue was emptied. */
const LOST_AFTER_MS = 10_000;
const BATCH = 50;
const FIND_LOST_MS = 5_000;

interface ConcludeNeeds {
  auctionLog: AuctionLogRepository;
  lotsRepository: LotsRepository;
  lotWithdrawals: Pick<LotWithdrawals, 'closedByCustomer'>;
  reference: ReferenceService;
  protocols: Pick<ProtocolsService, 'record'>;
  tasks: Pick<StaffTasksService, 'open'>;
  opening: Pick<OpenSettlement, 'ofHammer'>;
  offering: Pick<OfferLot, 'afterHammer'>;
  deposits: Pick<ReleaseDeposits, 'ofLot'>;
  openRoom: (lotId: number) => Promise<void>;
  atStep: WorkflowCrashPoint;
}

/** What follows from a hammer, and the search for hammers from which nothing has followed. Both may be repeated. */
export const concludeAuctionModule = defineModule({
  name: 'conclude-auction',
  create: ({ auctionLog, lotsRepository, lotWithdrawals, reference, ...needs }: ConcludeNeeds) => ({
    conclude: (hammer: Hammer): Promise<void> =>
      concludeAuction(
        {
          lots: lotsRepository,
          reference,
          closedByCustomer: (lotId, reason) => lotWithdrawals.closedByCustomer(lotId, reason),
          confirmedPrices: async (lotId) => (await auctionLog.readLot(lotId))?.count ?? 0,
          recordOutcome: (outcome) => needs.protocols.record(outcome),
          openSettlement: (lotId) => needs.opening.ofHammer(lotId),
          makeSecondOffer: (lotId) => needs.offering.afterHammer(lotId),
          openTask: (task) => needs.tasks.open(task),
          confirmHandOver: (lotId) => auctionLog.confirmHandOver(lotId),
          openRoom: needs.openRoom,
          crashAt: needs.atStep,
        },
        hammer,
      ),
  }),
  listeners: ({ conclude, deposits }) => ({
    [AUCTION_EVENTS.hammer]: [
      { name: 'conclude-auction', handle: ({ entry }) => conclude(entry as Hammer) },
      {
        name: 'release-deposits',
        handle: async ({ entry }) => {
          await deposits.ofLot((entry as Hammer).lotId);
        },
      },
    ],
  }),
  jobs: ({ auctionLog, conclude }, log) => [
    {
      // Queues alone are never trusted with a result.
      name: 'conclude lost auctions',
      everyMs: FIND_LOST_MS,
      async run() {
        for (const hammer of await auctionLog.hammersNotHandedOver(LOST_AFTER_MS, BATCH)) {
          try {
            await conclude(hammer);
          } catch (error) {
            // Tried again in the next round; the other lots do not wait for it.
            log.warn({ err: error, lotId: hammer.lotId }, 'lot not concluded yet');
          }
        }
      },
    },
  ],
});
