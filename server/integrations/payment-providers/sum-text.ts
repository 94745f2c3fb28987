/** Sums as Click writes them: UZS with or without decimals. */
const WRITTEN = /^(\d{1,14})(?:\.(\d{1,12}))?$/;

/** `1000`, `1000.0` or `1000.00` in whole tiyin; null unless it is a whole number of tiyin. Never through a float. */
export function sumTextToTiyin(text: string): number | null {
  const match = WRITTEN.exec(text);
  if (!match) return null;
  const decimals = (match[2] ?? '').padEnd(2, '0');
  if (!/^\d\d0*$/.test(decimals)) return null;
  const tiyin = Number(`${match[1]}${decimals.slice(0, 2)}`);
  return Number.isSafeInteger(tiyin) ? tiyin : null;
}

/** `1000.00`. @param tiyin whole, not negative */
export function tiyinToSumText(tiyin: number): string {
  const digits = String(tiyin).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
