import { MAX_TIYIN, type AuctionTerms } from './rules.ts';
import { suggestedPrice } from './suggested-price.ts';

/** Latest instant whose microseconds are exact in a double, less a century of overtime and pauses. */
const LATEST_MS = Math.floor(MAX_TIYIN / 1_000) - 100 * 366 * 86_400_000;

export type TermsProblem = 'ends-before-it-opens' | 'too-far-in-time' | 'start-price-too-high';

/** Why no auction can be held by well-formed terms; null: no problem. Checked at opening. */
export function termsProblem(terms: AuctionTerms): TermsProblem | null {
  if (terms.closesAtMs <= terms.opensAtMs) return 'ends-before-it-opens';
  if (terms.closesAtMs + (terms.rules.overtime?.capMs ?? 0) > LATEST_MS) return 'too-far-in-time';
  const first = suggestedPrice(terms.rules, {
    startPriceTiyin: terms.startPriceTiyin,
    priceTiyin: null,
    count: 0,
  });
  return first === 0 ? 'start-price-too-high' : null;
}
