import { bitsFor, hasBit, intersect, setBit, unite, type Bits } from './bits.ts';

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

function bitsOfAny(sets: readonly PlaceSet[], capacity: number): Bits {
  const bits = bitsFor(capacity);
  for (const set of sets) {
    if (Array.isArray(set)) for (const place of set) setBit(bits, place);
    else unite(bits, set);
  }
  return bits;
}

const has = (set: PlaceSet, place: number): boolean =>
  Array.isArray(set) ? set.includes(place) : hasBit(set, place);

/** Lots that are in one of the sets of every word. */
export function inEvery(words: readonly (readonly PlaceSet[])[], capacity: number): Bits {
  const few = words.find((sets) => sets.every((set) => Array.isArray(set)));
  if (few) {
    // A rare word decides: only its lots are looked at.
    const bits = bitsFor(capacity);
    for (const set of few as number[][])
      for (const place of set)
        if (words.every((sets) => sets === few || sets.some((one) => has(one, place)))) setBit(bits, place);
    return bits;
  }
  const [first = [], ...others] = words;
  const bits = bitsOfAny(first, capacity);
  for (const sets of others) intersect(bits, bitsOfAny(sets, capacity));
  return bits;
}
