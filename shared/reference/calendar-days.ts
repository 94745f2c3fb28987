/**
 * Why a day differs from the week of Monday to Friday: `holiday` by law, `observed` for one on a weekend, `decreed` off,
 * `moved` one of two days that changed places, `worked` a day off on which people work.
 */
export const DAY_REASONS = ['holiday', 'observed', 'decreed', 'moved', 'worked'] as const;
export type DayReason = (typeof DAY_REASONS)[number];

/** Days off with a fixed date, `MM-DD`. */
const FIXED_HOLIDAYS = ['01-01', '03-08', '03-21', '05-09', '09-01', '10-01', '12-08'] as const;

/** The Labour Code that moves a holiday on a weekend to the next working day is in force since this day. */
const OBSERVED_SINCE = '2023-04-30';

/** 1 Monday … 7 Sunday. @param day `YYYY-MM-DD` */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** @param day `YYYY-MM-DD` */
export function nextDay(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

/** A holiday on this day gives another day off. */
export const isMovedByLaw = (holiday: string): boolean => holiday >= OBSERVED_SINCE && weekdayOf(holiday) > 5;

/** Days off of a year that was not announced: those with a fixed date, and the working day behind each on a weekend. */
export function lawfulDaysOff(year: number): { day: string; reason: 'holiday' | 'observed' }[] {
  const holidays = FIXED_HOLIDAYS.map((date) => `${year}-${date}`);
  const off = new Map<string, 'holiday' | 'observed'>(holidays.map((day) => [day, 'holiday']));
  for (const holiday of holidays.filter(isMovedByLaw)) {
    let day = nextDay(holiday);
    while (weekdayOf(day) > 5 || off.has(day)) day = nextDay(day);
    off.set(day, 'observed');
  }
  return [...off].map(([day, reason]) => ({ day, reason })).toSorted((a, b) => (a.day < b.day ? -1 : 1));
}
