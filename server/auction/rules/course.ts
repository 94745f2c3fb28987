import type { AuctionEntry } from '#shared/auction/entries.ts';
import type { AuctionTerms } from '#shared/auction/rules.ts';
import type { HammerOutcome, RoomPhase } from '#shared/auction/refusals.ts';

/** The course of an auction: what everyone who follows a lot's log knows of it. */
export class Course {
  epoch: number;
  /** Sequence of the last entry; 0: none. */
  seq = 0;
  phase: RoomPhase = 'waiting';
  /** The room has been opened, whatever it does now. */
  started = false;
  pauseCause: 'staff' | 'outage' | null = null;
  /** When a paused room resumes by itself; null: when staff resume it, or not paused. */
  resumeAtUs: number | null = null;
  deadlineUs: number;
  /** Confirmed prices that moved the deadline. */
  extensions = 0;
  priceTiyin: number | null = null;
  /** Confirmed prices. */
  count = 0;
  leader: string | null = null;
  leaderNumber: number | null = null;
  outcome: HammerOutcome | null = null;

  /** Before the first entry. */
  constructor({ closesAtMs }: Pick<AuctionTerms, 'closesAtMs'>, epoch: number) {
    this.epoch = epoch;
    this.deadlineUs = closesAtMs * 1_000;
  }
}

/** A bidder of a lot, by the person's id. */
export interface Bidder {
  number: number;
  limitTiyin: number | null;
  revoked: '' | 'ban' | 'withdrawn';
}

/** The bidders of a lot and their auto-bids, both by the person's id. */
export interface Members<AutoBid extends { asleep: boolean }> {
  bidders: Record<string, Bidder>;
  autos: Record<string, AutoBid>;
}

/**
 * The one fold of a log: the state of the rules, the journal's head and the view of a room apply each entry by it, and add what
 * is theirs. Changes the course in place; whether the entry is the next one is for the caller to check.
 */
export function applyToCourse(course: Course, entry: AuctionEntry): void {
  course.epoch = entry.epoch;
  course.seq = entry.seq;
  switch (entry.kind) {
    case 'admitted':
    case 'limitSet':
    case 'revoked':
    case 'autoSet':
    case 'autoCleared':
      return;
    case 'opened':
      course.phase = 'running';
      course.started = true;
      return;
    case 'price':
      course.priceTiyin = entry.amountTiyin;
      course.count = entry.count;
      course.leader = entry.person;
      course.leaderNumber = entry.number;
      course.deadlineUs = entry.deadlineUs;
      if (entry.extended) course.extensions += 1;
      return;
    case 'suspended':
      course.phase = 'paused';
      course.pauseCause = entry.cause;
      course.resumeAtUs = entry.resumeAtUs;
      return;
    case 'resumed':
      course.phase = course.started ? 'running' : 'waiting';
      course.deadlineUs = entry.deadlineUs;
      endPause(course);
      return;
    case 'deadlineMoved':
      course.deadlineUs = entry.deadlineUs;
      return;
    case 'closed':
      course.phase = 'closed';
      course.outcome = entry.outcome;
      endPause(course);
      return;
    default:
      entry satisfies never;
  }
}

function endPause(course: Course): void {
  course.pauseCause = null;
  course.resumeAtUs = null;
}

/**
 * The same for the bidders and their auto-bids, but for an auto-bid that is set: what its maximum is depends on who reads the log.
 * Returns by how many the uncancelled admissions changed.
 */
export function applyToMembers(members: Members<{ asleep: boolean }>, entry: AuctionEntry): -1 | 0 | 1 {
  const { bidders, autos } = members;
  switch (entry.kind) {
    case 'admitted': {
      const isNew = bidders[entry.person]?.revoked !== '';
      bidders[entry.person] = { number: entry.number, limitTiyin: entry.limitTiyin, revoked: '' };
      return isNew ? 1 : 0;
    }
    case 'limitSet': {
      const [bidder, auto] = [bidders[entry.person], autos[entry.person]];
      if (bidder) bidder.limitTiyin = entry.limitTiyin;
      if (auto && (entry.slept || entry.woke)) auto.asleep = entry.slept;
      return 0;
    }
    case 'revoked': {
      const bidder = bidders[entry.person];
      const counted = bidder?.revoked === '';
      if (bidder) bidder.revoked = entry.cause;
      delete autos[entry.person];
      return counted ? -1 : 0;
    }
    case 'autoCleared':
      delete autos[entry.person];
      return 0;
    case 'price':
      for (const person of entry.slept) {
        const auto = autos[person];
        if (auto) auto.asleep = true;
      }
      return 0;
    default:
      return 0;
  }
}

/** When the room opens, resumes or ends by itself, µs; null: nothing is due. */
export function dueUs({ phase, resumeAtUs, deadlineUs }: Course, opensAtMs: number): number | null {
  switch (phase) {
    case 'waiting':
      return opensAtMs * 1_000;
    case 'running':
      return deadlineUs;
    case 'paused':
      return resumeAtUs;
    case 'closed':
      return null;
  }
}
