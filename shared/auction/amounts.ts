/** Basis points of a percent with at most two decimals: 2.5 % is 250. */
export function basisPoints(percent: number): number {
  return Math.round(percent * 100);
}

/**
 * The given share of an amount, rounded down to a whole tiyin.
 * Multiplies in two parts so that no intermediate product of a representable result passes 2^53:
 * every amount up to MAX_TIYIN gives the exact figure, in JavaScript as in Lua. Results above
 * MAX_TIYIN are inexact but stay above it, so a comparison with the ceiling is always right.
 */
export function shareOf(amountTiyin: number, points: number): number {
  const rest = amountTiyin % 10_000;
  return ((amountTiyin - rest) / 10_000) * points + Math.floor((rest * points) / 10_000);
}
