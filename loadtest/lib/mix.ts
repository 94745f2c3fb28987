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

/** What a room says of its price: the least that is acceptable now, and its current price. */
export interface PriceSeen {
  suggestedTiyin: number;
  priceTiyin: number | null;
}

/**
 * Amounts for rooms as they are found: each above what the room suggests and above the one before, so that most are
 * accepted; the rest are 1 tiyin, below any price.
 */
export class Ladder {
  readonly #acceptPercent: number;
  readonly #random: () => number;
  readonly #rooms = new Map<number, { sent: number; suggested: number; step: number }>();

  constructor(acceptPercent: number, random: () => number) {
    this.#acceptPercent = acceptPercent;
    this.#random = random;
  }

  /** Called with each price seen; older news than what is known change nothing. */
  learn(lotId: number, { suggestedTiyin, priceTiyin }: PriceSeen): void {
    const room = this.#rooms.get(lotId) ?? { sent: 0, suggested: 0, step: 1 };
    if (suggestedTiyin > room.suggested) {
      room.suggested = suggestedTiyin;
      if (priceTiyin !== null) room.step = Math.max(1, suggestedTiyin - priceTiyin);
    }
    this.#rooms.set(lotId, room);
  }

  next(lotId: number): number {
    if (this.#random() * 100 >= this.#acceptPercent) return 1;
    const room = this.#rooms.get(lotId);
    if (!room) throw new Error(`nothing is known of the price of lot ${lotId}`);
    room.sent = Math.max(room.suggested, room.sent + room.step);
    return room.sent;
  }
}
