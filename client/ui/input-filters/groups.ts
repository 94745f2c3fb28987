/** Splits from the left into groups of the given sizes; the last size repeats. */
export function groupsOf(digits: string, ...sizes: [number, ...number[]]): string[] {
  const groups: string[] = [];
  for (let at = 0, index = 0; at < digits.length; index += 1) {
    const size = sizes[Math.min(index, sizes.length - 1)] ?? digits.length;
    groups.push(digits.slice(at, at + size));
    at += size;
  }
  return groups;
}

export const digitsOf = (text: string): string => text.replace(/\D/g, '');
export const isDigit = (character: string): boolean => character >= '0' && character <= '9';
