import type { AuctionRules } from './rules.ts';

/** Whether bidders' limits apply to the confirmed price with this ordinal (1 = the lot's first). */
export function limitsApply(rules: Pick<AuctionRules, 'limitFromPrice'>, ordinal: number): boolean {
  return rules.limitFromPrice !== undefined && rules.limitFromPrice <= ordinal;
}

/** Whether an amount passes a bidder's limit; no limit (null) lets everything pass. */
export function withinLimit(limitTiyin: number | null, amountTiyin: number): boolean {
  return limitTiyin === null || amountTiyin <= limitTiyin;
}
