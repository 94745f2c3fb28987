import type { JudgeSign } from '../facts.ts';
import { THRESHOLDS } from '../thresholds.ts';
import { score } from './measures.ts';

/** Very many refused attempts of one bidder, many of them within a minute: a program that tries, or a wish to disturb. */
export const refusedFloodSign: JudgeSign = ({ auction, refused }) => {
  const { attempts: least, inMinute } = THRESHOLDS.refusedFlood;
  return refused
    .filter(({ attempts, mostInMinute }) => attempts >= least && mostInMinute >= inMinute)
    .map(({ personId, attempts, mostInMinute }) => ({
      sign: 'refused-flood',
      key: `refused-flood:${auction.lotId}:${personId}`,
      score: score(20 + 20 * Math.log10(attempts)),
      facts: { attempts, mostInMinute },
      evidence: [{ lotId: auction.lotId, personId, facts: { attempts, mostInMinute } }],
    }));
};
