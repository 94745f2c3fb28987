import { useQueryClient } from '@tanstack/react-query';
import { balanceQuery, moneyQuery } from './balance.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';

/** Refetches the balance wherever it is shown when it changes, on every page. Used once, by the frame of the page. */
export function useLiveBalance(): void {
  const queries = useQueryClient();
  usePersonUpdates('balance', () => {
    for (const { queryKey } of [balanceQuery, moneyQuery]) void queries.invalidateQueries({ queryKey });
  });
}
