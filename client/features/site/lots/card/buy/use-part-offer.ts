import { useQuery } from '@tanstack/react-query';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { partPlanQuery } from '#client/entities/sale/part-plan-query.ts';

/** How the chosen units would be paid by parts. Sums in tiyin. */
export interface PartOffer {
  /** Months after the first part. */
  months: number;
  priceTiyin: number;
  /** null: it is being asked for. */
  firstTiyin: number | null;
  error: Error | null;
  retry: () => void;
}

/** null: the lot offers no parts, or the first part of this price would be all of it. @param priceTiyin of the units chosen */
export function usePartOffer(lot: LotDetails, priceTiyin: number | null): PartOffer | null {
  const months = lot.instalmentMonths;
  const { data, error, refetch } = useQuery({
    ...partPlanQuery(lot.id, priceTiyin ?? 0),
    enabled: months !== null && priceTiyin !== null,
  });
  if (months === null || priceTiyin === null || data?.ifNow.parts.length === 1) return null;
  return {
    months,
    priceTiyin,
    error: data ? null : error,
    retry: () => void refetch(),
    firstTiyin: data?.ifNow.parts[0]?.amountTiyin ?? null,
  };
}
