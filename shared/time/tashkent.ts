/** Uzbekistan keeps UTC+5 the whole year. */
export const TASHKENT_OFFSET_MS = 5 * 3_600_000;
export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;

const two = (value: number) => String(value).padStart(2, '0');

/** The instant's date and time parts on clocks in Tashkent. `weekday`: 1 Monday … 7 Sunday; `month`: 1–12. */
export function tashkentParts(atMs: number) {
  const shifted = new Date(atMs + TASHKENT_OFFSET_MS);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
    weekday: shifted.getUTCDay() || 7,
  };
}

/** `DD.MM.YYYY` in Tashkent. */
export function formatDate(atMs: number): string {
  const p = tashkentParts(atMs);
  return `${two(p.day)}.${two(p.month)}.${p.year}`;
}

/** `HH:mm:ss` in Tashkent. */
export function formatTime(atMs: number): string {
  const p = tashkentParts(atMs);
  return `${two(p.hour)}:${two(p.minute)}:${two(p.second)}`;
}

/** `DD.MM.YYYY HH:mm:ss` in Tashkent. */
export const tashkentDateTime = (atMs: number): string => `${formatDate(atMs)} ${formatTime(atMs)}`;

/** First instant of the day in Tashkent that contains the given one. */
export const startOfDay = (atMs: number): number =>
  Math.floor((atMs + TASHKENT_OFFSET_MS) / DAY_MS) * DAY_MS - TASHKENT_OFFSET_MS;

/** An instant from a date and a time of day in Tashkent. @param month 1–12 */
export const tashkentInstant = (year: number, month: number, day: number, hour = 0, minute = 0): number =>
  Date.UTC(year, month - 1, day, hour, minute) - TASHKENT_OFFSET_MS;

/** `YYYY-MM-DD` in Tashkent: sorts by itself, for keys and date columns. */
export function tashkentDay(at: number | Date): string {
  const p = tashkentParts(Number(at));
  return `${p.year}-${two(p.month)}-${two(p.day)}`;
}

/** A day of the form `YYYY-MM-DD` as people write it: `DD.MM.YYYY`. */
export const dayText = (day: string): string => day.split('-').toReversed().join('.');
