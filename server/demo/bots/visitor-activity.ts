/** After this long without a visitor on any page or in any room the demo rests. */
const REST_AFTER_MS = 2 * 3_600_000;

/** Tracks visitors: without any the demo rests, and the first visit wakes it. */
export function createVisitorActivity(startedAtMs: number) {
  let seenAtMs = startedAtMs;
  let wokenAtMs: number | null = null;
  return {
    /** A visitor was there. True when that ended a rest. */
    seen(atMs: number): boolean {
      const woken = atMs - seenAtMs >= REST_AFTER_MS;
      seenAtMs = Math.max(seenAtMs, atMs);
      if (woken) wokenAtMs = atMs;
      return woken;
    },
    watched: (nowMs: number): boolean => nowMs - seenAtMs < REST_AFTER_MS,
    /** When a visit ended the last rest; null: the demo has not rested since it started. */
    wokenAtMs: (): number | null => wokenAtMs,
  };
}
