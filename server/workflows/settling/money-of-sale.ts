import { createSaleClaims, type UndoneSums } from '#server/domains/trade/result-cancellations/index.ts';
import { receivedOf, type Settlement } from '#server/domains/money/settlements/index.ts';
import { createSaleReturns } from '#server/domains/money/wallet/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';

/** What the platform holds of a sale, and what has left to its seller. @param settlement null: nothing was to be paid yet */
export const sumsOfSale = (settlement: Settlement | null, goneTiyin: number): UndoneSums => ({
  returnedTiyin: settlement === null ? 0 : receivedOf(settlement) - goneTiyin,
  owedTiyin: goneTiyin,
});

/** A movement of one person's money, not done yet. */
export interface Movement {
  personId: string;
  run(): Promise<unknown>;
}

/** Of several people, in the order of their ids: accounts are locked so everywhere. */
export async function runInOrder(movements: Movement[]): Promise<void> {
  movements.sort((one, other) =>
    one.personId < other.personId ? -1 : one.personId > other.personId ? 1 : 0,
  );
  for (const { run } of movements) await run();
}

/**
 * What the cancellation of a sale moves, in the caller's transaction: what the platform holds of it goes back to the buyer, and the
 * seller owes the buyer what has left.
 * @param sums.seller null: a lot of the operator itself, of which nothing leaves
 */
export function movementsOfSale(
  tx: AnyDb,
  settlement: Settlement,
  sums: UndoneSums & { seller: string | null; reason: string; actor: string },
): Movement[] {
  const { id: settlementId, lot_id: lotId, person_id: personId } = settlement;
  const { seller, returnedTiyin, owedTiyin, reason, actor } = sums;
  const movements: Movement[] = [];
  if (returnedTiyin > 0)
    movements.push({
      personId,
      run: () =>
        createSaleReturns(tx).giveBack({
          key: `settlement:${settlementId}`,
          personId,
          amountTiyin: returnedTiyin,
          reference: `lot:${lotId}`,
          reason: 'the result was cancelled',
          actor,
        }),
    });
  if (seller !== null && owedTiyin > 0)
    movements.push({
      personId: seller,
      run: () =>
        createSaleClaims(tx).claim({
          settlementId,
          lotId,
          sellerId: seller,
          buyerId: personId,
          amountTiyin: owedTiyin,
          reason,
          actor,
        }),
    });
  return movements;
}
