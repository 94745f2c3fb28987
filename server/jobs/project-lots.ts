import { followCommitted, type AuctionService, type AuctionState } from '#server/auction/index.ts';
import {
  createLotProjection,
  type LotProjection,
  type LotsRepository,
} from '#server/domains/trade/lots/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';

/**
 * Updates lots in the lists from what their rooms have committed.
 * @param feed a connection of its own: it waits in blocking reads
 */
export const projectLots = (
  feed: AuctionState,
  { lotsRepository, auction }: { lotsRepository: LotsRepository; auction: Pick<AuctionService, 'heads'> },
  logger: Logger,
): LotProjection =>
  createLotProjection({
    lots: lotsRepository,
    follow: (changed) => followCommitted(feed, logger, changed),
    heads: (lotIds) => auction.heads(lotIds),
    onError: (error) => logger.warn({ err: error }, 'lot projection'),
  });
