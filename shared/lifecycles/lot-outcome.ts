/** How a lot ended: the four the hammer can decide, and the one that only follows from it. */
export const LOT_OUTCOMES = [
  'sold',
  'not-held',
  'no-price-given',
  'withdrawn',
  'price-not-confirmed',
] as const;
export type LotOutcome = (typeof LOT_OUTCOMES)[number];
