import type { AnyDb } from '#server/platform/database/index.ts';
import type { UndoRefusal } from '#shared/lifecycles/result-cancellation.ts';

/** What the cancellation of a result does, in tiyin. */
export interface UndoneSums {
  returnedTiyin: number;
  owedTiyin: number;
}

export type UndoneByStaff =
  | ({ outcome: 'undone'; already: boolean } & UndoneSums)
  /** Nothing was written. */
  | { outcome: 'refused'; reason: UndoRefusal | 'sums-changed' };

/** The workflow that cancels results, handed in: this domain decides that one is cancelled, not how. */
export interface UndoPort {
  /** What it would do now, unlocked. */
  preview(db: AnyDb, lotId: number): Promise<UndoneSums & { blockedBy: UndoRefusal | null }>;
  /** In the caller's transaction. @param expected refused as `sums-changed` when it would do something else */
  undo(
    tx: AnyDb,
    result: { lotId: number; reason: string; actor: string; expected: UndoneSums },
  ): Promise<UndoneByStaff>;
}
