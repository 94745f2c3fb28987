/** The pause after the second failure of an id, and the longest one; it doubles with each failure. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** @param failingMs how long ago the id failed first, with no success since; 0 at the first failure */
export type RoundError = (error: unknown, id: number, failingMs: number) => unknown;

export interface RoundWork {
  /** A page of ids above `after`, lowest first; the first one is asked for with 0, and an empty one is the end. */
  page: (after: number) => Promise<readonly number[]>;
  /** Must be safe to repeat. */
  work: (id: number) => Promise<unknown>;
  /** Awaited; the round ends when it fails. */
  onError: RoundError;
}

/**
 * Rounds of repeated work on ids that a look at the tables finds. An id that fails holds up no other: a round goes through
 * all pages, and leaves out an id that failed before until its pause is over. The pauses are in memory: after a restart
 * every id is tried at once.
 *
 * @param now ms of a clock that only rises
 */
export function createRound(now: () => number = () => performance.now()) {
  const failing = new Map<number, { since: number; count: number; retryAt: number }>();

  async function attempt(id: number, { work, onError }: RoundWork): Promise<void> {
    const before = failing.get(id);
    if (before && now() < before.retryAt) return;
    try {
      await work(id);
      failing.delete(id);
    } catch (error) {
      // Tried again: by the next round after the first failure, then by one after the pause.
      const { since, count } = before ?? { since: now(), count: 0 };
      const pauseMs = count === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (count - 1), LONGEST_PAUSE_MS);
      failing.set(id, { since, count: count + 1, retryAt: now() + pauseMs });
      await onError(error, id, now() - since);
    }
  }

  return {
    async run(given: RoundWork): Promise<void> {
      const seen = new Set<number>();
      let after = 0;
      for (;;) {
        const ids = await given.page(after);
        for (const id of ids) {
          seen.add(id);
          await attempt(id, given);
        }
        const last = ids.at(-1);
        if (last === undefined) break;
        after = last;
      }
      // The others were finished in another way.
      for (const id of failing.keys()) if (!seen.has(id)) failing.delete(id);
    },
  };
}
