/** Bit sets of small integers, for intersecting filters. Signed words, because their arithmetic is faster. */
export type Bits = Int32Array<ArrayBuffer>;

export const bitsFor = (size: number): Bits => new Int32Array((size + 31) >>> 5);

export const hasBit = (bits: Bits, at: number): boolean =>
  (((bits[at >>> 5] as number) >>> (at & 31)) & 1) === 1;

export function setBit(bits: Bits, at: number): void {
  (bits[at >>> 5] as number) |= 1 << (at & 31);
}

export function clearBit(bits: Bits, at: number): void {
  (bits[at >>> 5] as number) &= ~(1 << (at & 31));
}

/** `into` ∩= `other`; members beyond the length of `other` count as absent from it. */
export function intersect(into: Bits, other: Bits): void {
  const length = Math.min(into.length, other.length);
  for (let i = 0; i < length; i += 1) (into[i] as number) &= other[i] as number;
  if (length < into.length) into.fill(0, length);
}

export function unite(into: Bits, other: Bits): void {
  const length = Math.min(into.length, other.length);
  for (let i = 0; i < length; i += 1) (into[i] as number) |= other[i] as number;
}

export function subtract(from: Bits, other: Bits): void {
  const length = Math.min(from.length, other.length);
  for (let i = 0; i < length; i += 1) (from[i] as number) &= ~(other[i] as number);
}

/** How many bits of a word are set. */
function ones(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let i = 0; i < bits.length; i += 1) {
    const word = bits[i] as number;
    if (word !== 0) count += ones(word);
  }
  return count;
}

/** `into` ∩= `other`; returns how many members are left. */
export function intersectCounting(into: Bits, other: Bits): number {
  const length = Math.min(into.length, other.length);
  let count = 0;
  for (let i = 0; i < length; i += 1) {
    const word = (into[i] as number) & (other[i] as number);
    into[i] = word;
    if (word !== 0) count += ones(word);
  }
  if (length < into.length) into.fill(0, length);
  return count;
}

/** `into` = (`one` ∩ `other`) \ `without`; returns how many members it has. All have equal length. */
export function differenceCounting(into: Bits, one: Bits, other: Bits, without: Bits | null): number {
  let count = 0;
  for (let i = 0; i < into.length; i += 1) {
    let word = (one[i] as number) & (other[i] as number);
    if (without) word &= ~(without[i] as number);
    into[i] = word;
    if (word !== 0) count += ones(word);
  }
  return count;
}

/** Members of exactly one of the two sets. */
export function differing(one: Bits, other: Bits): number[] {
  const found: number[] = [];
  const length = Math.max(one.length, other.length);
  for (let i = 0; i < length; i += 1) {
    let word = (one[i] ?? 0) ^ (other[i] ?? 0);
    while (word !== 0) {
      const lowest = word & -word;
      found.push((i << 5) + 31 - Math.clz32(lowest));
      word ^= lowest;
    }
  }
  return found;
}

/** Size of the intersection, without building it. */
export function countBoth(one: Bits, other: Bits): number {
  const length = Math.min(one.length, other.length);
  let count = 0;
  for (let i = 0; i < length; i += 1) {
    const word = (one[i] as number) & (other[i] as number);
    if (word !== 0) count += ones(word);
  }
  return count;
}

/** Members in ascending order. @param count how many there are @param list receives them */
export function listOf(bits: Bits, count: number, list = new Int32Array(count)): Int32Array<ArrayBuffer> {
  let next = 0;
  for (let i = 0; i < bits.length; i += 1) {
    let word = bits[i] as number;
    while (word !== 0) {
      const lowest = word & -word;
      list[next++] = (i << 5) + 31 - Math.clz32(lowest);
      word ^= lowest;
    }
  }
  return list;
}

export function isEmpty(bits: Bits): boolean {
  for (let i = 0; i < bits.length; i += 1) if (bits[i] !== 0) return false;
  return true;
}
