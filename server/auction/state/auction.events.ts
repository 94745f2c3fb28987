/**
 * Outbox event of the core, written by `auction_commit` in the commit of the entry itself. It is delivered at least once and
 * carries the entry and its chain hash. Its key is the lot, so that it is announced once.
 */
export const AUCTION_EVENTS = {
  /** The room is closed; its outcome is in the entry. */
  hammer: 'auction.hammer',
} as const;
