import type { AuctionState } from '../state/contract.ts';
import { CommittedFeed } from './committed-feed.ts';
import type { LiveLogger } from './live-options.ts';

/**
 * Calls back with the lot of every committed change, over all partitions, at least once each: for projections that read
 * the change from PostgreSQL. The auction state must not be shared with another follower. Returns the stop function.
 */
export function followCommitted(
  state: Pick<AuctionState, 'readCommitted' | 'interruptReadCommitted' | 'newestCommitted' | 'partitions'>,
  logger: LiveLogger,
  changed: (lotId: number) => void,
): () => Promise<void> {
  const feed = new CommittedFeed(
    state,
    { message: (_partition, message) => changed(message.lotId), healthChanged: () => undefined },
    logger,
  );
  for (let partition = 0; partition < state.partitions.count; partition += 1) feed.followFromStart(partition);
  return () => feed.stop();
}
