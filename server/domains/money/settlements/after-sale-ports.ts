import type { AnyDb } from '#server/platform/database/index.ts';
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

/** What follows from a decided sale elsewhere: set by the modules that do it; until then nothing follows. */
export interface AfterSalePorts {
  /** Plans what the seller gets for a paid sale, or for paid parts of its price. */
  planPayout(tx: AnyDb, settlementId: number, paid?: PaidParts): Promise<void>;
  /** Payouts of paid sales to their sellers, by settlement; those not planned are missing. */
  payoutsOf(settlementIds: readonly number[]): Promise<ReadonlyMap<number, NonNullable<PayoutOfSale>>>;
  /** Opens the hand-over of a sale that is paid, or whose first part is, once. */
  openHandOver(tx: AnyDb, settlementId: number): Promise<void>;
  /** Finishes the order of a lot whose sales are all paid and handed over. */
  finishOrder(tx: AnyDb, lotId: number): Promise<void>;
  /** Hand-overs by settlement; those of sales that are not paid are missing. */
  handOversOf(settlementIds: readonly number[]): Promise<ReadonlyMap<number, HandOverOfSale>>;
}

export const noAfterSale = (): AfterSalePorts => ({
  planPayout: () => Promise.resolve(),
  payoutsOf: () => Promise.resolve(new Map()),
  openHandOver: () => Promise.resolve(),
  finishOrder: () => Promise.resolve(),
  handOversOf: () => Promise.resolve(new Map()),
});

/** What follows a sale elsewhere, as the steps show it. */
export interface FollowedSale {
  /** null: not planned yet. */
  payout: PayoutOfSale;
  /** null: not paid yet. */
  handOver: HandOverOfSale | null;
}

/** Payouts and hand-overs of these sales together. */
export async function followedSales(
  { payoutsOf, handOversOf }: Pick<AfterSalePorts, 'payoutsOf' | 'handOversOf'>,
  settlementIds: readonly number[],
): Promise<(settlementId: number) => FollowedSale> {
  const [payouts, handOvers] = await Promise.all([payoutsOf(settlementIds), handOversOf(settlementIds)]);
  return (id) => ({ payout: payouts.get(id) ?? null, handOver: handOvers.get(id) ?? null });
}
