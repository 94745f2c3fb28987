import type { JudgeSign } from '../facts.ts';
import { THRESHOLDS } from '../thresholds.ts';
import { median, percent, score } from './measures.ts';

/** The median absolute deviation of what is normally distributed, times this, is its standard deviation. */
const TO_DEVIATION = 1.4826;

/** Sold for far more, or far less, than similar lots, each measured by its own start price. */
export const priceFarSign: JudgeSign = ({ auction, similar: sold }) => {
  const { similar, deviations, times, leastDeviation } = THRESHOLDS.priceFar;
  const { priceTiyin, winnerId, startPriceTiyin, lotId } = auction;
  if (priceTiyin === null || winnerId === null || sold.length < similar) return [];
  const logs = sold.map((each) => Math.log(each.growth));
  const usual = median(logs) as number;
  const spread = TO_DEVIATION * (median(logs.map((each) => Math.abs(each - usual))) as number);
  const growth = priceTiyin / startPriceTiyin;
  const apart = Math.abs(Math.log(growth) - usual);
  const far = apart / Math.max(spread, leastDeviation);
  if (far < deviations || apart < Math.log(times)) return [];
  const facts = { growth: percent(growth), usual: percent(Math.exp(usual)), similar: sold.length };
  return [
    {
      sign: 'price-far',
      key: `price-far:${lotId}`,
      score: score(10 * far),
      facts,
      evidence: [{ lotId, personId: winnerId, facts: { priceTiyin, startPriceTiyin } }],
    },
  ];
};
