/**
 * The entry point of the auction core: the only file others import.
 *
 * A web process: `createRooms` → `createLive` → `registerAuctionRoutes`; the domains: `createAuctionService`;
 * a journal process: `startJournals`; a clock process: `startClock`. All use one `AuctionState` (the auction Redis) and
 * one `createAuctionLogRepository` (PostgreSQL). The core knows terms, bidders, prices and time; people, sessions and
 * money are outside it and passed in as functions.
 */
export { createAuctionService, type AuctionService } from './auction-service.ts';
export { auctionLogModule, auctionModule, type RoomsOfProcess } from './module.ts';
export { openAuctionState } from './open-auction-state.ts';
export { AUCTION_EVENTS } from './state/auction.events.ts';
export { createLive, createRooms, type Live, type LiveOptions } from './live/create-live.ts';
export { followCommitted } from './live/follow-committed.ts';
export { Presence } from './live/presence.ts';
export { StaffBoard } from './live/staff-board.ts';
export type { Audience, Audiences } from './live/audience.ts';
export { liveMetrics } from './live/live-metrics.ts';
export { scaledLimits, type LiveIdentity } from './live/live-options.ts';
export { WebReach } from './live/web-reach.ts';
export { traceBids } from './live/trace-bids.ts';
export { createWebReachRepository } from './state/web-reach.repository.ts';
export { ControlOutcomeUnknown } from './live/room-control.ts';
export type { Rooms } from './live/rooms.ts';
export { startJournals } from './journal/journal-per-server.ts';
export { traceCommits } from './journal/trace-commits.ts';
export { startClock } from './clock/start-clock.ts';
export { startSweeper } from './clock/sweeper.ts';
export { createAuctionLogRepository, type AuctionLogRepository } from './state/auction-log.repository.ts';
export { createAuctionState } from './state/auction-state.ts';
export { type CommittedMessage, type PartitionLease, type AuctionState } from './state/contract.ts';
export type { HeldLot, HeldRoom } from './state/rewinds.repository.ts';
export {
  createPassedPricesRepository,
  type CommittedPrice,
  type PassedPricesRepository,
  type UsedUpAutoBid,
} from './state/passed-prices.repository.ts';
export { createDueLotsRepository } from './state/due-lots.repository.ts';
export { committedEntries, logHeadOf, writePublicLog } from './replay/public-log.ts';
export { receiptOf } from './replay/receipt.ts';
export { createOwnAttemptsRepository, type OwnAttemptsRepository } from './state/own-attempts.repository.ts';
export {
  createBlockSource,
  type BlockSource,
  type EntryRange,
  type RoomExtent,
} from './state/block-source.repository.ts';
export { publicChain } from './rules/public-entries.ts';
export { canonicalEntry, chainHashOf, commitmentOf } from './rules/canonical.ts';
export { headOf, markMine, meOf, snapshotOf } from './live/audience-view.ts';
export { publicPrice } from './live/public-entry.ts';
export type { Room } from './live/room.ts';
export { RoomUnavailable } from './live/rooms.ts';
