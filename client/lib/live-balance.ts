import { useQueryClient } from '@tanstack/react-query';
import { balanceQuery } from './balance.ts';
import { usePersonNews } from './person-news.ts';

/** Whoever shows the balance shows it anew when it changes, on whatever page. Used once, by the frame of the page. */
export function useLiveBalance(): void {
  const queries = useQueryClient();
  usePersonNews('balance', () => void queries.invalidateQueries({ queryKey: balanceQuery.queryKey }));
}
