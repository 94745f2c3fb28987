import type { HandOverOfSale } from '#shared/api/cabinet/hand-over-of-sale.ts';
import type { PayoutOfSaleState, TrackedSale } from '#shared/trade/after-sale.ts';

/** What follows a paid sale for its seller. */
export type PayoutOfSale =
  | (NonNullable<TrackedSale['payout']> & {
      /** What the seller gets: the price without the fee and without what others share. */
      amountTiyin: number;
      feeTiyin: number;
      /** What has left the account of sales: sent to those who share the price, and taken as a fee. */
      goneTiyin: number;
      /** All payouts; `recipient` null: the seller. */
      shares: {
        recipient: string | null;
        parts: { from: number; through: number } | null;
        amountTiyin: number;
        /** What of it paid debts of the seller. */
        setOffTiyin: number;
        state: PayoutOfSaleState;
        paidAtMs: number | null;
      }[];
    })
  | null;

/** Parts of a price that were paid together, the last one included. */
export interface PaidParts {
  from: number;
  through: number;
  /** Of the price, tiyin. */
  amountTiyin: number;
  lateFeeTiyin: number;
}

/** Where payouts and hand-overs of sales are read. */
export interface AfterSaleReads {
  payouts: {
    /** Payouts of paid sales to their sellers, by settlement; those not planned are missing. */
    ofSettlements(ids: readonly number[]): Promise<ReadonlyMap<number, NonNullable<PayoutOfSale>>>;
  };
  handOvers: {
    /** Hand-overs by settlement; those of sales that are not paid are missing. */
    ofSettlements(ids: readonly number[]): Promise<ReadonlyMap<number, HandOverOfSale>>;
  };
}

/** What follows a sale elsewhere, as the steps show it. */
export interface FollowedSale {
  /** null: not planned yet. */
  payout: PayoutOfSale;
  /** null: not paid yet. */
  handOver: HandOverOfSale | null;
}

/** Payouts and hand-overs of these sales together. */
export async function followedSales(
  reads: AfterSaleReads,
  settlementIds: readonly number[],
): Promise<(settlementId: number) => FollowedSale> {
  const [payouts, handOvers] = await Promise.all([
    reads.payouts.ofSettlements(settlementIds),
    reads.handOvers.ofSettlements(settlementIds),
  ]);
  return (id) => ({ payout: payouts.get(id) ?? null, handOver: handOvers.get(id) ?? null });
}
