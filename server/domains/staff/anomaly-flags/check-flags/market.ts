import type { AuctionFacts, BidderFacts, PriceFacts } from '../facts.ts';

/** A number from 0 to below 1; the same seed gives the same row of them (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Spread around 1, as values of things are. */
export function around(random: () => number, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.exp(spread * normal);
}

/** How somebody behaves in one room. No sign knows of it: what they see is what came of it. */
export interface Attendant {
  personId: string;
  appliedAtMs: number;
  /** The most this person would offer, asked before each offer. */
  limit: (room: { priceTiyin: number | null; leader: string | null; own: number }) => number;
  /** How often the person acts, from 0 to 1; snipers seldom do before the end. */
  eagerness: (progress: number) => number;
  /** How many times the suggested price an offer is. */
  boldness: (room: { priceTiyin: number | null }) => number;
}

export interface PlayedAuction {
  auction: AuctionFacts;
  prices: PriceFacts[];
  /** Category, for what is similar. */
  category: number;
}

export interface LotOnTrade {
  lotId: number;
  sellerId: string;
  category: number;
  publishedAtMs: number;
  applicationsUntilMs: number;
  startPriceTiyin: number;
}

const ROUNDS = 120;
const STEP = 0.05;
const ROOM_MS = 4 * 3_600_000;

/** Plays an ascending auction to its end: who acts is drawn, what is offered follows from how each behaves. */
export function playAuction(
  lot: LotOnTrade,
  people: readonly Attendant[],
  random: () => number,
): PlayedAuction {
  const prices: PriceFacts[] = [];
  let priceTiyin: number | null = null;
  let leader: string | null = null;
  let quiet = 0;
  for (let round = 0; round < ROUNDS || quiet < 6; round += 1) {
    quiet += 1;
    const acting = people.filter(
      ({ personId, eagerness }) => personId !== leader && random() < eagerness(Math.min(1, round / ROUNDS)),
    );
    const one = acting[Math.floor(random() * acting.length)];
    if (!one) continue;
    const suggested: number = priceTiyin === null ? lot.startPriceTiyin : Math.ceil(priceTiyin * (1 + STEP));
    const own = prices.filter(({ personId }) => personId === one.personId).length;
    const limit = one.limit({ priceTiyin, leader, own });
    if (limit < suggested) continue;
    const amountTiyin = Math.floor(Math.min(limit, suggested * one.boldness({ priceTiyin })));
    prices.push({ personId: one.personId, amountTiyin, suggestedTiyin: suggested, beforeTiyin: priceTiyin });
    priceTiyin = amountTiyin;
    leader = one.personId;
    quiet = 0;
  }
  const { category, ...known } = lot;
  const applied = new Map(people.map(({ personId, appliedAtMs }) => [personId, appliedAtMs]));
  const endedAtMs = lot.applicationsUntilMs + ROOM_MS;
  const auction = { ...known, endedAtMs, priceTiyin, winnerId: leader };
  return { auction: { ...auction, bidders: biddersOf(prices, leader, applied) }, prices, category };
}

/** @param applied of all who were admitted; who only offered is known by the offers */
export function biddersOf(
  prices: readonly PriceFacts[],
  winnerId: string | null,
  applied: ReadonlyMap<string, number>,
): BidderFacts[] {
  const people = [...new Set([...applied.keys(), ...prices.map(({ personId }) => personId)])];
  return people.map((personId) => {
    const own = prices.filter((price) => price.personId === personId);
    return {
      personId,
      appliedAtMs: applied.get(personId) ?? null,
      offers: own.length,
      bestTiyin: own.at(-1)?.amountTiyin ?? null,
      drove: prices.filter(
        (price, at) =>
          price.personId === personId && prices[at + 1]?.personId === winnerId && personId !== winnerId,
      ).length,
    };
  });
}
