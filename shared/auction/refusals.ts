/** Every reason a room's command can be refused with. The order is the wire number used by the scripts (1-based). */
export const REFUSAL_REASONS = [
  'unknown-lot',
  'not-open-yet',
  'closed',
  'suspended',
  'held',
  'fenced',
  'not-admitted',
  'revoked',
  'already-leading',
  'below-suggested',
  'matched',
  'limit-exceeded',
  'too-large',
  'id-reused',
  'not-placed',
  /**
   * To a cancellation of an application: the person has a price or an auto-bid in the room. To the seller's withdrawal of
   * the lot: a price is confirmed.
   */
  'already-bidding',
  /** Above what the rules' `maxJump` lets pass now; the answer says the most that passes. */
  'too-far',
  /** Far above the suggested price and not confirmed by the person: the confirmed offer is a new one, with its own id. */
  'confirm-jump',
  /** The web process is cut off from the auction, or ends: nothing was placed, and no time is given back for it alone. */
  'unreachable',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** Outcomes the core itself can decide; "price not confirmed" comes later, from the business. */
export const HAMMER_OUTCOMES = ['sold', 'not-held', 'no-price-given', 'withdrawn'] as const;
export type HammerOutcome = (typeof HAMMER_OUTCOMES)[number];

/** Phase of a room. `paused` covers staff suspension and outages; the cause says which. */
export const ROOM_PHASES = ['waiting', 'running', 'paused', 'closed'] as const;
export type RoomPhase = (typeof ROOM_PHASES)[number];
