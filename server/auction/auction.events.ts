import type { AuctionEntry } from '#shared/auction/entries.ts';

/**
 * Outbox events of the core, written by `auction_commit` in the commit of the entry itself. Each is delivered at least
 * once and carries the entry and its chain hash. The key of the hammer is the lot, of the others `lot:seq`, so none is
 * announced twice.
 */
export const AUCTION_EVENTS = {
  /** The room is closed; its outcome is in the entry. */
  hammer: 'auction.hammer',
  lotPaused: 'auction.lot-paused',
  lotResumed: 'auction.lot-resumed',
  admitted: 'auction.admitted',
  /** The lot's log contradicts itself: staff must check it; the room is not loaded. Key: the lot and the epoch. */
  lotBroken: 'auction.lot-broken',
} as const;

type Announced<Kind extends AuctionEntry['kind']> = {
  entry: Extract<AuctionEntry, { kind: Kind }>;
  hash: string;
};

export interface AuctionEventPayloads {
  'auction.hammer': Announced<'closed'>;
  'auction.lot-paused': Announced<'suspended'>;
  'auction.lot-resumed': Announced<'resumed'>;
  'auction.admitted': Announced<'admitted'>;
  'auction.lot-broken': { lotId: number; epoch: number; because: string };
}

export type AuctionEventTopic = keyof AuctionEventPayloads;
