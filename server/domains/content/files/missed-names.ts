import { tooOften } from '#server/platform/errors/index.ts';

/** A name that was not there is not looked up again for so long: what is published meanwhile is there a moment after. */
const MISSING_MS = 1_000;
const NAMES_MAX = 10_000;
const WINDOW_MS = 60_000;
/** Of one network and process; pictures of real pages are found, so that theirs do not count. */
const MISSES_PER_MINUTE = 300;
const NETWORKS_MAX = 10_000;

interface Limits {
  perMinute?: number;
  now?: () => number;
}

/** Bounds what looking for pictures by invented names costs. */
export function createMissedNames({
  perMinute = MISSES_PER_MINUTE,
  now = () => performance.now(),
}: Limits = {}) {
  const missing = new Map<string, number>();
  const networks = new Map<string, { count: number; until: number }>();

  function countOf(network: string): { count: number; until: number } {
    const at = now();
    const before = networks.get(network);
    if (before && before.until > at) return before;
    networks.delete(network);
    if (networks.size >= NETWORKS_MAX) networks.delete(networks.keys().next().value as string);
    const fresh = { count: 0, until: at + WINDOW_MS };
    networks.set(network, fresh);
    return fresh;
  }

  return {
    /**
     * Looks up a name; null: it is not there. Look-ups under way count like misses, so that many at once are no way around.
     * @throws RequestError 429 when this network has missed too often
     */
    async lookUp<Found>(
      name: string,
      network: string,
      find: () => Promise<Found | null>,
    ): Promise<Found | null> {
      if ((missing.get(name) ?? -Infinity) > now()) return null;
      const mine = countOf(network);
      if (mine.count >= perMinute) throw tooOften(Math.max(1, Math.ceil((mine.until - now()) / 1_000)));
      mine.count += 1;
      let found: Found | null;
      try {
        found = await find();
      } catch (error) {
        mine.count -= 1;
        throw error;
      }
      if (found) {
        mine.count -= 1;
        return found;
      }
      missing.delete(name);
      if (missing.size >= NAMES_MAX) missing.delete(missing.keys().next().value as string);
      missing.set(name, now() + MISSING_MS);
      return null;
    },
  };
}
