import type { AuctionTerms } from '#shared/auction/rules.ts';
import type { Course, Members } from './course.ts';

/** An auto-bid as the rules know it. */
interface AutoBid {
  maximumTiyin: number;
  salt: string;
  /** Sequence of the autoSet entry that set or changed it: earlier wins ties. */
  order: number;
  asleep: boolean;
}

/** Whole state of a lot: loaded into Redis by a rebuild, returned by `snapshot`, the result of folding the log. */
export interface LotState extends Course, Members<AutoBid> {
  terms: AuctionTerms;
  /** Redis log id of the last entry ('' when none in this epoch): the next entry must name it as previous. */
  prevLogId: string;
  pausedAtUs: number | null;
  /** Total paused or stalled time so far, by which cap and daily stop are shifted. */
  pausedUs: number;
  /** Until when paused and stalled time has been given back: none before it is again. */
  restoredToUs: number;
  /** What stalls and rebuilds gave beyond the time lost, of one window in all. */
  graceUs: number;
  lastAtUs: number;
  /** Uncancelled admissions counted at opensAt; null before. */
  participantsAtStart: number | null;
  /** Answers to accepted bid ids, by `${person}:${bidId}`. */
  accepted: Record<
    string,
    { seq: number; amountTiyin: number; kind: 'price' | 'autoSet' | 'autoCleared'; atUs: number }
  >;
  /** Last confirmed price of a person other than the leader. */
  reserve: { person: string; number: number; amountTiyin: number } | null;
}
