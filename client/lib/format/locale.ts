/** Whole numbers with the same space groups as money: `12 480`. */
export function formatCount(value: number): string {
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
}
