/** Who may get a deposit that was forfeited. */
export const FORFEIT_RECEIVERS = ['seller', 'budget', 'operator'] as const;
export type ForfeitReceiver = (typeof FORFEIT_RECEIVERS)[number];

/** Who may get a penalty that was paid: the seller is who paid it. */
export const PENALTY_RECEIVERS = ['budget', 'operator'] as const satisfies readonly ForfeitReceiver[];

/** What a rule set says of it. */
export interface ForfeitFigures {
  forfeitedDepositTo?: ForfeitReceiver | undefined;
  penaltyTo?: (typeof PENALTY_RECEIVERS)[number] | undefined;
}

/**
 * Who gets what was lost with a lot, by the figures that it was published by.
 * @param hasSeller false: it is the operator's own lot, or none
 */
export function receiverOfForfeit(
  lost: 'deposit' | 'penalty',
  figures: ForfeitFigures,
  hasSeller: boolean,
): ForfeitReceiver {
  if (lost === 'penalty') return figures.penaltyTo ?? 'operator';
  const receiver = figures.forfeitedDepositTo ?? 'seller';
  return receiver === 'seller' && !hasSeller ? 'operator' : receiver;
}
