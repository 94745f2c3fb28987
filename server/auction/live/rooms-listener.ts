import type { CommittedEntry } from '#shared/auction/entries.ts';
import type { AuctionLogRepository } from '../state/auction-log.repository.ts';
import type { FeedHealth } from './committed-feed.ts';
import type { Room } from './room.ts';

export type RoomHistory = Pick<
  AuctionLogRepository,
  | 'readLots'
  | 'readHeads'
  | 'readRoom'
  | 'readEntries'
  | 'findBid'
  | 'insertAttempts'
  | 'addAttemptCounts'
  | 'insertReceipts'
>;

export interface RoomsListener {
  /** Entries were folded into the room's view, oldest first; answers waiting for them were already resolved. */
  advanced(room: Room, entries: CommittedEntry[]): void;
  /** The lot continues in a new epoch (in room.view.epoch). */
  epochRaised(room: Room): void;
  /**
   * PostgreSQL failed over and lacks entries that this node showed: room.view is now what PostgreSQL has. `shownSeq`: the
   * last sequence shown before.
   */
  rebuilt(room: Room, shownSeq: number): void;
  /** The messages of the room's partition stopped or resumed. */
  healthChanged(room: Room, health: FeedHealth): void;
  /** Whether a socket watches this lot. */
  wanted(lotId: number): boolean;
}

/** The lot could not be looked up: PostgreSQL is unavailable. Nothing was sent or judged; the call may be retried. */
export class RoomUnavailable extends Error {
  constructor(lotId: number, options: { cause: unknown }) {
    super(`lot ${lotId} cannot be looked up now`, options);
    this.name = 'RoomUnavailable';
  }
}
