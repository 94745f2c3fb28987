import type { Base } from '#server/platform/modules/index.ts';
import { createAuctionState } from './state/auction-state.ts';
import type { AuctionState } from './state/contract.ts';

/** A start waits this long for the server, then continues without it. */
const READY_MS = 3_000;

/** A connection of its own to the auction Redis: a process type never shares one, so none can starve another. */
export async function openAuctionState(
  { config, logger, shutdown }: Pick<Base, 'config' | 'logger' | 'shutdown'>,
  name: string,
): Promise<AuctionState> {
  const state = createAuctionState({
    url: config.auctionRedisUrl,
    cluster: config.auctionRedisCluster,
    namespace: config.redisNamespace,
    partitions: config.partitions,
  });
  shutdown.add(`auction redis of ${name}`, () => state.disconnect());
  try {
    await state.ready(READY_MS);
  } catch (error) {
    // The connection reconnects by itself; until then calls reject and /readyz names what is away.
    logger.warn({ err: error, for: name }, 'auction redis is not there yet');
  }
  return state;
}
