import type { HammerOutcome, RefusalReason } from '#shared/auction/refusals.ts';
import type { AuctionTerms } from '#shared/auction/rules.ts';
import type { LotState } from '../rules/lot-state.ts';
import type { Command, VerdictOf } from '../rules/room-commands.ts';

export const EPOCH = 1;

export type ReplayCommand = Extract<
  Command,
  {
    kind: 'admit' | 'place' | 'setAuto' | 'close' | 'revoke' | 'suspend' | 'resume' | 'extend' | 'withdraw';
  }
>;

/** Executes a room's commands: the real scripts, or their twin. */
export interface ReplayEngine {
  open(terms: AuctionTerms): Promise<ReplayRoom>;
  close(): Promise<void>;
}

export interface ReplayRoom {
  /** Decides at the given instant (µs, never backwards). Calls are executed in the order they are made. */
  decide<C extends ReplayCommand>(command: C, atUs: number): Promise<VerdictOf<C>>;
  state(): Promise<LotState>;
  forget(): Promise<void>;
}

export interface Replayed {
  id: string;
  accepted: number;
  refused: Partial<Record<RefusalReason, number>>;
  /** Bids that repeated the first answer. */
  repeated: number;
  outcome: HammerOutcome | null;
  winner: string | null;
  price: number | null;
  /** Final end in ms; fractional when overtime ended between two milliseconds. */
  closesAt: number;
  extensions: number;
}

/** Calls for the hammer when it is due; an opening may still move the deadline. */
export async function untilHammer(
  room: ReplayRoom,
  head: { lotId: number; epoch: number },
  fromUs: number,
): Promise<void> {
  let atUs = fromUs;
  for (;;) {
    const verdict = await room.decide({ ...head, kind: 'close' }, atUs);
    if (verdict.verdict === 'closed') return;
    if (verdict.verdict === 'refused')
      throw new Error(`a replayed room was refused its hammer: ${verdict.reason}`);
    atUs = Math.max(atUs + 1, verdict.dueAtUs);
  }
}
