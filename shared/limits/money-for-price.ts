import { basisPoints } from '../auction/amounts.ts';

/** The least that deposit and free balance must be together for `spendingLimit` to reach a price. */
export function moneyForPrice(priceTiyin: number, limitPercent: number): number {
  return Number((BigInt(priceTiyin) * BigInt(basisPoints(limitPercent)) + 9_999n) / 10_000n);
}
