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

/** A connection of its own to the auction Redis: a process type never shares one, so none can starve another. */
export function openAuctionState(platform: Platform, name: string): AuctionState {
  const { config, shutdown } = platform;
  const state = createAuctionState({
    url: config.auctionRedisUrl,
    namespace: config.redisNamespace,
    partitions: config.partitions,
    // Tests of the epoch check alone, see SAVDO_BREAK.
    epochWildcard: config.breakSwitch === 'epoch-unchecked',
  });
  shutdown.add(`auction redis of ${name}`, () => state.disconnect());
  return state;
}

export function openAuction(platform: Platform, name: string): AuctionParts {
  return {
    state: openAuctionState(platform, name),
    repository: createAuctionLogRepository(platform.database.db),
  };
}
