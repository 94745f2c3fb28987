import type { AuctionTerms } from '#shared/auction/rules.ts';
import type { HammerOutcome, RoomPhase } from '#shared/auction/refusals.ts';

/** Whole state of a lot: loaded into Redis by a rebuild, returned by `snapshot`, the result of folding the log. */
export interface LotState {
  terms: AuctionTerms;
  epoch: number;
  seq: number;
  /** Redis log id of the last entry ('' when none in this epoch): the next entry must name it as previous. */
  prevLogId: string;
  phase: RoomPhase;
  pauseCause: 'staff' | 'outage' | null;
  pausedAtUs: number | null;
  resumeAtUs: number | null;
  /** Total paused or stalled time so far, by which cap and daily stop are shifted. */
  pausedUs: number;
  /** Until when paused and stalled time has been given back: none before it is again. */
  restoredToUs: number;
  /** What stalls and rebuilds gave beyond the time lost, of one window in all. */
  graceUs: number;
  deadlineUs: number;
  lastAtUs: number;
  priceTiyin: number | null;
  count: number;
  leader: string | null;
  leaderNumber: number | null;
  extensions: number;
  /** Uncancelled admissions counted at opensAt; null before. */
  participantsAtStart: number | null;
  outcome: HammerOutcome | null;
  bidders: Record<string, { number: number; limitTiyin: number | null; revoked: '' | 'ban' | 'withdrawn' }>;
  /** `order` is the sequence of the autoSet entry that set or changed it: earlier wins ties. */
  autos: Record<string, { maximumTiyin: number; salt: string; order: number; asleep: boolean }>;
  /** Answers to accepted bid ids, by `${person}:${bidId}`. */
  accepted: Record<
    string,
    { seq: number; amountTiyin: number; kind: 'price' | 'autoSet' | 'autoCleared'; atUs: number }
  >;
  /** Last confirmed price of a person other than the leader. */
  reserve: { person: string; number: number; amountTiyin: number } | null;
}
