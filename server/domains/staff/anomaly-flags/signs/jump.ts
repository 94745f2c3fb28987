import type { JudgeSign, PriceFacts } from '../facts.ts';
import { THRESHOLDS } from '../thresholds.ts';
import { median, percent, score } from './measures.ts';

/**
 * An offer far above the suggested one when the price was near what similar lots bring: no one has to offer so much more. From a low price to a serious one people jump every day.
 */
export const jumpSign: JudgeSign = ({ auction, prices, similar: sold }) => {
  const { times, ofUsualPrice, similar } = THRESHOLDS.jump;
  const usual = median(sold.map(({ growth }) => growth));
  if (usual === null || sold.length < similar) return [];
  const seriousTiyin = ofUsualPrice * usual * auction.startPriceTiyin;
  const jumped = prices.filter(
    ({ amountTiyin, suggestedTiyin, beforeTiyin }) =>
      beforeTiyin !== null && beforeTiyin >= seriousTiyin && amountTiyin >= times * suggestedTiyin,
  );
  const people = [...new Set(jumped.map(({ personId }) => personId))];
  return people.map((personId) => {
    const own = jumped.filter((price) => price.personId === personId);
    const greatest = own.reduce((so, price) => (timesOf(price) > timesOf(so) ? price : so));
    return {
      sign: 'jump',
      key: `jump:${auction.lotId}:${personId}`,
      score: score(30 * timesOf(greatest)),
      facts: { jumps: own.length, percent: percent(timesOf(greatest) - 1) },
      evidence: [
        {
          lotId: auction.lotId,
          personId,
          facts: {
            amountTiyin: greatest.amountTiyin,
            suggestedTiyin: greatest.suggestedTiyin,
            won: auction.winnerId === personId ? 1 : 0,
          },
        },
      ],
    };
  });
};

const timesOf = ({ amountTiyin, suggestedTiyin }: PriceFacts): number => amountTiyin / suggestedTiyin;
