import type { AnomalySign, SellerTie } from '#shared/trust/anomaly-signs.ts';

/** An admitted bidder of an ended auction, as its log and its applications show them. */
export interface BidderFacts {
  personId: string;
  /** null: not known. */
  appliedAtMs: number | null;
  /** Confirmed prices. */
  offers: number;
  bestTiyin: number | null;
  /** Offers of this bidder that the winner topped next. */
  drove: number;
}

/** One ended auction. */
export interface AuctionFacts {
  lotId: number;
  /** null: not an account here. */
  sellerId: string | null;
  publishedAtMs: number;
  applicationsUntilMs: number;
  endedAtMs: number;
  startPriceTiyin: number;
  /** null: not sold. */
  priceTiyin: number | null;
  winnerId: string | null;
  bidders: readonly BidderFacts[];
}

/** One confirmed price, in order. */
export interface PriceFacts {
  personId: string;
  amountTiyin: number;
  /** The least acceptable one at that moment. */
  suggestedTiyin: number;
  /** The price before it; null: the first one. */
  beforeTiyin: number | null;
}

interface RefusedFacts {
  personId: string;
  attempts: number;
  mostInMinute: number;
}

export interface TieFacts {
  personId: string;
  tie: SellerTie;
  /** Accounts that share it, both included: a network of many says nothing. */
  people: number;
}

export interface SimilarFacts {
  /** Sold for so many times its start price. */
  growth: number;
  /** null: not an account here. */
  sellerId: string | null;
}

/** All that is known when an auction is judged. Each part is a fact that somebody recorded, none is an opinion. */
export interface JudgedFacts {
  auction: AuctionFacts;
  prices: readonly PriceFacts[];
  refused: readonly RefusedFacts[];
  ties: readonly TieFacts[];
  /** Auctions of its bidders in the year before its end, itself included. */
  past: readonly AuctionFacts[];
  /** Similar lots sold before it, the newest first. */
  similar: readonly SimilarFacts[];
  /** Who bought as the reserve participant, and for how much; null: no one. */
  reserve: { personId: string; priceTiyin: number } | null;
}

interface FoundEvidence {
  lotId: number;
  personId: string | null;
  facts: Readonly<Record<string, number>>;
}

export interface FoundSign {
  sign: AnomalySign;
  /** The same evidence has the same key: a sign is raised once for it, and grows with what is added. */
  key: string;
  /** 1 to 100; what is urgent, no probability. */
  score: number;
  /** Numbers of the sentence that says what was seen. */
  facts: Readonly<Record<string, number>>;
  /** One row at most for each lot and person. */
  evidence: readonly FoundEvidence[];
}

/** Judges one auction; no sign is an empty list. */
export type JudgeSign = (facts: JudgedFacts) => FoundSign[];
