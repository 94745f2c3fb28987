/**
 * The door of the auction core: the only file others import.
 *
 * A web process: `createRooms` → `createLive` → `registerAuctionRoutes`; the business: `createAuctionDoor`;
 * a journal process: `startJournals`; a clock process: `startClock`. All stand on one `AuctionState` (the auction
 * Redis) and one `createAuctionLogRepository` (PostgreSQL). The core knows terms, bidders, prices and time; people,
 * sessions and money stay outside and are handed in as functions.
 */
export {
  createAuctionDoor,
  type AuctionDoor,
  type AuctionDoorOptions,
  type RoomInfo,
} from './auction-door.ts';
export { registerAuctionRoutes } from './auction.routes.ts';
export { AUCTION_EVENTS, type AuctionEventPayloads, type AuctionEventTopic } from './auction.events.ts';
export { createLive, createRooms, type Live, type LiveOptions } from './live/create-live.ts';
export { followCommitted } from './live/follow-committed.ts';
export { liveMetrics } from './live/live-metrics.ts';
export {
  DEFAULT_LIMITS,
  scaledLimits,
  type Authenticate,
  type LiveIdentity,
  type LiveLimits,
  type LiveLogger,
  type LiveMetrics,
} from './live/live-options.ts';
export { ControlOutcomeUnknown, type ControlAnswer } from './live/room-control.ts';
export type { Rooms } from './live/rooms.ts';
export { startJournals } from './journal/journals.ts';
export { type Journal, type JournalOptions } from './journal/journal.ts';
export type { JournalCounts } from './journal/journal-memory.ts';
export { startClock, type Clock, type ClockOptions } from './clock/clock.ts';
export { startSweeper, type SweeperOptions } from './clock/sweeper.ts';
export {
  createAuctionLogRepository,
  type AuctionLogRepository,
  type LotRow,
} from './state/auction-log.repository.ts';
export type { AuctionTables } from './state/auction-tables.ts';
export { createAuctionState, type AuctionStateOptions } from './state/auction-state.ts';
export { type CommittedMessage, AuctionRedisUnavailable, type AuctionState } from './state/contract.ts';
export { createDueLotsRepository, type DueLotsRepository } from './state/due-lots.repository.ts';
export { runRebuildCommand, runVerifyLogCommand, type CommandOutput } from './journal/commands.ts';
export { createRebuildRepository, type RebuildRepository } from './journal/rebuild.repository.ts';
export { REPLAY_USAGE, runReplayCommand, type ReplaySurroundings } from './replay/replay-command.ts';
