import type { JudgeSign } from '../facts.ts';
import { THRESHOLDS } from '../thresholds.ts';
import { percent, score } from './measures.ts';

/** Somebody outbid everybody, did not pay, and the participant below bought for far less: others would have offered more than that. */
export const farReserveSign: JudgeSign = ({ auction, reserve }) => {
  const { priceTiyin, winnerId, lotId } = auction;
  if (reserve === null || priceTiyin === null || winnerId === null) return [];
  const times = priceTiyin / reserve.priceTiyin;
  if (times < THRESHOLDS.farReserve.times) return [];
  return [
    {
      sign: 'far-reserve',
      key: `far-reserve:${lotId}`,
      score: score(40 * times),
      facts: { percent: percent(1 - 1 / times) },
      evidence: [
        { lotId, personId: winnerId, facts: { lostTiyin: priceTiyin } },
        { lotId, personId: reserve.personId, facts: { reserveTiyin: reserve.priceTiyin } },
      ],
    },
  ];
};
