import type { SellerTie } from '#shared/trust/anomaly-signs.ts';
import type { FoundSign, JudgeSign, TieFacts } from '../facts.ts';
import { THRESHOLDS } from '../thresholds.ts';
import { score } from './measures.ts';

/** What two people have in common who are the only ones to have it. */
const WEIGHTS: Readonly<Record<SellerTie, number>> = {
  'national-id': 100,
  phone: 90,
  card: 90,
  address: 60,
  network: 60,
};

/** A phone or a card is one person's; a house, and more so a network, may be that of many. */
const SHARED_BY_MANY: readonly SellerTie[] = ['address', 'network'];

const weightOf = ({ tie, people }: TieFacts): number =>
  SHARED_BY_MANY.includes(tie) ? WEIGHTS[tie] / Math.max(1, people - 1) : WEIGHTS[tie];

/** A bidder has something in common with the seller; each tie weighs by how many others share it. */
export const sellerTieSign: JudgeSign = ({ auction, ties }) => {
  const { sellerId, lotId } = auction;
  if (sellerId === null) return [];
  const people = [...new Set(ties.map(({ personId }) => personId))].filter((id) => id !== sellerId);
  return people.flatMap((personId): FoundSign[] => {
    const own = ties.filter((tie) => tie.personId === personId);
    const weight = own.reduce((sum, tie) => sum + weightOf(tie), 0);
    if (weight < THRESHOLDS.sellerTie.score) return [];
    const strongest = own.reduce((so, tie) => (weightOf(tie) > weightOf(so) ? tie : so));
    return [
      {
        sign: 'seller-tie',
        key: `seller-tie:${sellerId}:${personId}`,
        score: score(weight),
        facts: { ties: own.length, people: strongest.people },
        evidence: [
          {
            lotId,
            personId,
            facts: Object.fromEntries(own.map(({ tie, people: sharing }) => [tie, sharing])),
          },
          { lotId, personId: sellerId, facts: {} },
        ],
      },
    ];
  });
};
