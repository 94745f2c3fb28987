import type { AuctionEntry } from '#shared/auction/entries.ts';
import type { HammerOutcome, RefusalReason, RoomPhase } from '#shared/auction/refusals.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { RoomAttempt, RoomPrice } from '#shared/api/console/room-page.ts';
import type { RoomLoss } from '#shared/api/console/console-rooms.ts';
import type { MyRoom, RoomCounts, RoomSnapshot, RoomUpdate } from '#shared/realtime/room.ts';

/* What this domain needs of the auction core: injected, because both are on one floor. */

/** The core's answer to a command, once its entry is committed. */
export type RoomCommandAnswer = { verdict: 'done' } | { verdict: 'refused'; reason: RefusalReason };

/** The core will no longer admit anyone to this room. */
export const isTooLate = (answer: RoomCommandAnswer): boolean =>
  answer.verdict === 'refused' && (answer.reason === 'closed' || answer.reason === 'unknown-lot');

/** Name of the core's error for an unknown outcome of a command: sending it again is safe. */
const OUTCOME_UNKNOWN = 'ControlOutcomeUnknown';

export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof Error && error.name === OUTCOME_UNKNOWN;

export interface RoomAdmission {
  admit(
    lotId: number,
    c: { person: string; number: number; limitTiyin: number | null },
  ): Promise<RoomCommandAnswer>;
}

/** Calls to a room about an admitted participant; each is idempotent. */
export interface RoomParticipation {
  /** Revokes a person who neither leads, nor has the second price, nor an auto-bid. */
  revokeIdle(lotId: number, person: string): Promise<RoomCommandAnswer>;
  setLimit(lotId: number, person: string, limitTiyin: number | null): Promise<RoomCommandAnswer>;
  /** Committed facts about the person: any confirmed price, an active auto-bid. */
  standing(lotId: number, person: string): Promise<{ price: boolean; auto: boolean }>;
}

/** Commands of staff about one participant; each is idempotent. */
export interface RoomBans {
  /**
   * Revokes the person's right permanently: confirmed prices remain, an auto-bid is deleted. `unlessLeading`: refused with
   * `already-leading` for the current leader, and where too few would be left for the confirmed prices to count.
   */
  ban(lotId: number, person: string, how?: { unlessLeading: boolean }): Promise<RoomCommandAnswer>;
  /** The participant of this number has the highest committed price. */
  leads(lotId: number, number: number): Promise<boolean>;
}

/** Commands of staff; each is idempotent. */
export interface RoomCommands {
  suspend(lotId: number, reason: string): Promise<RoomCommandAnswer>;
  /** Now, or automatically at a future instant. */
  resume(lotId: number, then?: { atMs: number; reason: string }): Promise<RoomCommandAnswer>;
  /** Never moves a deadline backwards: repeating the same one changes nothing. */
  extend(lotId: number, c: { deadlineMs: number; reason: string }): Promise<RoomCommandAnswer>;
  withdraw(lotId: number, reason: string): Promise<RoomCommandAnswer>;
}

/** Rooms that wait for two members of staff, because the database came back without answers it had given. */
export interface RoomChoices {
  /** What each of these rooms lost; rooms that wait for no choice are omitted. */
  losses(lotIds: readonly number[]): Promise<ReadonlyMap<number, RoomLoss>>;
  /** Records the choice, after which the room may be resumed; safe to repeat. */
  choose(lotId: number, choice: 'continue' | 'void', requestId: number): Promise<void>;
}

/** Losses after a choice, of which participants hear once. */
export interface RoomLosses {
  unnotified(limit: number): Promise<readonly { id: number; lotId: number; lostCount: number }[]>;
  /** In the transaction of the messages. */
  markNotified(id: number, tx: AnyDb): Promise<void>;
}

/** The committed head of a room, for the board of staff. */
export interface BoardHead {
  lotId: number;
  phase: RoomPhase;
  pauseCause: 'staff' | 'outage' | null;
  pauseReason: string | null;
  /** Next instant at which the room changes automatically; of a paused room its resumption. */
  dueUs: number | null;
  deadlineUs: number;
  priceTiyin: number | null;
  count: number;
  leaderNumber: number | null;
  applicants: number;
  extensions: number;
  outcome: HammerOutcome | null;
}

export interface RoomBoard {
  heads(lotIds: readonly number[]): Promise<readonly BoardHead[]>;
  /** Viewers of a room over all nodes, by the last reports. */
  viewers(lotId: number): number;
  /** Bidders of the room who are connected, over all nodes. */
  connected(lotId: number): number;
  /** How bids were answered within the last minute; times are null where none was. */
  answers(lotId: number): {
    p50Ms: number | null;
    p99Ms: number | null;
    refusals: Partial<Record<RefusalReason, number>>;
  };
  /** For how long the journal of each room has not shown that it commits, ms; null: unknown. */
  journalAges(lotIds: readonly number[]): Promise<ReadonlyMap<number, number | null>>;
  /** Whether a bidder is connected, over all nodes, and when they left, ms; null: connected, or not known. */
  presenceOf(lotId: number, person: string): { connected: boolean; leftAtMs: number | null };
  /** Start of the pause of each paused room, µs; without other rooms. */
  pausedSince(lotIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
}

interface RoomVisitor {
  person: string;
  seesEveryRoom: boolean;
}

type RoomInfo =
  | { snapshot: RoomSnapshot }
  | { updates: RoomUpdate; me: MyRoom; counts: RoomCounts }
  | 'not-found'
  | 'no-access';

/** The room as a visitor sees it: the updates after a sequence while they are available, otherwise a snapshot. */
export interface RoomShown {
  roomInfo(
    lotId: number,
    visitor: RoomVisitor | null,
    after?: { epoch: number; seq: number },
  ): Promise<RoomInfo>;
}

/** What is recorded of a room, for staff. */
export interface RoomRecords {
  /** Newest first. */
  attempts(wanted: {
    lotId: number;
    verdict: RoomAttempt['verdict'] | null;
    person: string | null;
    limit: number;
    offset: number;
  }): Promise<{
    items: (Omit<RoomAttempt, 'person' | 'bidderNumber'> & { person: string })[];
    total: number;
  }>;
  /** By person. */
  activity(
    lotId: number,
  ): Promise<ReadonlyMap<string, { attempts: number; refused: number; lastAtMs: number }>>;
  /** Newest first. */
  entries(
    lotId: number,
    page: { beforeSeq: number | null; limit: number },
  ): Promise<{ entry: AuctionEntry; committedAtMs: number }[]>;
  /** Oldest first, at most so many and a few. */
  prices(lotId: number, most: number): Promise<RoomPrice[]>;
}
