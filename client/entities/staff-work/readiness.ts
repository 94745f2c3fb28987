import { useQuery } from '@tanstack/react-query';
import { readReadiness } from '#client/lib/readiness.ts';
import { recovering } from '#client/lib/recover.ts';

const REFRESH_MS = 15_000;

/** How the server is, as the console's row and first page show it. */
export const useReadiness = () =>
  useQuery({
    queryKey: ['console-readiness'],
    queryFn: ({ signal }) => readReadiness(signal),
    ...recovering(REFRESH_MS),
  });
