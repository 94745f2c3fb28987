import { between, pick, type Random } from '../pictures/random.ts';

const MINUTE_MS = 60_000;
/** A unit is bought about so often: with the limits of codes in mind, which all accounts of the demo share. */
const APART_MS = { least: 8 * MINUTE_MS, most: 14 * MINUTE_MS } as const;

/** A lot that is sold by units. */
export interface UnitsLeft {
  lotId: number;
  /** Neither sold nor reserved. */
  free: number;
}

/** One bot buys one unit. */
export interface UnitWish {
  lotId: number;
  personId: string;
}

/** When a bot buys a unit of which lot: never the last one that is left of all of them. */
export function createUnitShopping(personIds: readonly string[], random: Random = Math.random) {
  let nextAtMs: number | null = null;
  const later = (nowMs: number): number => nowMs + between(random, APART_MS.least, APART_MS.most);

  return {
    /** At most one at a time; null: none now. */
    next(lots: readonly UnitsLeft[], nowMs: number): UnitWish | null {
      nextAtMs ??= nowMs + MINUTE_MS;
      if (nowMs < nextAtMs) return null;
      nextAtMs = later(nowMs);
      const free = lots.filter((lot) => lot.free > 0);
      const left = free.reduce((sum, lot) => sum + lot.free, 0);
      if (left < 2 || personIds.length === 0) return null;
      return { lotId: pick(random, free).lotId, personId: pick(random, personIds) };
    },
  };
}
