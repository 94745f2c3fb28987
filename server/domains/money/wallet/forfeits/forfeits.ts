import type { AnyDb } from '#server/platform/database/index.ts';
import type { ForfeitReceiver } from '#shared/rule-sets/forfeit-receivers.ts';
import { createLedgerRepository } from '../ledger.repository.ts';
import { receiverOf } from './forfeit-exit.ts';

const MOST = 100;

export type Forfeits = ReturnType<typeof createForfeits>;

/** Forfeited deposits and paid penalties, for staff who propose that they leave. */
export const createForfeits = (
  db: AnyDb,
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
) => ({
  /** Those that have not left the platform's account, the oldest first. */
  async waiting(): Promise<
    { journalId: number; name: string; amountTiyin: number; receiver: ForfeitReceiver }[]
  > {
    const rows = await createLedgerRepository(db).forfeits(MOST);
    const names = await namesOf([...new Set(rows.map(({ personId }) => personId))]);
    return Promise.all(
      rows.map(async (journal) => ({
        journalId: journal.id,
        name: names.get(journal.personId) ?? '',
        amountTiyin: journal.amountTiyin,
        receiver: await receiverOf(db, journal),
      })),
    );
  },
});
