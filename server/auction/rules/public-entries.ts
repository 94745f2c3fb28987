import type { AuctionEntry } from '#shared/auction/entries.ts';
import type { ChainedEntry, PublicEntry, PublicEntryBody } from '#shared/trust/public-log.ts';
import { canonicalPublicEntry, canonicalPublicPrice, chainHashOf } from './canonical.ts';

/**
 * The public entries of a log in their order, each with its hash. The journal's own chain covers persons and limits, which are not
 * public: this one begins with the hash of the terms, too, and covers what is public.
 */
export function publicChain(termsHash: string): {
  add(entry: AuctionEntry): ChainedEntry;
  /** Adds an entry that is not shown, in a fraction of the time; returns its hash. */
  link(entry: AuctionEntry): string;
  head(): string;
} {
  const numbers = new Map<string, number>();
  let before: AuctionEntry | null = null;
  let hash = termsHash;
  function shownOf(entry: AuctionEntry): PublicEntry {
    const { seq, atUs } = entry;
    return { seq, atUs, ...publicBody(entry, before, numbers) };
  }
  function linked(entry: AuctionEntry, text: string): string {
    before = entry;
    hash = chainHashOf(hash, text);
    return hash;
  }
  return {
    head: () => hash,
    add(entry) {
      if (entry.kind === 'admitted') numbers.set(entry.person, entry.number);
      const shown = shownOf(entry);
      return { ...shown, hash: linked(entry, canonicalPublicEntry(shown)) };
    },
    link(entry) {
      if (entry.kind === 'price') return linked(entry, canonicalPublicPrice(entry, answersAt(before, entry)));
      if (entry.kind === 'admitted') numbers.set(entry.person, entry.number);
      return linked(entry, canonicalPublicEntry(shownOf(entry)));
    },
  };
}

function publicBody(
  entry: AuctionEntry,
  before: AuctionEntry | null,
  numbers: ReadonlyMap<string, number>,
): PublicEntryBody {
  switch (entry.kind) {
    case 'admitted':
      return { kind: entry.kind, number: entry.number };
    case 'revoked':
      return { kind: entry.kind, number: numbers.get(entry.person) ?? null };
    case 'limitSet':
      return { kind: entry.kind };
    case 'opened':
      return { kind: entry.kind, participants: entry.participants };
    case 'autoSet':
      return { kind: entry.kind, number: entry.number, commitment: entry.commitment };
    case 'autoCleared':
      return { kind: entry.kind, number: entry.number };
    case 'price': {
      const { kind, number, amountTiyin, by, count, deadlineUs, extended } = entry;
      const answers = answersAt(before, entry);
      return { kind, number, amountTiyin, by, answers, count, deadlineUs, extended };
    }
    case 'suspended': {
      const { kind, cause, reason, resumeAtUs } = entry;
      return { kind, cause, reason, resumeAtUs };
    }
    case 'resumed': {
      const { kind, cause, deadlineUs, pausedUs } = entry;
      return { kind, cause, deadlineUs, pausedUs };
    }
    case 'deadlineMoved': {
      const { kind, cause, reason, deadlineUs, outageUs } = entry;
      return { kind, cause, reason, deadlineUs, outageUs };
    }
    case 'closed': {
      const { kind, outcome, winnerNumber, priceTiyin, participants, winnerDeclines, reason } = entry;
      return { kind, outcome, winnerNumber, priceTiyin, participants, winnerDeclines, reason };
    }
  }
}

/** Whether it is the auto-bid that the command of the price before it set off. */
const answersAt = (before: AuctionEntry | null, price: Extract<AuctionEntry, { kind: 'price' }>): boolean =>
  price.by === 'auto' &&
  before?.kind === 'price' &&
  before.atUs === price.atUs &&
  before.bidId === price.bidId;
