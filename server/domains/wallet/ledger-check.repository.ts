import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import { BOOKS, type Invariant } from './ledger-invariants.ts';
import { BESIDE_THE_BOOKS } from './outside-invariants.ts';

/** Most rows told for one invariant. */
const ROWS_MAX = 100;

/** Everything that is checked, in the order of its numbers. */
export const INVARIANTS: readonly Invariant[] = [...BOOKS, ...BESIDE_THE_BOOKS].toSorted(
  (one, other) => one.number - other.number,
);

export interface BrokenInvariant {
  /** As in the list of invariants. */
  number: number;
  name: string;
  /** At most 100 of the rows that break it; sums beyond 2^53 are text. */
  rows: Record<string, unknown>[];
  /** There are more rows than those. */
  more: boolean;
}

/** Reads the whole ledger at one moment. Empty: everything holds. Takes time with the number of entries; locks nothing. */
export function checkLedger(db: AnyDb): Promise<BrokenInvariant[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const broken: BrokenInvariant[] = [];
      for (const { number, name, query } of INVARIANTS) {
        const { rows } = await sql<Record<string, unknown>>`
          select * from (${sql.raw(query)}) as found limit ${ROWS_MAX + 1}`.execute(tx);
        if (rows.length > 0)
          broken.push({ number, name, rows: rows.slice(0, ROWS_MAX), more: rows.length > ROWS_MAX });
      }
      return broken;
    });
}
