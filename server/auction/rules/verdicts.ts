import type { HammerOutcome, RefusalReason, RoomPhase } from '#shared/auction/refusals.ts';

/** A command names the epoch the caller knows; another epoch in Redis answers `fenced` and writes nothing. */
export interface CommandHead {
  lotId: number;
  epoch: number;
}

/** `sentEpoch` is set on repeats whose first sending may have been executed: the epoch of that sending. */
export interface BidCommandHead extends CommandHead {
  person: string;
  /** Client-made id, scoped to the person, 8–64 of [A-Za-z0-9_-]. */
  bidId: string;
  sentEpoch?: number;
  /** The person is not admitted, as far as the caller knows: chooses where a refusal is stored, never the verdict. */
  notAdmitted?: boolean;
}

interface Judged {
  epoch: number;
  /** Last sequence of the lot at the verdict, own entries included: answer once this is committed. */
  seq: number;
  /** True when this repeats the first answer. */
  repeated: boolean;
}

export type BidVerdict =
  | (Judged & {
      verdict: 'accepted';
      /** Sequence of the person's own first entry (price, autoSet or autoCleared). */
      ownSeq: number;
      atUs: number;
      /** Own price for an offer; the maximum for an auto-bid; 0 for autoCleared. */
      amountTiyin: number;
      suggestedTiyin: number;
      deadlineUs: number;
      leading: boolean;
      /** Auto-bids only: stored, but asleep because above the limit. */
      asleep: boolean;
    })
  | (Judged & {
      verdict: 'refused';
      reason: RefusalReason;
      atUs: number;
      /** The price that would pass now (below-suggested, matched, already-leading); 0 when unknown. */
      suggestedTiyin: number;
      /** limit-exceeded only, otherwise 0. */
      limitTiyin: number;
      /** The most that passes now; too-far only, otherwise 0. */
      mostTiyin: number;
      deadlineUs: number;
      /**
       * Only with `fenced`, nothing was written: Redis does not have all ids accepted before this epoch. The caller looks
       * the id up in PostgreSQL, adds what it finds by `addIds` and repeats the command.
       */
      lookUp?: true;
      /** Set when a web process refused it by what is committed: the chain's hash at `seq`. */
      headHash?: string;
    });

/** Commands that are not bids: done, or the reason of the refusal. `seq` as in Judged. */
export type ControlVerdict =
  | (Judged & { verdict: 'done' })
  | (Judged & { verdict: 'refused'; reason: RefusalReason });

export type CloseVerdict =
  | (Judged & { verdict: 'closed'; outcome: HammerOutcome; repeatedClose: boolean })
  | (Judged & { verdict: 'not-due'; dueAtUs: number; phase: RoomPhase })
  | (Judged & { verdict: 'refused'; reason: 'fenced' | 'held' | 'unknown-lot' });
