import { DAY_MS, MINUTE_MS, startOfDay } from '../time/tashkent.ts';

export const MINUTES_A_DAY = DAY_MS / MINUTE_MS;

/** In which nothing rings: minutes after midnight in Tashkent, the end without its minute; from 22:00 to 8:00 goes over midnight. */
export interface QuietHours {
  fromMinute: number;
  toMinute: number;
}

/** When the quiet hours end in which an instant lies, ms since 1970; null: it lies in none. */
export function quietUntilMs({ fromMinute, toMinute }: QuietHours, atMs: number): number | null {
  const day = startOfDay(atMs);
  const minute = (atMs - day) / MINUTE_MS;
  const end = day + toMinute * MINUTE_MS;
  if (fromMinute < toMinute) return minute >= fromMinute && minute < toMinute ? end : null;
  if (minute >= fromMinute) return end + DAY_MS;
  return minute < toMinute ? end : null;
}
