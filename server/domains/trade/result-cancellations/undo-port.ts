import type { AnyDb } from '#server/platform/database/index.ts';
import type { UndoRefusal } from '#shared/lifecycles/result-cancellation.ts';

/** What the cancellation of a result does, in tiyin. */
export interface UndoneSums {
  /** To the buyer at once: what the platform holds of the sale. */
  returnedTiyin: number;
  /** By the seller to the buyer: what has left. */
  owedTiyin: number;
}

export type UndoneByStaff =
  | ({ outcome: 'undone'; already: boolean } & UndoneSums)
  /** Nothing was written. */
  | { outcome: 'refused'; reason: UndoRefusal | 'sums-changed' };

/** A sale that is paid by parts and ends because parts are late. */
interface EndedByStaff {
  returnedTiyin: number;
  /** What is left for the seller of what the platform held, the fee of the operator included. */
  toSellerTiyin: number;
}

/** What a cancellation is about: the result of an auction, or one sale of a lot at a fixed price. */
export interface CancelledSale {
  lotId: number;
  /** null: the auction has no settlement yet. */
  settlementId: number | null;
}

/** The workflow that cancels results, handed in: this domain decides that one is cancelled, not how. */
export interface UndoPort {
  /** What it would do now, unlocked. */
  preview(db: AnyDb, sale: CancelledSale): Promise<UndoneSums & { blockedBy: UndoRefusal | null }>;
  /** Takes approvals of the payouts it is about back, in the transaction that proposes a cancellation. */
  holdPayouts(tx: AnyDb, sale: CancelledSale, by: string): Promise<void>;
  /** In the caller's transaction. @param expected refused as `sums-changed` when it would do something else */
  undo(
    tx: AnyDb,
    result: CancelledSale & {
      reason: string;
      actor: string;
      expected: UndoneSums;
      /** By the seller, as staff found: it counts as a withdrawal of theirs. */
      notHandedOver: boolean;
    },
  ): Promise<UndoneByStaff>;
  /** What the end of a sale with late parts would do now, unlocked. */
  previewEnd(
    db: AnyDb,
    settlementId: number,
    returnTiyin: number,
  ): Promise<EndedByStaff & { blockedBy: UndoRefusal | null }>;
  /**
   * The end of a sale with late parts, prepared ahead of the transaction in which it is called; the sums are judged there.
   * @returns refused: nothing was written
   */
  prepareEnd(sale: {
    lotId: number;
    settlementId: number;
  }): Promise<
    (
      tx: AnyDb,
      end: { returnTiyin: number; reason: string; actor: string },
    ) => Promise<({ outcome: 'ended' } & EndedByStaff) | { outcome: 'refused'; reason: UndoRefusal }>
  >;
}
