import type { Settlement } from '#server/domains/money/settlements/index.ts';
import { createTradeApplicationsRepository } from '#server/domains/trade/trade-applications/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { endDeposit } from './end-deposit.ts';

/**
 * Ends the deposit of a sale with its application, in the caller's transaction, which has the settlement locked: it counts
 * towards the price, or is lost. A sale without a deposit changes nothing.
 * @throws when the deposit is not held: the books and the settlement contradict each other
 */
export async function endDepositOfSale(
  tx: AnyDb,
  settlement: Settlement,
  how: { end: 'capture' | 'forfeit'; reason: string; actor: string },
): Promise<void> {
  if (settlement.hold_id === null) return;
  const applications = createTradeApplicationsRepository(tx);
  const application = await applications.lockOf(settlement.lot_id, settlement.person_id);
  if (application?.hold_id !== settlement.hold_id || application.deposit_state !== 'held')
    throw new Error(`the deposit of settlement ${settlement.id} is not held`);
  await applications.setDeposit(application.id, await endDeposit(tx, application, how));
}
