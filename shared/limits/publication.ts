import type { RuleSetName } from '../api/site/lots.ts';
import type { OrderType } from '../api/site/reference.ts';
import { AUCTION_ONLY_ABOVE_BASE_AMOUNTS } from './trade-terms.ts';

/** Ownership each rule set is for; rehearsals have none. */
export const OWNERSHIP_OF_RULE_SET: Readonly<Record<RuleSetName, OrderType | null>> = {
  'state-shop': 'state',
  'state-live': 'state',
  private: 'private',
  practice: null,
};

export interface SaleToJudge {
  orderType: OrderType;
  tradeType: 'auction' | 'fixed-price';
  /** Of one unit at a fixed price. A whole number. */
  startPriceTiyin: number;
  /** A whole number. */
  quantity: number;
}

/** State property worth more than 60 base calculation amounts is sold by auction only (item 48 of the regulation). */
export function isAuctionOnly(sale: SaleToJudge, baseAmountTiyin: number): boolean {
  if (sale.orderType !== 'state' || sale.tradeType !== 'fixed-price') return false;
  // Exact: a price has up to 16 digits, and a count more do not fit into a double.
  const worth = BigInt(sale.startPriceTiyin) * BigInt(sale.quantity);
  return worth > BigInt(AUCTION_ONLY_ABOVE_BASE_AMOUNTS) * BigInt(baseAmountTiyin);
}
