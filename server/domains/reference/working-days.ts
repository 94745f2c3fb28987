import { DAY_MS, MINUTE_MS, startOfDay, tashkentDay, tashkentParts } from '#shared/time/tashkent.ts';

/** A day that differs from the week of Monday to Friday. */
export interface CalendarDay {
  /** `YYYY-MM-DD`. */
  day: string;
  working: boolean;
}

/** Working days in Uzbekistan: announced days off, moved days and worked Saturdays included. */
export interface WorkingCalendar {
  /** @param at any instant of the day in Tashkent */
  isWorkingDay(at: Date): boolean;
  /** The same time of day so many working days later; the day itself does not count. */
  addWorkingDays(from: Date, days: number): Date;
}

/** A deadline of whole working days ends at this minute of its day in Tashkent. */
const DEADLINE_MINUTE = 18 * 60;

/** 18:00 of the working day so many after the given instant. */
export const deadlineAfter = (calendar: WorkingCalendar, from: Date, workingDays: number): Date =>
  calendar.addWorkingDays(new Date(startOfDay(from.getTime()) + DEADLINE_MINUTE * MINUTE_MS), workingDays);

/** Days off with a fixed date, `MM-DD`: the only ones known of a year that was not announced yet. */
const FIXED_HOLIDAYS = new Set(['01-01', '03-08', '03-21', '05-09', '09-01', '10-01', '12-08']);

/** @param days exceptions of the announced years; in a year without any only holidays with a fixed date are off */
export function workingCalendar(days: readonly CalendarDay[]): WorkingCalendar {
  const known = new Map(days.map(({ day, working }) => [day, working]));
  const years = new Set(days.map(({ day }) => day.slice(0, 4)));
  const isWorkingDay = (at: Date): boolean => {
    const day = tashkentDay(at);
    const announced = known.get(day);
    if (announced !== undefined) return announced;
    const weekday = tashkentParts(at.getTime()).weekday <= 5;
    return weekday && (years.has(day.slice(0, 4)) || !FIXED_HOLIDAYS.has(day.slice(5)));
  };
  return {
    isWorkingDay,
    addWorkingDays(from, count) {
      let at = from;
      for (let left = count; left > 0;) {
        at = new Date(at.getTime() + DAY_MS);
        if (isWorkingDay(at)) left -= 1;
      }
      return at;
    },
  };
}
