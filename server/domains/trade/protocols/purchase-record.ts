import { tashkentDay } from '#shared/time/tashkent.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { NewProtocol } from './protocols.repository.ts';

/** A protocol that was prepared for a purchase, with what is known once it is sold. */
export function purchaseRecord(
  prepared: NewProtocol,
  sold: {
    settlementId: number;
    saleNumber: number;
    quantity: number;
    unitPriceTiyin: number;
    soldAt: Date;
    title: LocalizedText;
    description: LocalizedText;
  },
): NewProtocol {
  const { cause, sale, facts } = prepared;
  if (cause !== 'purchase' || !facts) throw new Error(`a protocol of ${cause} is not one of a purchase`);
  const { settlementId, soldAt, ...purchase } = sold;
  return {
    ...prepared,
    cause,
    settlementId,
    signedOn: tashkentDay(soldAt),
    facts: { ...facts, purchase: { ...purchase, soldAtMs: soldAt.getTime() } },
    sale: { ...sale, winnerNumber: sold.saleNumber },
  };
}
