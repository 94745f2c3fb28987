import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Reads are tried again where trying can help: no answer, or the server's own trouble. */
function worthRetrying(failures: number, error: unknown): boolean {
  if (failures >= 2) return false;
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, gcTime: 10 * 60_000, retry: worthRetrying, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
}
