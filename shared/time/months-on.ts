import { tashkentParts } from './tashkent.ts';

/** The same day so many months on, `YYYY-MM-DD` in Tashkent; the last day of a shorter month. */
export function monthsOn(atMs: number, months: number): string {
  const { year, month, day } = tashkentParts(atMs);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}
