import { useQuery } from '@tanstack/react-query';
import { lotDetails, type LotDetails } from '#shared/api/site/lots.ts';
import { depositLimit } from '#client/entities/application/deposit-limit.ts';
import { moneyQuery } from '#client/entities/wallet/balance.ts';
import { call } from '#client/lib/api-client.ts';
import type { Goal } from './price-goals.ts';

const isLimitedAuction = (lot: LotDetails): boolean =>
  lot.tradeType === 'auction' && lot.room.phase !== 'closed' && depositLimit(lot) !== null;

/**
 * What the money of a top-up is for, by the lot's number in the address. Null: no auction in which money limits offers, or it is not
 * known; a sum can be added all the same. Undefined: on its way.
 */
export function useGoal(lotText: string | null): Goal | null | undefined {
  const lotId = /^[1-9]\d{0,9}$/.test(lotText ?? '') ? Number(lotText) : null;
  const asked = lotId !== null;
  const lot = useQuery({
    queryKey: ['lot-details', lotId],
    queryFn: () => call(lotDetails, { params: { id: lotId ?? 0 } }),
    enabled: asked,
    retry: false,
  });
  const money = useQuery({ ...moneyQuery, enabled: asked, retry: false });
  if (!asked || lot.isError || money.isError) return null;
  if (!lot.data || !money.data) return undefined;
  if (!isLimitedAuction(lot.data)) return null;
  const heldTiyin = money.data.held
    .filter(({ about }) => about.kind === 'lot' && about.id === String(lotId))
    .reduce((sum, { amountTiyin }) => sum + amountTiyin, 0);
  return { lot: lot.data, haveTiyin: money.data.availableTiyin + heldTiyin };
}
