/** Small seeded generator (mulberry32): the same seed gives the same mix. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Amounts of a storm: rising ones to be accepted, and ones below any price to be refused. */
export function amounts(acceptPercent: number, random: () => number): (lotId: number) => number {
  const next = new Map<number, number>();
  return (lotId) => {
    if (random() * 100 >= acceptPercent) return 1;
    // Steps apart, so that bids overtaking one another on the way still find room above.
    const amount = (next.get(lotId) ?? 1_000) + 10;
    next.set(lotId, amount);
    return amount;
  };
}
