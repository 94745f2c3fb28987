import { bitsFor, countBits, differenceCounting, listOf, setBit, type Bits } from './bits.ts';
import type { Classes } from './find-words.ts';
import type { Cut, Order } from './orders.ts';
import type { Scratch } from './scratch.ts';
import { hasPlace, type PlaceSet } from './word-sets.ts';

/** Up to so many lots are looked at one by one. */
const FEW = 2_048;
/** Bytes of finds kept. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** What one find takes besides its lots. */
const ENTRY_BYTES = 500;

/** Lots found by words, best first: a few as lists, each without those before; many as sets, each with those before. */
export type Found = { few: readonly Int32Array[]; many: null } | { few: null; many: readonly Bits[] };

const countOf = (set: PlaceSet): number => (Array.isArray(set) ? set.length : countBits(set));

function asBits(set: PlaceSet, capacity: number): Bits {
  if (!Array.isArray(set)) return set.slice();
  const bits = bitsFor(capacity);
  for (const place of set) setBit(bits, place);
  return bits;
}

/** A form of what was found that outlives the scratch. */
function lasting(classes: Classes, capacity: number): Found {
  if (countOf(classes.at(-1) as PlaceSet) > FEW)
    return { few: null, many: classes.map((set) => asBits(set, capacity)) };
  const few = classes.map((set, at) => {
    const list = Array.isArray(set) ? Int32Array.from(set) : listOf(set, countBits(set));
    const before = classes[at - 1];
    if (!before) return list;
    const known = Array.isArray(before) ? new Set(before) : null;
    return list.filter((place) => !(known ? known.has(place) : hasPlace(before, place)));
  });
  return { few, many: null };
}

/** What was found for the words asked for lately, as long as no lot comes or goes. */
export class FoundLots {
  readonly #held = new Map<string, { found: Found; bytes: number }>();
  #bytes = 0;
  #population = -1;

  /** @param population which lots there are: with another one everything is forgotten */
  get(key: string, population: number): Found | null {
    if (this.#population !== population) this.clear();
    this.#population = population;
    const held = this.#held.get(key);
    if (!held) return null;
    this.#held.delete(key);
    this.#held.set(key, held);
    return held.found;
  }

  /** @param capacity places that sets have room for */
  keep(key: string, classes: Classes, capacity: number): Found {
    const found = lasting(classes, capacity);
    const sets = found.few ?? found.many;
    const bytes = sets.reduce((sum, { byteLength }) => sum + byteLength, ENTRY_BYTES);
    this.#held.set(key, { found, bytes });
    this.#bytes += bytes;
    while (this.#bytes > KEPT_BYTES) {
      const [oldest, { bytes: less }] = this.#held.entries().next().value as [string, { bytes: number }];
      this.#held.delete(oldest);
      this.#bytes -= less;
    }
    return found;
  }

  clear(): void {
    this.#held.clear();
    this.#bytes = 0;
  }
}

/** A page of lists one after the other, each in the order. */
export function pageOfLists(lists: readonly Int32Array[], order: Order, cut: Cut): number[] {
  const places: number[] = [];
  let skip = cut.offset;
  for (const list of lists) {
    if (places.length >= cut.limit) break;
    if (skip < list.length)
      places.push(...order.pageOf(list, { ...cut, offset: skip, limit: cut.limit - places.length }));
    skip = Math.max(0, skip - list.length);
  }
  return places;
}

/** The same of sets, each of which holds those before it. @param set what they are narrowed to */
export function pageOfSets(
  sets: readonly Bits[],
  set: Bits,
  order: Order,
  cut: Cut,
  scratch: Scratch,
): number[] {
  const places: number[] = [];
  let before: Bits | null = null;
  let skip = cut.offset;
  for (const of of sets) {
    const bits = scratch.empty();
    const count = differenceCounting(bits, of, set, before);
    if (skip < count)
      places.push(...order.page({ bits, count }, { ...cut, offset: skip, limit: cut.limit - places.length }));
    skip = Math.max(0, skip - count);
    if (places.length >= cut.limit) break;
    before = of;
  }
  return places;
}
