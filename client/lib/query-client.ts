import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { mayPass, untilItPasses } from './recover.ts';

/** Reads are retried at once where that can help; after a rate limit they wait. */
function worthRetrying(failures: number, error: unknown): boolean {
  if (failures >= 2 || (error instanceof ApiError && error.status === 429)) return false;
  return mayPass(error);
}

/** Every read heals by itself: without a network it fails at once, and after a failure that may pass it is asked again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        retry: worthRetrying,
        refetchOnWindowFocus: true,
        networkMode: 'always',
        refetchInterval: untilItPasses,
      },
      mutations: { retry: false },
    },
  });
}
