import { bitsFor, hasBit, intersect, isEmpty, setBit, unite, type Bits } from './bits.ts';
import type { Scratch } from './scratch.ts';

/** Up to so many places are kept as a list: a thirtieth of what bits would take. */
const LISTED_AT_MOST = 512;

/** Places of lots with a word: few as a list, many as bits. */
export type PlaceSet = number[] | Bits;

export function placeSet(places: readonly number[], capacity: number): PlaceSet {
  if (places.length <= LISTED_AT_MOST) return [...places];
  const bits = bitsFor(capacity);
  for (const place of places) setBit(bits, place);
  return bits;
}

/** The set with one place more; the set given may be the one that is returned. */
export function withPlace(set: PlaceSet, place: number, capacity: number): PlaceSet {
  if (Array.isArray(set)) {
    set.push(place);
    return set.length > LISTED_AT_MOST ? placeSet(set, capacity) : set;
  }
  // The lots have outgrown the set.
  const bits = place >>> 5 < set.length ? set : bitsFor(capacity);
  if (bits !== set) bits.set(set);
  setBit(bits, place);
  return bits;
}

/** Bytes a set takes, nearly. */
export const bytesOf = (set: PlaceSet): number => (Array.isArray(set) ? set.length * 8 : set.length * 4) + 64;

function bitsOfAny(sets: readonly PlaceSet[], scratch: Scratch): Bits {
  const bits = scratch.empty();
  for (const set of sets) {
    if (Array.isArray(set)) for (const place of set) setBit(bits, place);
    else unite(bits, set);
  }
  return bits;
}

const isListed = (sets: readonly PlaceSet[]): sets is readonly number[][] =>
  sets.every((set) => Array.isArray(set));

/** Lots that are in one of the sets of every word: as a list, or in a set of the scratch. */
export function inEvery(words: readonly (readonly PlaceSet[])[], scratch: Scratch): PlaceSet {
  const few = words.find(isListed);
  const others = words.filter((sets) => sets !== few).map((sets) => bitsOfAny(sets, scratch));
  if (few) {
    // A rare word decides: only its lots are looked at.
    return [...new Set(few.flat())].filter((place) => others.every((other) => hasBit(other, place)));
  }
  const [first = scratch.empty(), ...rest] = others;
  for (const other of rest) intersect(first, other);
  return first;
}

export const hasPlace = (set: PlaceSet, place: number): boolean =>
  Array.isArray(set) ? set.includes(place) : hasBit(set, place);

export const isNone = (set: PlaceSet): boolean => (Array.isArray(set) ? set.length === 0 : isEmpty(set));
