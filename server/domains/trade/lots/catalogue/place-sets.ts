import { bitsFor, hasBit, intersect, isEmpty, setBit, unite, type Bits } from './bit-set.ts';
import type { BufferPool } from './buffer-pool.ts';

/** Up to this many places are stored as a list: a thirtieth of the size of a bit set. */
const LISTED_AT_MOST = 512;

/** Places of lots with a word: few as a list, many as a bit set. */
export type PlaceSet = number[] | Bits;

export function placeSet(places: readonly number[], capacity: number): PlaceSet {
  if (places.length <= LISTED_AT_MOST) return [...places];
  const bits = bitsFor(capacity);
  for (const place of places) setBit(bits, place);
  return bits;
}

/** The set with one more place; may change and return the given set. */
export function withPlace(set: PlaceSet, place: number, capacity: number): PlaceSet {
  if (Array.isArray(set)) {
    set.push(place);
    return set.length > LISTED_AT_MOST ? placeSet(set, capacity) : set;
  }
  // There are more lots than the set has bits for.
  const bits = place >>> 5 < set.length ? set : bitsFor(capacity);
  if (bits !== set) bits.set(set);
  setBit(bits, place);
  return bits;
}

/** Approximate size of a set in bytes. */
export const bytesOf = (set: PlaceSet): number => (Array.isArray(set) ? set.length * 8 : set.length * 4) + 64;

function bitsOfAny(sets: readonly PlaceSet[], pool: BufferPool): Bits {
  const bits = pool.empty();
  for (const set of sets) {
    if (Array.isArray(set)) for (const place of set) setBit(bits, place);
    else unite(bits, set);
  }
  return bits;
}

const isListed = (sets: readonly PlaceSet[]): sets is readonly number[][] =>
  sets.every((set) => Array.isArray(set));

/** Lots that are in one of the sets of every word: as a list, or in a set from the pool. */
export function inEvery(words: readonly (readonly PlaceSet[])[], pool: BufferPool): PlaceSet {
  const few = words.find(isListed);
  const others = words.filter((sets) => sets !== few).map((sets) => bitsOfAny(sets, pool));
  if (few) {
    // Only the lots of the rare word are checked.
    return [...new Set(few.flat())].filter((place) => others.every((other) => hasBit(other, place)));
  }
  const [first = pool.empty(), ...rest] = others;
  for (const other of rest) intersect(first, other);
  return first;
}

/** The places of a set that are also in `bits`; a bit set is changed. */
export function among(bits: Bits, set: PlaceSet): PlaceSet {
  if (Array.isArray(set)) return set.filter((place) => hasBit(bits, place));
  intersect(set, bits);
  return set;
}

export const hasPlace = (set: PlaceSet, place: number): boolean =>
  Array.isArray(set) ? set.includes(place) : hasBit(set, place);

export const isNone = (set: PlaceSet): boolean => (Array.isArray(set) ? set.length === 0 : isEmpty(set));
