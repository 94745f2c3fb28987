import { ApiError } from './api-error.ts';

/** How soon a read that failed is asked again by itself. */
export const RECOVER_MS = 15_000;

interface Watched {
  state: { status: 'pending' | 'error' | 'success'; error?: unknown };
}

/** No answer, one that was not ours, too many at once, or the server's own trouble: asked later, it may well come. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status === 429 ||
  error.status >= 500 ||
  error.code === 'unreadable';

/** When a read without a rhythm of its own is asked again: after a failure that may pass. */
export const untilItPasses = ({ state }: Watched): number | false =>
  state.status === 'error' && mayPass(state.error) ? RECOVER_MS : false;

/**
 * For reads of a screen that must heal without a press. Without a network the attempt is made all the same and fails at
 * once, so the screen says so instead of waiting for ever.
 * @param everyMs how often a good answer is asked again; never when not given
 */
export const recovering = (everyMs?: number) =>
  ({
    networkMode: 'always',
    refetchInterval: (query: Watched) =>
      query.state.status === 'error' ? Math.min(RECOVER_MS, everyMs ?? RECOVER_MS) : (everyMs ?? false),
  }) as const;
