import { AUCTION_EVENTS } from '#server/auction/index.ts';
import { writeOutbox } from '#server/platform/database/index.ts';
import type { Hammer } from '#server/workflows/index.ts';
import type { TestDatabase } from './services.ts';

/** Announces a hammer as the journal does with its commit. */
export async function endWithHammer(
  database: TestDatabase,
  lotId: number,
  more: Partial<Hammer> = {},
): Promise<Hammer> {
  const entry: Hammer = {
    v: 1,
    lotId,
    epoch: 1,
    seq: 9,
    atUs: Date.now() * 1_000,
    kind: 'closed',
    outcome: 'sold',
    winner: 'winner',
    winnerNumber: 7,
    priceTiyin: 200_000_00,
    reserve: null,
    reserveNumber: null,
    reservePriceTiyin: null,
    participants: 4,
    winnerDeclines: false,
    reason: '',
    ...more,
  };
  await writeOutbox(database.db, {
    topic: AUCTION_EVENTS.hammer,
    key: String(lotId),
    payload: { entry, hash: '0'.repeat(64) },
  });
  return entry;
}
