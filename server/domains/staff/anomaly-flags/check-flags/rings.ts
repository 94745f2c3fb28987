import type { Attendant, LotOnTrade } from './market.ts';
import { around } from './market.ts';

/** People who act together. Which lots they work on is drawn from the market's own. */
export interface Ring {
  name: string;
  kind: 'cover' | 'shill' | 'deterrent';
  hides: boolean;
  members: readonly string[];
  /** `shill`: whose lots it drives up. */
  sellerId: string | null;
  category: number;
}

const DAY_MS = 86_400_000;
/** What the ring knows of the value of a lot, as a well-informed bidder does. */
const INFORMED = 0.1;

const turnOf = <One>(of: readonly One[], at: number): One => of[at % of.length] as One;

/**
 * Members of a ring in one room; none: it leaves this lot alone.
 * @param at how many lots the ring has worked on
 */
export function ringIn(
  ring: Ring,
  lot: LotOnTrade,
  { valueTiyin, at, random }: { valueTiyin: number; at: number; random: () => number },
): Attendant[] {
  if (ring.kind === 'shill' ? lot.sellerId !== ring.sellerId : lot.category !== ring.category) return [];
  if (random() > (ring.kind === 'shill' ? 0.8 : ring.hides ? 0.25 : 0.4)) return [];
  const estimate = valueTiyin * around(random, INFORMED);
  const first = turnOf(ring.members, ring.hides ? at : 0);
  const second = turnOf(ring.members, ring.hides ? at + 1 + Math.floor(random() * 2) : 1);
  const appliedAtMs =
    lot.applicationsUntilMs - random() * 0.9 * (lot.applicationsUntilMs - lot.publishedAtMs);
  const lateAtMs = lot.applicationsUntilMs - random() * DAY_MS * (ring.hides ? 3 : 0.3);
  const always = () => 0.6;
  const plain = () => 1;
  switch (ring.kind) {
    case 'shill':
      // Pushes whoever leads towards the value, and stops in time.
      return [
        {
          personId: first,
          appliedAtMs,
          limit: ({ leader }) =>
            leader === null ? lot.startPriceTiyin : estimate * (ring.hides ? 0.85 : 0.92),
          eagerness: always,
          boldness: plain,
        },
      ];
    case 'cover':
      // One buys, the other makes it look like a contest with a few offers.
      return [
        { personId: first, appliedAtMs, limit: () => estimate, eagerness: always, boldness: plain },
        {
          personId: second,
          appliedAtMs: lateAtMs,
          limit: ({ own }) => (own < (ring.hides ? 2 : 3) ? estimate * 0.8 : 0),
          eagerness: always,
          boldness: plain,
        },
      ];
    case 'deterrent':
      // One jumps to where strangers give up, and the lot is its own, or goes to the other when it declines.
      return [
        {
          personId: first,
          appliedAtMs,
          limit: () => valueTiyin * 1.8,
          eagerness: always,
          boldness: ({ priceTiyin }) => ((priceTiyin ?? 0) > valueTiyin * 0.6 ? (ring.hides ? 1.3 : 1.9) : 1),
        },
        { personId: second, appliedAtMs, limit: () => estimate * 0.7, eagerness: always, boldness: plain },
      ];
  }
}
