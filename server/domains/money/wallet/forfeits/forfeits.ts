import type { AnyDb } from '#server/platform/database/index.ts';
import type { ForfeitReceiver } from '#shared/rule-sets/forfeit-receivers.ts';
import { createLedgerRepository } from '../ledger.repository.ts';
import { receiverOf } from './forfeit-exit.ts';

const MOST = 100;

interface WaitingForfeit {
  journalId: number;
  name: string;
  amountTiyin: number;
  receiver: ForfeitReceiver;
}

export type Forfeits = ReturnType<typeof createForfeits>;

/** Forfeited deposits and paid penalties, for staff who propose that they leave. */
export const createForfeits = (
  db: AnyDb,
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
) => ({
  /** Those after a journal that have not left the platform's account, the oldest first, and whether there are later ones. */
  async waiting(after: number): Promise<{ items: WaitingForfeit[]; more: boolean }> {
    const found = await createLedgerRepository(db).forfeits(after, MOST + 1);
    const rows = found.slice(0, MOST);
    const names = await namesOf([...new Set(rows.map(({ personId }) => personId))]);
    const items = await Promise.all(
      rows.map(async (journal) => ({
        journalId: journal.id,
        name: names.get(journal.personId) ?? '',
        amountTiyin: journal.amountTiyin,
        receiver: await receiverOf(db, journal),
      })),
    );
    return { items, more: found.length > MOST };
  },
});
