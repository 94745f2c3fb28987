import { isMinor, missingFacts, type Applicant } from '#server/domains/trade/trade-applications/index.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import type { PurchaseRefusal } from '#shared/lifecycles/purchase-states.ts';
import type { ApplicantFact } from '#shared/lifecycles/trade-application-refusals.ts';
import { UNUSED_RESERVATIONS } from '#shared/limits/trade-terms.ts';
import { MINUTE_MS } from '#shared/time/tashkent.ts';
import { partSums } from '#shared/trade/part-schedule.ts';
import type { LotForBuying, LotStock } from './purchase-tables.ts';

export interface BuyFacts {
  lot: LotForBuying;
  /** null: an auction. */
  stock: LotStock | null;
  quantity: number;
  /** The buyer pays the first part now and the others later. */
  byParts: boolean;
  buyer: Applicant;
  /** The buyer sells the lot, under this account or another one of the same person. */
  ownLot: boolean;
  /** The public offer in force is signed, or its deadline has not passed. */
  consent: boolean;
  /** Last barred day `YYYY-MM-DD`; null: not barred. */
  barredUntil: string | null;
  /** Reservations of this lot that the buyer let pass; null: no reason to wait. */
  waitsUntil: Date | null;
  /** Units of the lot that the buyer has open by parts, under whatever account. */
  unitsByParts: number;
  availableTiyin: number;
}

/** Why units cannot be reserved, with what the buyer needs to mend it. */
export type PurchaseObjection =
  | { reason: Exclude<PurchaseRefusal, 'profile' | 'barred' | 'too-often' | 'parts-limit' | 'short-balance'> }
  | { reason: 'profile'; missingFacts: ApplicantFact[] }
  | { reason: 'barred'; until: string }
  | { reason: 'too-often'; until: Date }
  | { reason: 'parts-limit'; unitsLeft: number }
  | { reason: 'short-balance'; missingTiyin: number };

/** Sums of a purchase in tiyin; null: more than any balance can hold. */
export interface PurchaseSums {
  totalTiyin: number;
  /** What is held at the reservation and captured by the code. */
  dueNowTiyin: number;
}

/** Does the lot offer payment by parts? */
export const offersParts = ({ instalmentMonths, firstPartBp }: PartTermsOfLot): boolean =>
  instalmentMonths !== null && firstPartBp !== null;

type PartTermsOfLot = Pick<LotForBuying, 'instalmentMonths' | 'firstPartBp'>;

/** The price of so many units, due in full at once, or by parts. */
export function purchaseSums(
  { unitPriceTiyin, instalmentMonths: months, firstPartBp }: PartTermsOfLot & { unitPriceTiyin: number },
  quantity: number,
  byParts: boolean,
): PurchaseSums | null {
  const totalTiyin = unitPriceTiyin * quantity;
  if (!Number.isSafeInteger(totalTiyin)) return null;
  if (!byParts || months === null || firstPartBp === null) return { totalTiyin, dueNowTiyin: totalTiyin };
  const [first] = partSums({ priceTiyin: totalTiyin, depositTiyin: 0, firstPartBp, months });
  return { totalTiyin, dueNowTiyin: first! };
}

/** Until when a buyer waits who let so many reservations of a lot pass within a day, the last one then; null: not at all. */
export function waitAfterUnused({ count, lastAt }: { count: number; lastAt: Date | null }): Date | null {
  const { most, pauseMinutes, longestMinutes } = UNUSED_RESERVATIONS;
  if (lastAt === null || count < most) return null;
  const minutes = Math.min(longestMinutes, pauseMinutes * 2 ** (count - most));
  return new Date(lastAt.getTime() + minutes * MINUTE_MS);
}

/** Reasons of the lot: it is not on sale for anyone. */
function objectionOfLot(lot: LotForBuying, stock: LotStock | null): PurchaseObjection | null {
  if (lot.tradeType !== 'fixed-price' || lot.practice || !stock) return { reason: 'not-fixed-price' };
  if (lot.status === LOT_STATUS.withdrawn) return { reason: 'withdrawn' };
  if (stock.sold >= stock.units) return { reason: 'sold-out' };
  // Units and time were left: only a withdrawal ends a sale then.
  if (lot.endedAt !== null && lot.endedAt < stock.closesAt) return { reason: 'withdrawn' };
  if (lot.status === LOT_STATUS.suspended) return { reason: 'suspended' };
  if (lot.outcome !== null || stock.now >= stock.closesAt) return { reason: 'ended' };
  if (!stock.onSale) return { reason: 'ended' };
  return stock.now < stock.opensAt ? { reason: 'not-started' } : null;
}

/** Reasons of what is left. Judged again by the statement that sets units aside. */
export function objectionOfStock(stock: LotStock, quantity: number): PurchaseObjection | null {
  const { units, reserved, sold } = stock;
  if (quantity > units - sold) return { reason: 'too-many' };
  return quantity > units - sold - reserved ? { reason: 'reserved-by-others' } : null;
}

/** The first reason against a purchase: the lot's, the buyer's, that of the stock, the balance. null: none. */
export function purchaseObjection(facts: BuyFacts): PurchaseObjection | null {
  const { lot, stock, buyer, quantity } = facts;
  const ofLot = objectionOfLot(lot, stock);
  if (ofLot || !stock) return ofLot;
  if (facts.ownLot) return { reason: 'own-lot' };
  if (!buyer.roles.includes('buyer')) return { reason: 'not-buyer' };
  const missing = missingFacts(buyer);
  if (missing.length > 0) return { reason: 'profile', missingFacts: missing };
  if (isMinor(buyer, stock.now)) return { reason: 'under-age' };
  if (!facts.consent) return { reason: 'consent' };
  if (facts.barredUntil !== null) return { reason: 'barred', until: facts.barredUntil };
  if (facts.waitsUntil && facts.waitsUntil > stock.now)
    return { reason: 'too-often', until: facts.waitsUntil };
  const ofStock = objectionOfStock(stock, quantity);
  if (ofStock) return ofStock;
  if (facts.byParts && lot.partsUnitsMax !== null) {
    const unitsLeft = Math.max(0, lot.partsUnitsMax - facts.unitsByParts);
    if (quantity > unitsLeft) return { reason: 'parts-limit', unitsLeft };
  }
  const sums = purchaseSums(lot, quantity, facts.byParts);
  // More than any balance can hold.
  if (!sums) return { reason: 'too-many' };
  const missingTiyin = sums.dueNowTiyin - facts.availableTiyin;
  return missingTiyin > 0 ? { reason: 'short-balance', missingTiyin } : null;
}
