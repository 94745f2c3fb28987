import type { HammerOutcome, RefusalReason, RoomPhase } from '#shared/auction/refusals.ts';
import type { MyRoom, RoomCounts, RoomSnapshot, RoomUpdate } from '#shared/realtime/room.ts';

/** What the core answers to a command of the business once it is committed. */
export type RoomCommandAnswer = { verdict: 'done' } | { verdict: 'refused'; reason: RefusalReason };

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

export interface RoomViewer {
  person: string;
  roles: readonly string[];
}

export type RoomInfo =
  | { snapshot: RoomSnapshot }
  | { updates: RoomUpdate; me: MyRoom; counts: RoomCounts }
  | 'not-found'
  | 'no-access';

/**
 * The core's door as this domain uses it; handed in, because the two stand on one floor. Commands answer when their
 * entry is committed, reject when that cannot be told, and may be repeated.
 */
export interface RoomDoor {
  admit(c: {
    lotId: number;
    person: string;
    number: number;
    limitTiyin: number | null;
  }): Promise<RoomCommandAnswer>;
  suspend(c: { lotId: number; reason: string }): Promise<RoomCommandAnswer>;
  resume(c: { lotId: number }): Promise<RoomCommandAnswer>;
  /** Never moves a deadline back: repeating the same one changes nothing. */
  extend(c: { lotId: number; deadlineUs: number; reason: string }): Promise<RoomCommandAnswer>;
  withdraw(c: { lotId: number; reason: string }): Promise<RoomCommandAnswer>;
  heads(lotIds: readonly number[]): Promise<readonly BoardHead[]>;
  /** Viewers of a room over all nodes; 0 when nobody has told. */
  viewers(lotId: number): number;
  /** Refused attempts of each lot by reason. */
  refusals(lotIds: readonly number[]): Promise<ReadonlyMap<number, Partial<Record<RefusalReason, number>>>>;
  roomInfo(
    lotId: number,
    viewer: RoomViewer | null,
    after?: { epoch: number; seq: number },
  ): Promise<RoomInfo>;
}
