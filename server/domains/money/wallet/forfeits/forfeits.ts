import type { AnyDb } from '#server/platform/database/index.ts';
import { createLedgerRepository } from '../ledger.repository.ts';

const MOST = 100;

export type Forfeits = ReturnType<typeof createForfeits>;

/** Forfeited deposits and paid penalties, for staff who propose where they go. */
export const createForfeits = (
  db: AnyDb,
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
) => ({
  /** Those that have not left the platform's account, the oldest first. */
  async waiting(): Promise<{ journalId: number; name: string; amountTiyin: number }[]> {
    const rows = await createLedgerRepository(db).forfeits(MOST);
    const names = await namesOf([...new Set(rows.map(({ personId }) => personId))]);
    return rows.map(({ id, personId, amountTiyin }) => ({
      journalId: id,
      name: names.get(personId) ?? '',
      amountTiyin,
    }));
  },
});
