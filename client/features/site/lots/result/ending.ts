import type { LotCard, LotResult, LotResultAnswer } from '#shared/api/site/lots.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';

export type ProtocolOfLot = Pick<
  LotResultAnswer,
  'protocolNumber' | 'protocolWord' | 'protocolCause' | 'protocolStatus' | 'protocolFileUrl' | 'protocolSale'
>;

/** Where a lot is after its auction, which the room's own result does not follow. */
export interface Ending {
  as: LotResult['outcome'] | 'cancelled' | 'offered';
  /** Of the sale, or of the room while there is none. */
  priceTiyin: number | null;
  /** Number in the room of who has bought; null while no one has. */
  buyerNumber: number | null;
  /** Sold to the reserve or the sole participant. */
  byOffer: boolean;
}

/** A sale may be lost, go to somebody else or be undone after the hammer, whose price and winner stay in the record. */
export function endingOf(lot: LotCard, result: LotResult, protocol: ProtocolOfLot): Ending {
  const { priceTiyin, winnerNumber: buyerNumber } = result;
  const unsold = { priceTiyin, buyerNumber: null, byOffer: false };
  if (lot.status === LOT_STATUS.resultCancelled) return { ...unsold, as: 'cancelled' };
  if (lot.status === LOT_STATUS.offeredToOne) return { ...unsold, as: 'offered' };
  if (lot.status === LOT_STATUS.priceNotConfirmed || result.outcome === 'price-not-confirmed')
    return { ...unsold, as: 'price-not-confirmed' };
  const { protocolCause: cause, protocolSale: sale } = protocol;
  if (sale && (cause === 'reserve' || cause === 'sole')) {
    return protocol.protocolStatus === 'cancelled'
      ? { ...unsold, as: 'price-not-confirmed' }
      : { ...sale, as: 'sold', byOffer: true };
  }
  return { priceTiyin, buyerNumber, byOffer: false, as: result.outcome };
}
