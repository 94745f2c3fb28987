import type { FoundSign, JudgedFacts, JudgeSign } from './facts.ts';
import { farReserveSign } from './signs/far-reserve.ts';
import { jumpSign } from './signs/jump.ts';
import { neverWinsSign } from './signs/never-wins.ts';
import { pairSign } from './signs/pair.ts';
import { priceFarSign } from './signs/price-far.ts';
import { refusedFloodSign } from './signs/refused-flood.ts';
import { sellerTieSign } from './signs/seller-tie.ts';
import { soleBidderSign } from './signs/sole-bidder.ts';

const SIGNS: readonly JudgeSign[] = [
  pairSign,
  sellerTieSign,
  neverWinsSign,
  soleBidderSign,
  jumpSign,
  refusedFloodSign,
  priceFarSign,
  farReserveSign,
];

/** All signs of one auction. Pure: the same facts give the same signs. */
export const judgeAuction = (facts: JudgedFacts): FoundSign[] => SIGNS.flatMap((sign) => sign(facts));
