import type { AuctionFacts, JudgeSign } from '../facts.ts';
import { THRESHOLDS } from '../thresholds.ts';
import { percent, score } from './measures.ts';

/** Who offered up to near the final price, the winner included. */
const seriousIn = (auction: AuctionFacts): string[] =>
  auction.bidders
    .filter(
      ({ bestTiyin }) =>
        bestTiyin !== null && bestTiyin >= THRESHOLDS.neverWins.nearPrice * (auction.priceTiyin ?? Infinity),
    )
    .map(({ personId }) => personId);

/**
 * Offers seriously for many lots of one seller, mostly of that one, and wins none or hardly any. How likely that is by chance: each who offered near
 * the final price might have won as well as any other of them.
 */
export const neverWinsSign: JudgeSign = ({ auction, past, similar }) => {
  const { serious: least, chance: mostChance, mostWins, shareOfSeller, timesShare } = THRESHOLDS.neverWins;
  const { sellerId, winnerId } = auction;
  if (sellerId === null || winnerId === null) return [];
  // Where all lots are of one seller, whoever loses there loses to that seller: that is no sign.
  const ofAll = similar.filter((each) => each.sellerId === sellerId).length / Math.max(1, similar.length);
  return auction.bidders.flatMap(({ personId }) => {
    if (personId === winnerId || !seriousIn(auction).includes(personId)) return [];
    const offered = past.filter((each) =>
      each.bidders.some((bidder) => bidder.personId === personId && bidder.offers > 0),
    );
    const ofSeller = offered.filter((each) => each.sellerId === sellerId);
    const serious = ofSeller.filter((each) => each.winnerId !== null && seriousIn(each).includes(personId));
    const lost = serious.filter((each) => each.winnerId !== personId);
    const wins = serious.length - lost.length;
    const chance = chanceOfSoFew(
      wins,
      serious.map((each) => 1 / seriousIn(each).length),
    );
    const share = ofSeller.length / offered.length;
    if (lost.length < least || wins > mostWins * serious.length || chance > mostChance) return [];
    if (share < shareOfSeller || share < timesShare * ofAll) return [];
    return [
      {
        sign: 'never-wins',
        key: `never-wins:${sellerId}:${personId}`,
        score: score(40 - 20 * Math.log10(Math.max(chance, 1e-3))),
        facts: { lots: lost.length, wins, ofSeller: ofSeller.length, share: percent(share) },
        evidence: lost.map((each) => {
          const own = each.bidders.find((bidder) => bidder.personId === personId);
          return {
            lotId: each.lotId,
            personId,
            facts: {
              offers: own?.offers ?? 0,
              bestTiyin: own?.bestTiyin ?? 0,
              priceTiyin: each.priceTiyin ?? 0,
            },
          };
        }),
      },
    ];
  });
};

/** How likely at most so many wins are, where each win has a chance of its own. */
function chanceOfSoFew(wins: number, chances: readonly number[]): number {
  let exactly = [1];
  for (const chance of chances)
    exactly = [...exactly, 0].map((same, at) => same * (1 - chance) + (exactly[at - 1] ?? 0) * chance);
  return exactly.slice(0, wins + 1).reduce((sum, each) => sum + each, 0);
}
