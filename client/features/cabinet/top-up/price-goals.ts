import type { LotDetails } from '#shared/api/site/lots.ts';
import { MAX_TIYIN } from '#shared/auction/rules.ts';
import { limitWith, moneyToOffer } from '#client/entities/application/deposit-limit.ts';

/** An auction that money is added for, and what of the person's money counts in it already: free, and held for it. */
export interface Goal {
  lot: LotDetails;
  haveTiyin: number;
}

const WHOLE_SUM = 100;
/** Shares of the least price worth going to, in percent. */
const SHARES = [100, 125, 150, 200] as const;

/** In whole UZS, rounded up: tiyin cannot be typed at every provider. */
export const wholeSum = (tiyin: number): number => Math.ceil(tiyin / WHOLE_SUM) * WHOLE_SUM;

/** What has to be added to take part and to offer a price; 0: nothing. */
export const sumForPrice = ({ lot, haveTiyin }: Goal, priceTiyin: number): number =>
  wholeSum(Math.max(0, moneyToOffer(lot, priceTiyin) - haveTiyin));

/** The highest price that may be offered once a sum is added; null: not even the deposit is covered. */
export function priceForSum({ lot, haveTiyin }: Goal, sumTiyin: number): number | null {
  const moneyTiyin = haveTiyin + sumTiyin;
  return moneyTiyin < lot.depositTiyin ? null : limitWith(lot, moneyTiyin);
}

/** Upwards to two leading digits: prices that are easy to read. */
function roundUp(tiyin: number): number {
  const unit = 10 ** Math.max(2, String(Math.trunc(tiyin)).length - 2);
  return Math.min(MAX_TIYIN, Math.ceil(tiyin / unit) * unit);
}

/** Prices to choose from, each with the sum it takes: from the least that wins now; those the money carries to are left out. */
export function goalPrices(goal: Goal): { priceTiyin: number; sumTiyin: number }[] {
  const { lot } = goal;
  const reached = lot.room.priceTiyin;
  const alone = priceForSum(goal, sumForPrice(goal, 0)) ?? 0;
  const least = Math.max(alone, lot.firstSuggestedTiyin, reached === null ? 0 : roundUp(reached * 1.1));
  const prices = SHARES.map((share) => (share === 100 ? least : roundUp((least / 100) * share)));
  return [...new Set(prices)]
    .map((priceTiyin) => ({ priceTiyin, sumTiyin: sumForPrice(goal, priceTiyin) }))
    .filter(({ sumTiyin }) => sumTiyin > 0);
}
