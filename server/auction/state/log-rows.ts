import type { AuctionTerms } from '#shared/auction/rules.ts';
import type { CommittedEntry } from '#shared/auction/entries.ts';
import type { Course } from '../rules/course.ts';
import type { StoredEntry, StoredLot } from './auction-tables.ts';

/** The committed head of a lot; PostgreSQL is the source of truth. */
export interface LotRow extends Course {
  lotId: number;
  terms: AuctionTerms;
  termsHash: string;
  /** Already loaded into Redis once. */
  loaded: boolean;
  lastLogId: string;
  headHash: string;
  pauseReason: string | null;
  dueUs: number | null;
  applicants: number;
  winner: string | null;
  winnerNumber: number | null;
  closedAt: Date | null;
  handedOverAt: Date | null;
  brokenBecause: string | null;
  /** Redis's time since which a lot that was stopped confirms nothing, µs. */
  brokenUs: number | null;
}

/** What tells one committed head of a lot from another. */
export type LotHeadMark = Pick<LotRow, 'lotId' | 'epoch' | 'seq' | 'headHash'>;

const count = (value: number | null): number | null => (value === null ? null : Number(value));

export function toLotRow(row: StoredLot): LotRow {
  return {
    lotId: Number(row.lot_id),
    terms: row.terms,
    termsHash: row.terms_hash,
    loaded: row.loaded_at !== null,
    epoch: row.epoch,
    seq: Number(row.seq),
    lastLogId: row.last_log_id,
    headHash: row.head_hash,
    phase: row.phase,
    started: row.started,
    pauseCause: row.pause_cause,
    pauseReason: row.pause_reason,
    // What a paused room is due for is its resumption.
    resumeAtUs: row.phase === 'paused' ? count(row.due_us) : null,
    dueUs: count(row.due_us),
    deadlineUs: Number(row.deadline_us),
    priceTiyin: count(row.price_tiyin),
    count: row.price_count,
    leader: row.leader,
    leaderNumber: row.leader_number,
    extensions: row.extensions,
    applicants: row.applicants,
    outcome: row.outcome,
    winner: row.winner,
    winnerNumber: row.winner_number,
    closedAt: row.closed_at,
    handedOverAt: row.handed_over_at,
    brokenBecause: row.broken_because,
    brokenUs: count(row.broken_us),
  };
}

export function toCommittedEntry(row: StoredEntry): CommittedEntry {
  const { entry, hash, secret_maximum_tiyin: maximum, secret_salt: salt } = row;
  if (maximum === null || salt === null) return { entry, hash };
  return { entry, hash, secret: { maximumTiyin: Number(maximum), salt } };
}

/** The columns of toCommittedEntry. */
export const ENTRY = ['entry', 'hash', 'secret_maximum_tiyin', 'secret_salt'] as const;
