import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import type { LotLive } from '#client/entities/lot/lot-live.ts';
import { freeUnits, unsoldUnits } from '#shared/trade/stock.ts';

/** What a sale is at this moment for who would buy. `reserved`: all that is unsold is set aside for others and may come free. */
export type SaleState = 'open' | 'reserved' | 'notStarted' | 'suspended' | 'soldOut' | 'withdrawn' | 'ended';

/** @param now by the server's clock: has the sale begun, and is its time over */
export function saleState(
  { status, stock }: Pick<LotLive, 'status' | 'stock'>,
  now: { started: boolean; over: boolean },
): SaleState {
  if (status === LOT_STATUS.withdrawn) return 'withdrawn';
  if (stock && unsoldUnits(stock) === 0) return 'soldOut';
  if (status === LOT_STATUS.suspended) return 'suspended';
  if (status !== LOT_STATUS.onSaleAtFixedPrice || now.over) return 'ended';
  if (!now.started) return 'notStarted';
  // Where the stock is unknown the server says what is left.
  return stock && freeUnits(stock) === 0 ? 'reserved' : 'open';
}
