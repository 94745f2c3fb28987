/** The middle one; null: there is none. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

export const score = (value: number): number => Math.max(1, Math.min(100, Math.round(value)));

/** A share as a whole number of percent, for sentences. */
export const percent = (share: number): number => Math.round(share * 100);
