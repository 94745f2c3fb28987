import { MAX_TIYIN } from '#shared/auction/rules.ts';

/**
 * The highest price the person's money stands for: floor((deposit of this lot + available balance) / deposit percent).
 * null, no limit, for lots without a deposit. Sums in tiyin, the percent in basis points.
 */
export function offerLimit(depositTiyin: number, availableTiyin: number, depositBp: number): number | null {
  if (depositBp === 0) return null;
  // Ten thousand times a balance may leave what a double holds exactly.
  const limit = ((BigInt(depositTiyin) + BigInt(availableTiyin)) * 10_000n) / BigInt(depositBp);
  return limit > BigInt(MAX_TIYIN) ? MAX_TIYIN : Number(limit);
}
