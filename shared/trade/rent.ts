/** What is sold: the property itself, or its use for a term. */
export const TENURES = ['ownership', 'rent'] as const;

/**
 * What a leased lot costs a month, in tiyin: its price is for the whole term; what does not divide evenly is rounded down to
 * the tiyin, as every share of money is. Null where the term is not known in whole months.
 * @param priceTiyin for the whole term
 */
export const monthlyRentTiyin = (priceTiyin: number, months: number | null): number | null =>
  months !== null && Number.isInteger(months) && months >= 1 ? Math.floor(priceTiyin / months) : null;
