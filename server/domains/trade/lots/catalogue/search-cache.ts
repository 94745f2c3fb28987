import { bitsFor, countBits, differenceCounting, hasBit, listOf, setBit, type Bits } from './bit-set.ts';
import type { Classes } from './search-by-words.ts';
import type { Cut, Order } from './sort-orders.ts';
import type { BufferPool } from './buffer-pool.ts';
import { hasPlace, type PlaceSet } from './place-sets.ts';
import type { WordQuery } from './word-query.ts';

/** Up to this many lots are checked one by one. */
const FEW = 2_048;
/** Size of the cache in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Bytes of one entry besides its lots. */
const ENTRY_BYTES = 500;

/** Lots found by words, best first: few as disjoint lists; many as sets, each including the ones before. */
export type Found = ({ few: readonly Int32Array[]; many: null } | { few: null; many: readonly Bits[] }) & {
  /** The same search among lots that are not in memory; null: there was nothing to search by. */
  query: WordQuery | null;
};
/** Classes of exact matches: the lot's number, whole words, beginnings of words, words outside the title. */
const CLASSES = 4;
export const WHOLE_WORDS = 1;

/** Class of the match of a lot that was found, numbered as PostgreSQL does; 0 where matches have no classes. */
export function matchOf(found: Found, place: number): number {
  const sets = found.few ?? found.many;
  if (sets.length === 1) return 0;
  const at = found.few
    ? found.few.findIndex((list) => list.includes(place))
    : found.many.findIndex((set) => hasBit(set, place));
  // The lot's number is a class only where one was typed.
  return at + CLASSES - sets.length;
}

const countOf = (set: PlaceSet): number => (Array.isArray(set) ? set.length : countBits(set));

function asBits(set: PlaceSet, capacity: number): Bits {
  if (!Array.isArray(set)) return set.slice();
  const bits = bitsFor(capacity);
  for (const place of set) setBit(bits, place);
  return bits;
}

/** A copy of the result that does not depend on the pool. */
function lasting(classes: Classes, query: WordQuery | null, capacity: number): Found {
  if (countOf(classes.at(-1) as PlaceSet) > FEW)
    return { few: null, many: classes.map((set) => asBits(set, capacity)), query };
  const few = classes.map((set, at) => {
    const list = Array.isArray(set) ? Int32Array.from(set) : listOf(set, countBits(set));
    const before = classes[at - 1];
    if (!before) return list;
    const known = Array.isArray(before) ? new Set(before) : null;
    return list.filter((place) => !(known ? known.has(place) : hasPlace(before, place)));
  });
  return { few, many: null, query };
}

/** Results of recent searches, valid as long as no lot is added or removed. */
export class SearchCache {
  readonly #held = new Map<string, { found: Found; bytes: number }>();
  #bytes = 0;
  #population = -1;

  /** @param population version of the set of lots: with another one the cache is cleared */
  get(key: string, population: number): Found | null {
    if (this.#population !== population) this.clear();
    this.#population = population;
    const held = this.#held.get(key);
    if (!held) return null;
    this.#held.delete(key);
    this.#held.set(key, held);
    return held.found;
  }

  /** @param capacity in places */
  keep(key: string, match: { classes: Classes; query: WordQuery | null }, capacity: number): Found {
    const found = lasting(match.classes, match.query, capacity);
    const sets = found.few ?? found.many;
    const bytes = sets.reduce((sum, { byteLength }) => sum + byteLength, ENTRY_BYTES);
    this.#held.set(key, { found, bytes });
    this.#bytes += bytes;
    while (this.#bytes > MAX_BYTES) {
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

/** A page of the concatenated lists, each sorted by the order. */
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

/** The same of sets, each including the ones before. @param set filter they are intersected with */
export function pageOfSets(
  sets: readonly Bits[],
  set: Bits,
  order: Order,
  cut: Cut,
  pool: BufferPool,
): number[] {
  const places: number[] = [];
  let before: Bits | null = null;
  let skip = cut.offset;
  for (const of of sets) {
    const bits = pool.empty();
    const count = differenceCounting(bits, of, set, before);
    if (skip < count)
      places.push(...order.page({ bits, count }, { ...cut, offset: skip, limit: cut.limit - places.length }));
    skip = Math.max(0, skip - count);
    if (places.length >= cut.limit) break;
    before = of;
  }
  return places;
}
