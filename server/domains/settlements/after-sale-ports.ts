import type { AnyDb } from '#server/platform/database/index.ts';
import type { PayoutOfSale } from './settlement-views.ts';

/** What follows from a decided sale elsewhere: set by the modules that do it; until then nothing follows. */
export interface AfterSalePorts {
  /** Plans what the seller gets for a paid sale. */
  planPayout(tx: AnyDb, settlementId: number): Promise<void>;
  /** Payouts of paid sales to their sellers, by settlement; those not planned are missing. */
  payoutsOf(settlementIds: readonly number[]): Promise<ReadonlyMap<number, NonNullable<PayoutOfSale>>>;
}

export const noAfterSale = (): AfterSalePorts => ({
  planPayout: () => Promise.resolve(),
  payoutsOf: () => Promise.resolve(new Map()),
});
