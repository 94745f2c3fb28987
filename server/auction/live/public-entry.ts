import type { AuctionEntry } from '#shared/auction/entries.ts';
import type { PublicEvent, PublicPrice } from '#shared/realtime/room.ts';

type PriceEntry = Extract<AuctionEntry, { kind: 'price' }>;

/** A confirmed price without its person. */
export function publicPrice(entry: PriceEntry): PublicPrice {
  return {
    seq: entry.seq,
    number: entry.number,
    amountTiyin: entry.amountTiyin,
    atMs: entry.atUs / 1000,
    auto: entry.by === 'auto',
    extended: entry.extended,
  };
}

/**
 * The public part of an entry that is not a price; null for private ones (limits, auto-bids).
 * The cause of a revocation is private.
 */
export function publicEvent(
  entry: AuctionEntry,
  bidders: Readonly<Record<string, { number: number }>>,
): PublicEvent | null {
  const head = { seq: entry.seq, atMs: entry.atUs / 1000 };
  switch (entry.kind) {
    case 'admitted':
      return { ...head, kind: 'admitted', number: entry.number };
    case 'revoked': {
      const number = bidders[entry.person]?.number;
      return number === undefined ? { ...head, kind: 'revoked' } : { ...head, kind: 'revoked', number };
    }
    case 'opened':
      return { ...head, kind: 'opened' };
    case 'suspended':
      return { ...head, kind: 'suspended', cause: entry.cause, reason: entry.reason };
    case 'resumed':
      return { ...head, kind: 'resumed', cause: entry.cause };
    case 'deadlineMoved':
      return { ...head, kind: 'deadlineMoved', cause: entry.cause, reason: entry.reason };
    case 'closed':
      return { ...head, kind: 'closed', cause: entry.outcome, reason: entry.reason };
    case 'price':
    case 'limitSet':
    case 'autoSet':
    case 'autoCleared':
      return null;
    default:
      entry satisfies never;
      return null;
  }
}
