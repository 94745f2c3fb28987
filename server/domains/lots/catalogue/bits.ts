/** Sets of small whole numbers, one bit each: what filters are intersected with. */
export type Bits = Uint32Array;

export const bitsFor = (size: number): Bits => new Uint32Array((size + 31) >>> 5);

export const hasBit = (bits: Bits, at: number): boolean => (((bits[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;

export function setBit(bits: Bits, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
}

export function clearBit(bits: Bits, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) & ~(1 << (at & 31));
}

/** Keeps in `into` what is in `other` too; what `other` is too short for is not in it. */
export function intersect(into: Bits, other: Bits): void {
  for (let i = 0; i < into.length; i += 1) into[i] = (into[i] ?? 0) & (other[i] ?? 0);
}

export function unite(into: Bits, other: Bits): void {
  const length = Math.min(into.length, other.length);
  for (let i = 0; i < length; i += 1) into[i] = (into[i] ?? 0) | (other[i] ?? 0);
}

export function subtract(from: Bits, other: Bits): void {
  const length = Math.min(from.length, other.length);
  for (let i = 0; i < length; i += 1) from[i] = (from[i] ?? 0) & ~(other[i] ?? 0);
}

function ones(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let i = 0; i < bits.length; i += 1) count += ones(bits[i] ?? 0);
  return count;
}

/** How many are in both, without making the set. */
export function countBoth(one: Bits, other: Bits): number {
  const length = Math.min(one.length, other.length);
  let count = 0;
  for (let i = 0; i < length; i += 1) count += ones((one[i] ?? 0) & (other[i] ?? 0));
  return count;
}

/** The numbers of a set, rising. @param count how many there are */
export function listOf(bits: Bits, count: number): Int32Array<ArrayBuffer> {
  const list = new Int32Array(count);
  let next = 0;
  for (let i = 0; i < bits.length; i += 1) {
    let word = bits[i] ?? 0;
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
