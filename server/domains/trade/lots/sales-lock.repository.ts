import { lockNamed, type AnyDb } from '#server/platform/database/index.ts';

/**
 * Serialises what is decided about the result of one lot: payments, refusals, defaults, offers, payouts, protests, a cancelled
 * result, a repeat. Taken before any row of them, until the transaction ends, so that no two of them wait for one another.
 */
export async function lockSales(tx: AnyDb, lotId: number): Promise<void> {
  await lockNamed(tx, `sales-of-lot:${lotId}`);
}
