import type { HammerOutcome } from './refusals.ts';

/**
 * Entries of a lot's log: what happened, in order. Canonical form is RFC 8785 JSON of exactly these fields
 * (no undefined members); the chain hash is SHA-256(previous hash bytes ‖ canonical entry bytes), hex.
 * Persons are opaque ids; only `number` may be shown to others.
 */
export interface EntryHead {
  v: 1;
  lotId: number;
  epoch: number;
  /** 1, 2, 3 … per lot without gaps, across epochs. */
  seq: number;
  /** Microseconds since 1970 by the auction Redis's clock, never running backwards per lot. */
  atUs: number;
}

export type EntryBody =
  | { kind: 'admitted'; person: string; number: number; limitTiyin: number | null }
  /** `slept` / `woke`: this change put the person's auto-bid to sleep or woke it. */
  | { kind: 'limitSet'; person: string; limitTiyin: number | null; slept: boolean; woke: boolean }
  /** `counted` false: the person had withdrawn before, and counts as a participant no longer. */
  | { kind: 'revoked'; person: string; cause: 'ban' | 'withdrawn'; counted?: boolean }
  /** Appended by the first script at or after opensAt, stamped opensAt. */
  | { kind: 'opened'; participants: number }
  /** `commitment` = hex SHA-256(maximum as decimal text ‖ salt). */
  | { kind: 'autoSet'; person: string; number: number; bidId: string; commitment: string; asleep: boolean }
  | { kind: 'autoCleared'; person: string; number: number; bidId: string }
  | {
      kind: 'price';
      person: string;
      number: number;
      amountTiyin: number;
      by: 'offer' | 'auto';
      /** The command that caused it: own offer's id, or the id of the command an auto-bid reacted to ('' when none). */
      bidId: string;
      /** Confirmed prices of the lot, this one included. */
      count: number;
      deadlineUs: number;
      /** True when this price moved the deadline. */
      extended: boolean;
      /** Persons whose auto-bids fell asleep because limits apply from here on. */
      slept: string[];
    }
  | { kind: 'suspended'; cause: 'staff' | 'outage'; reason: string; resumeAtUs: number | null }
  | { kind: 'resumed'; cause: 'staff' | 'outage'; deadlineUs: number; pausedUs: number }
  /** Deadline moved without a pause: a stall, a rebuild, or by staff. outageUs is 0 for staff. */
  | {
      kind: 'deadlineMoved';
      cause: 'stall' | 'rebuild' | 'staff';
      reason: string;
      deadlineUs: number;
      outageUs: number;
    }
  | {
      kind: 'closed';
      outcome: HammerOutcome;
      winner: string | null;
      winnerNumber: number | null;
      priceTiyin: number | null;
      /** Last confirmed price of another participant. */
      reserve: string | null;
      reserveNumber: number | null;
      reservePriceTiyin: number | null;
      participants: number;
      /** A revoked leader counts as declining. */
      winnerDeclines: boolean;
      reason: string;
    };

export type EntryKind = EntryBody['kind'];
export type AuctionEntry = EntryHead & EntryBody;

/** Stored with an autoSet entry in PostgreSQL and in internal streams, never in an audience's view before the close. */
export interface EntrySecret {
  maximumTiyin: number;
  salt: string;
}

/** As it travels on the committed feed: entry, chain hash, secret if any. */
export interface CommittedEntry {
  entry: AuctionEntry;
  hash: string;
  secret?: EntrySecret;
}
