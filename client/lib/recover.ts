/** How soon a read that failed is asked again by itself. */
const RECOVER_MS = 15_000;

interface Watched {
  state: { status: 'pending' | 'error' | 'success' };
}

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
