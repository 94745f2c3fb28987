import type { AuctionTerms } from '../auction/rules.ts';
import type { HammerOutcome } from '../auction/refusals.ts';
import type { SignedStatement } from './signed-statement.ts';

/**
 * The public log of a finished room: every entry of its journal under the same sequence, persons as their numbers, limits and causes of
 * revocations left out. Each entry has the hash SHA-256(previous hash bytes ‖ canonical JSON of the entry without its hash); the first
 * one follows the hash of the terms. The signed head states the last hash, so nothing in the file can be changed, left out or moved.
 */
export type PublicEntryBody =
  | { kind: 'admitted'; number: number }
  /** Null: the person has no number in this room. */
  | { kind: 'revoked'; number: number | null }
  /** Of one participant; neither who nor how much is public. */
  | { kind: 'limitSet' }
  | { kind: 'opened'; participants: number }
  /** `commitment`: hex SHA-256(maximum as decimal text ‖ salt); `maxima` opens it after the close. */
  | { kind: 'autoSet'; number: number; commitment: string }
  | { kind: 'autoCleared'; number: number }
  | {
      kind: 'price';
      number: number;
      amountTiyin: number;
      by: 'offer' | 'auto';
      /** An auto-bid's answer to the price before it, within one command. */
      answers: boolean;
      count: number;
      deadlineUs: number;
      extended: boolean;
    }
  | { kind: 'suspended'; cause: 'staff' | 'outage'; reason: string; resumeAtUs: number | null }
  | { kind: 'resumed'; cause: 'staff' | 'outage'; deadlineUs: number; pausedUs: number }
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
      winnerNumber: number | null;
      priceTiyin: number | null;
      participants: number;
      winnerDeclines: boolean;
      reason: string;
    };

/** `seq`: 1, 2, 3 … without gaps; `atUs`: µs since 1970. */
export type PublicEntry = { seq: number; atUs: number } & PublicEntryBody;

export type ChainedEntry = PublicEntry & { hash: string };

export const LOG_FORMAT = 'savdo-public-log-1';
export const HEAD_FORMAT = 'savdo-log-head-1';

/** What the operator signs at the close. */
export interface LogHead {
  lotId: number;
  /** Hex SHA-256 of the canonical terms. */
  termsHash: string;
  entries: number;
  /** Hash of the last public entry. */
  publicHead: string;
  /** Hash of the last entry of the journal, which also covers what is private. */
  journalHead: string;
  outcome: HammerOutcome;
  winnerNumber: number | null;
  priceTiyin: number | null;
  /** Final end, µs. */
  deadlineUs: number;
  extensions: number;
  /** Confirmed prices. */
  prices: number;
}

export type SignedHead = SignedStatement<typeof HEAD_FORMAT, LogHead>;

/** The maximum that an entry of an auto-bid committed to, opened after the close. */
export interface OpenedMaximum {
  /** Of its entry. */
  seq: number;
  maximumTiyin: number;
  /** 32 hex digits. */
  salt: string;
}

/** The file: one line of JSON. The chain covers what `maxima` opens: each fits the commitment of its entry, or the file is refused. */
export interface PublicLog {
  format: typeof LOG_FORMAT;
  terms: AuctionTerms;
  entries: ChainedEntry[];
  /** Of every auto-bid that was set, in the order of their entries; empty where the room had no result. */
  maxima: OpenedMaximum[];
  head: SignedHead;
}
