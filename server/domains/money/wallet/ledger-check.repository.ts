import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { Invariant } from '#server/platform/modules/index.ts';

/** Maximum of rows reported per invariant. */
const ROWS_MAX = 100;

export interface BrokenInvariant {
  /** As in the list of invariants. */
  number: number;
  name: string;
  /** At most 100 of the rows that break it; sums beyond 2^53 are text. */
  rows: Record<string, unknown>[];
  /** There are more rows than those. */
  more: boolean;
}

/**
 * Checks one snapshot of the whole ledger. Empty: everything holds. Takes time with the number of entries; takes no locks.
 * @param invariants of all modules
 */
export function checkLedger(db: AnyDb, invariants: readonly Invariant[]): Promise<BrokenInvariant[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // As long as it takes: it grows with the ledger, locks nothing, and is of use only when it ends.
      await sql`set local statement_timeout = 0`.execute(tx);
      const broken: BrokenInvariant[] = [];
      for (const { number, name, query } of invariants) {
        const { rows } = await sql<Record<string, unknown>>`
          select * from (${sql.raw(query)}) as found limit ${ROWS_MAX + 1}`.execute(tx);
        if (rows.length > 0)
          broken.push({ number, name, rows: rows.slice(0, ROWS_MAX), more: rows.length > ROWS_MAX });
      }
      return broken;
    });
}
