import type { FoundSign, SimilarFacts } from '../facts.ts';
import { judgeAuction } from '../judge-auction.ts';
import type { PlayedAuction } from './market.ts';

const YEAR_MS = 365 * 86_400_000;
const SIMILAR = 60;

/**
 * Each auction is judged at its end with what was known then; of a sign with the same key the last, which has all evidence.
 * @param options.comparesSellers false: as if no similar lot were of the same seller
 */
export function judgeInOrder(
  played: readonly PlayedAuction[],
  { comparesSellers = true }: { comparesSellers?: boolean } = {},
): FoundSign[] {
  const flags = new Map<string, FoundSign>();
  const byPerson = new Map<string, PlayedAuction[]>();
  const growths = new Map<number, SimilarFacts[]>();
  const inOrder = played.toSorted((one, other) => one.auction.endedAtMs - other.auction.endedAtMs);
  for (const each of inOrder) {
    const { auction, prices, category } = each;
    for (const { personId } of auction.bidders)
      byPerson.set(personId, [...(byPerson.get(personId) ?? []), each]);
    const past = new Set(auction.bidders.flatMap(({ personId }) => byPerson.get(personId) ?? []));
    const sold = growths.get(category) ?? [];
    const found = judgeAuction({
      auction,
      prices,
      refused: [],
      ties: [],
      past: [...past].map((of) => of.auction).filter((of) => of.endedAtMs > auction.endedAtMs - YEAR_MS),
      similar: sold.slice(-SIMILAR).toReversed(),
      reserve: null,
    });
    for (const sign of found) flags.set(sign.key, sign);
    if (auction.priceTiyin !== null)
      growths.set(category, [
        ...sold,
        {
          growth: auction.priceTiyin / auction.startPriceTiyin,
          sellerId: comparesSellers ? auction.sellerId : null,
        },
      ]);
  }
  return [...flags.values()];
}
