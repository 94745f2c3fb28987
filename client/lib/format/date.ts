import { formatDate as numericDate, formatTime as clock, tashkentParts } from '#shared/time/tashkent.ts';
import { i18n } from '#client/i18n/i18n.ts';

interface TimeShape {
  seconds?: boolean;
  millis?: boolean;
}

/** Time of day in Tashkent: `10:04`, `10:04:31`, `10:04:31.220`. */
export function formatTime(atMs: number, { seconds = false, millis = false }: TimeShape = {}): string {
  const time = clock(atMs);
  if (millis) return `${time}.${String(Math.floor(atMs) % 1_000).padStart(3, '0')}`;
  return seconds ? time : time.slice(0, 5);
}

/** Spaces and hyphens at which a line does not end; the word joiner behind a hyphen is not seen. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0').replaceAll('-', '-\u2060');

/**
 * Day and month in words, with the year where it is not this one: `21-noyabr`, `21 ноября 2027 г.`; never broken over
 * two lines. Own month names: browsers carry none for Uzbek and print `M11 21`.
 */
export function formatDay(atMs: number, nowMs: number = Date.now()): string {
  const { year, month, day } = tashkentParts(atMs);
  const sameYear = year === tashkentParts(nowMs).year;
  const text = { ns: 'dates', day, year, month: i18n.t(`month.${month}`, { ns: 'dates' }) };
  return unbroken(i18n.t(sameYear ? 'day' : 'dayOfYear', text));
}

/** Day in words and time: `21-noyabr, 10:04`. */
export function formatDateTime(atMs: number, shape: TimeShape = {}): string {
  return `${formatDay(atMs)}, ${formatTime(atMs, shape)}`;
}

/** `21.11.2026`. */
export const formatDateShort = (atMs: number): string => numericDate(atMs);

/** `21.11.2026 10:04`: for tables. */
export const formatDateTimeShort = (atMs: number): string => `${numericDate(atMs)} ${formatTime(atMs)}`;
