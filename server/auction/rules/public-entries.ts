import type { AuctionEntry } from '#shared/auction/entries.ts';
import type { ChainedEntry, PublicEntry, PublicEntryBody } from '#shared/trust/public-log.ts';
import { canonicalPublicEntry, chainHashOf } from './canonical.ts';

/**
 * The public entries of a log in their order, each with its hash. The journal's own chain covers persons and limits, which are not
 * public: this one begins with the hash of the terms, too, and covers what is public.
 */
export function publicChain(termsHash: string): { add(entry: AuctionEntry): ChainedEntry; head(): string } {
  const numbers = new Map<string, number>();
  let before: AuctionEntry | null = null;
  let hash = termsHash;
  return {
    head: () => hash,
    add(entry) {
      if (entry.kind === 'admitted') numbers.set(entry.person, entry.number);
      const { seq, atUs } = entry;
      const shown: PublicEntry = { seq, atUs, ...publicBody(entry, before, numbers) };
      before = entry;
      hash = chainHashOf(hash, canonicalPublicEntry(shown));
      return { ...shown, hash };
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
      const answers = by === 'auto' && isOfOneCommand(before, entry);
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

const isOfOneCommand = (before: AuctionEntry | null, price: Extract<AuctionEntry, { kind: 'price' }>) =>
  before?.kind === 'price' && before.atUs === price.atUs && before.bidId === price.bidId;
