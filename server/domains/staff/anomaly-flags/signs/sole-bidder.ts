import type { JudgeSign } from '../facts.ts';
import { THRESHOLDS } from '../thresholds.ts';
import { median, percent, score } from './measures.ts';

/**
 * One bidder wanted the lot. All others applied in the last part of the time for applications, offered once at most, and the price stayed
 * below what similar lots bring: an auction is held for which there was no competition.
 */
export const soleBidderSign: JudgeSign = ({ auction, similar: sold }) => {
  const { lastShare, mostOffers, ofUsual, similar } = THRESHOLDS.soleBidder;
  const { winnerId, priceTiyin, publishedAtMs, applicationsUntilMs } = auction;
  const usual = median(sold.map(({ growth }) => growth));
  if (winnerId === null || priceTiyin === null || usual === null || sold.length < similar) return [];
  const others = auction.bidders.filter(({ personId }) => personId !== winnerId);
  const lateFromMs = applicationsUntilMs - lastShare * (applicationsUntilMs - publishedAtMs);
  const late = ({ appliedAtMs }: { appliedAtMs: number | null }) =>
    appliedAtMs !== null && appliedAtMs >= lateFromMs;
  const growth = priceTiyin / auction.startPriceTiyin;
  if (others.length === 0 || growth >= ofUsual * usual) return [];
  if (!others.every((other) => late(other) && other.offers <= mostOffers)) return [];
  return [
    {
      sign: 'sole-bidder',
      key: `sole-bidder:${auction.lotId}`,
      score: score(30 + 60 * (1 - growth / usual)),
      facts: { others: others.length, growth: percent(growth), usual: percent(usual) },
      evidence: auction.bidders.map(({ personId, offers, appliedAtMs }) => ({
        lotId: auction.lotId,
        personId,
        facts: {
          offers,
          won: personId === winnerId ? 1 : 0,
          minutesBefore:
            appliedAtMs === null ? 0 : Math.max(0, Math.round((applicationsUntilMs - appliedAtMs) / 60_000)),
        },
      })),
    },
  ];
};
