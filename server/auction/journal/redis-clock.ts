import { EMPTY_BATCH } from './commit-batch.ts';
import type { JournalContext } from './journal-memory.ts';

/** Beyond this difference the scripts hold their rooms (scripts/include/room.lua), for neither clock can be trusted. */
export const CLOCKS_APART_US = 1_250_000;

/** Redis's clock and PostgreSQL's disagree. Nothing was changed; retried until they agree. */
export class ClocksApart extends Error {
  constructor(apartUs: number) {
    super(`Redis's clock is ${apartUs / 1_000_000} s ahead of PostgreSQL's`);
    this.name = 'ClocksApart';
  }
}

/**
 * Redis's time in µs, by which rooms open and close. Rejects with ClocksApart when PostgreSQL's differs: recovering rooms
 * works without a lease, so a wrong clock would open them early or move their deadlines permanently.
 */
export async function trustedNowUs({
  connection,
  state,
}: Pick<JournalContext, 'connection' | 'state'>): Promise<number> {
  const pgUs = await connection.commit(EMPTY_BATCH, false);
  const redisUs = await state.redisNowUs();
  if (Math.abs(redisUs - pgUs) > CLOCKS_APART_US) throw new ClocksApart(redisUs - pgUs);
  return redisUs;
}
