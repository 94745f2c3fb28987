import type { AuctionState } from '../state/contract.ts';
import { CommittedFeed } from './feed.ts';
import type { LiveLogger } from './live-options.ts';

/**
 * Calls back with the lot of every committed change, over all partitions, at least once each: for projections that
 * read what changed from PostgreSQL. The auction state must not be shared with another follower. Returns the way to stop.
 */
export function followCommitted(
  state: Pick<AuctionState, 'readCommitted' | 'interruptReadCommitted' | 'partitions'>,
  logger: LiveLogger,
  changed: (lotId: number) => void,
): () => Promise<void> {
  const feed = new CommittedFeed(
    state,
    { message: (_partition, message) => changed(message.lotId), voice: () => undefined },
    logger,
  );
  for (let partition = 0; partition < state.partitions.count; partition += 1) feed.follow(partition);
  return () => feed.stop();
}
