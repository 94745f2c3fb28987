import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';

/**
 * Serialises what is decided about the result of one lot: payments, refusals, defaults, offers, payouts, protests, a cancelled
 * result, a repeat. Taken before any row of them, until the transaction ends, so that no two of them wait for one another.
 */
export async function lockSales(tx: AnyDb, lotId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sales-of-lot:${lotId}`}, 0))`.execute(tx);
}
