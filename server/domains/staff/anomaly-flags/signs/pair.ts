import type { AuctionFacts, BidderFacts, JudgeSign } from '../facts.ts';
import { THRESHOLDS } from '../thresholds.ts';
import { percent, score } from './measures.ts';

const bidderOf = (auction: AuctionFacts, personId: string): BidderFacts | undefined =>
  auction.bidders.find((bidder) => bidder.personId === personId && bidder.offers > 0);

/**
 * One drives up, the other wins, again and again, whichever of the two it is each time. Rivals who want the same things do so too: they
 * are told apart by how much of what the less active of the two does is that.
 */
export const pairSign: JudgeSign = ({ auction, past }) => {
  const { driven: leastDriven, loyalty: leastLoyalty } = THRESHOLDS.pair;
  const winner = auction.winnerId;
  if (winner === null) return [];
  const others = auction.bidders.filter(({ personId, drove }) => personId !== winner && drove > 0);
  return others.flatMap(({ personId }) => {
    const pair = [winner, personId].toSorted() as [string, string];
    const met = past.filter((each) => pair.every((id) => bidderOf(each, id)));
    const driven = met.filter(
      ({ winnerId, bidders }) =>
        winnerId !== null &&
        pair.includes(winnerId) &&
        bidders.some((each) => pair.includes(each.personId) && each.drove > 0),
    );
    const active = Math.min(...pair.map((id) => past.filter((each) => bidderOf(each, id)).length));
    const loyalty = driven.length / Math.max(1, active);
    if (driven.length < leastDriven || loyalty < leastLoyalty) return [];
    return [
      {
        sign: 'pair',
        key: `pair:${pair.join(':')}`,
        score: score(40 + 60 * (loyalty - leastLoyalty) + 2 * driven.length),
        facts: { meetings: met.length, driven: driven.length, auctions: active, share: percent(loyalty) },
        evidence: driven.flatMap((each) =>
          pair.map((id) => ({
            lotId: each.lotId,
            personId: id,
            facts: {
              offers: bidderOf(each, id)?.offers ?? 0,
              drove: bidderOf(each, id)?.drove ?? 0,
              won: each.winnerId === id ? 1 : 0,
            },
          })),
        ),
      },
    ];
  });
};
