import type { HammerOutcome, RefusalReason, RoomPhase } from '#shared/auction/refusals.ts';
import type { MyRoom, RoomCounts, RoomSnapshot, RoomUpdate } from '#shared/realtime/room.ts';

/*
 * The core's door as this domain uses it: handed in by the wiring, because the two stand on one floor.
 */

/** What the core answers to a command of the business once its entry is committed. */
export type RoomCommandAnswer = { verdict: 'done' } | { verdict: 'refused'; reason: RefusalReason };

/** The core will never admit to this room any more. */
export const isTooLate = (answer: RoomCommandAnswer): boolean =>
  answer.verdict === 'refused' && (answer.reason === 'closed' || answer.reason === 'unknown-lot');

/** The core rejects with an error of this name when it cannot tell what became of a command: sending it again is safe. */
const OUTCOME_UNKNOWN = 'ControlOutcomeUnknown';

export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof Error && error.name === OUTCOME_UNKNOWN;

export interface RoomAdmission {
  admit(
    lotId: number,
    c: { person: string; number: number; limitTiyin: number | null },
  ): Promise<RoomCommandAnswer>;
}

/** What applications ask of a room after the admission; each may be repeated without harm. */
export interface RoomSeats {
  /** Lets a person go who neither leads, nor has the last price of the others, nor an auto-bid. */
  revokeIdle(lotId: number, person: string): Promise<RoomCommandAnswer>;
  setLimit(lotId: number, person: string, limitTiyin: number | null): Promise<RoomCommandAnswer>;
  /** What the room has committed of the person: any confirmed price, a standing auto-bid. */
  standing(lotId: number, person: string): Promise<{ price: boolean; auto: boolean }>;
}

/** What staff ask of a room about one participant; each may be repeated without harm. */
export interface RoomBans {
  /**
   * Takes the person's right away for good: confirmed prices stand, an auto-bid goes. `unlessLeading`: refused with
   * `already-leading` for who leads at that moment, and where too few would be left for the confirmed prices to count.
   */
  ban(lotId: number, person: string, how?: { unlessLeading: boolean }): Promise<RoomCommandAnswer>;
  /** The participant of this number has the highest committed price. */
  leads(lotId: number, number: number): Promise<boolean>;
}

/** Commands of staff; each may be repeated without harm. */
export interface RoomCommands {
  suspend(lotId: number, reason: string): Promise<RoomCommandAnswer>;
  /** Now, or by itself at an instant still to come. */
  resume(lotId: number, then?: { atMs: number; reason: string }): Promise<RoomCommandAnswer>;
  /** Never moves a deadline back: repeating the same one changes nothing. */
  extend(lotId: number, c: { deadlineMs: number; reason: string }): Promise<RoomCommandAnswer>;
  withdraw(lotId: number, reason: string): Promise<RoomCommandAnswer>;
}

/** The committed head of a room, as the staff's board shows it. */
export interface BoardHead {
  lotId: number;
  phase: RoomPhase;
  pauseCause: 'staff' | 'outage' | null;
  pauseReason: string | null;
  /** Next instant at which something happens by itself; of a paused room its automatic resumption. */
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
  /** Viewers of a room over all nodes, as last told. */
  viewers(lotId: number): number;
  /** Refused attempts of each lot by reason. */
  refusals(lotIds: readonly number[]): Promise<ReadonlyMap<number, Partial<Record<RefusalReason, number>>>>;
  /** Since when each paused room is paused, µs; rooms that are not paused are left out. */
  pausedSince(lotIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
}

export interface RoomVisitor {
  person: string;
  roles: readonly string[];
}

export type RoomInfo =
  | { snapshot: RoomSnapshot }
  | { updates: RoomUpdate; me: MyRoom; counts: RoomCounts }
  | 'not-found'
  | 'no-access';

/** The room as a visitor sees it: what is missing after a sequence when still at hand, otherwise a snapshot. */
export interface RoomShown {
  roomInfo(
    lotId: number,
    visitor: RoomVisitor | null,
    after?: { epoch: number; seq: number },
  ): Promise<RoomInfo>;
}
