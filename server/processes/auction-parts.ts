import {
  createAuctionLogRepository,
  createAuctionState,
  type AuctionLogRepository,
  type AuctionState,
} from '#server/auction/index.ts';
import type { Platform } from './platform.ts';

/** What every process that touches rooms stands on. */
export interface AuctionParts {
  state: AuctionState;
  repository: AuctionLogRepository;
}

/** A start waits this long for the server, then goes on without it. */
const READY_MS = 3_000;

/** A connection of its own to the auction Redis: a process type never shares one, so none can starve another. */
export async function openAuctionState(platform: Platform, name: string): Promise<AuctionState> {
  const { config, logger, shutdown } = platform;
  const state = createAuctionState({
    url: config.auctionRedisUrl,
    cluster: config.auctionRedisCluster,
    namespace: config.redisNamespace,
    partitions: config.partitions,
    // Tests of the epoch check alone, see SAVDO_BREAK.
    epochWildcard: config.breakSwitch === 'epoch-unchecked',
  });
  shutdown.add(`auction redis of ${name}`, () => state.disconnect());
  try {
    await state.ready(READY_MS);
  } catch (error) {
    // The connection goes on trying; until then calls reject and /readyz names what is away.
    logger.warn({ err: error, for: name }, 'auction redis is not there yet');
  }
  return state;
}

export async function openAuction(platform: Platform, name: string): Promise<AuctionParts> {
  return {
    state: await openAuctionState(platform, name),
    repository: createAuctionLogRepository(platform.database.db),
  };
}
