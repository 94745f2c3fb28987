/** A recorded auction: the auction-history format of `npm run replay`, times in ms since 1970. */
export interface History {
  rules: {
    overtime: { windowMs: number; extendToMs: number; capMs?: number; dailyStop?: number } | null;
    minParticipants: number | { count: number; at: string };
    [rule: string]: unknown;
  };
  startPrice: number;
  opensAt: number;
  closesAt: number;
  bids: { at: number; bidder: string; amount?: number; maximum?: number }[];
  expected?: { price?: number | null };
}

export interface FastRoom {
  /** As the core alone opens rooms. */
  terms: { rules: object; startPriceTiyin: number; closesAfterMs: number; bidders: string[] };
  bids: { afterMs: number; bidder: string; amount?: number; maximum?: number }[];
  expectedPrice: number | null | undefined;
}

/** The auction with all its times squeezed so that it is open for so long; overtime shrinks with them, to 1 ms at least. */
export function speedUp(history: History, openMs: number): FastRoom {
  const { rules, startPrice, opensAt, closesAt, bids, expected } = history;
  const by = (closesAt - opensAt) / openMs;
  const shorter = (ms: number) => Math.max(1, Math.round(ms / by));
  const { overtime, minParticipants } = rules;
  const fast = overtime && {
    windowMs: shorter(overtime.windowMs),
    extendToMs: shorter(overtime.extendToMs),
    ...(overtime.capMs !== undefined && { capMs: shorter(overtime.capMs) }),
  };
  const least =
    typeof minParticipants === 'number' ? { count: minParticipants, at: 'close' } : minParticipants;
  return {
    terms: {
      rules: { ...rules, overtime: fast, minParticipants: least },
      startPriceTiyin: startPrice,
      closesAfterMs: openMs,
      bidders: [...new Set(bids.map(({ bidder }) => bidder))],
    },
    bids: bids.map(({ at, ...bid }) => ({ ...bid, afterMs: Math.max(0, (at - opensAt) / by) })),
    expectedPrice: expected?.price,
  };
}
