import { lawfulDaysOff } from '#shared/reference/calendar-days.ts';
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

/** No deadline of this instant's day is still to come. */
const isOver = (calendar: WorkingCalendar, at: number): boolean =>
  at >= startOfDay(at) + DEADLINE_MINUTE * MINUTE_MS || !calendar.isWorkingDay(new Date(at));

/** Working time between two instants, in ms: whole working days in Tashkent, and the parts of them at both ends. */
export function workingTime(calendar: WorkingCalendar, from: Date, to: Date): number {
  let time = 0;
  for (let at = from.getTime(); at < to.getTime();) {
    const next = Math.min(startOfDay(at) + DAY_MS, to.getTime());
    if (calendar.isWorkingDay(new Date(at))) time += next - at;
    at = next;
  }
  return time;
}

/** 18:00 of the first working day by whose end so much working time has passed since the given instant. @param timeMs in ms */
export function deadlineAfterTime(calendar: WorkingCalendar, from: Date, timeMs: number): Date {
  let at = from.getTime();
  for (let left = timeMs; ;) {
    const next = startOfDay(at) + DAY_MS;
    if (calendar.isWorkingDay(new Date(at))) {
      if (left <= next - at) {
        at += left;
        break;
      }
      left -= next - at;
    }
    at = next;
  }
  while (isOver(calendar, at)) at = startOfDay(at) + DAY_MS;
  return new Date(startOfDay(at) + DEADLINE_MINUTE * MINUTE_MS);
}

/** @param days exceptions of the announced years; in a year without any only those by law are off */
export function workingCalendar(days: readonly CalendarDay[]): WorkingCalendar {
  const known = new Map(days.map(({ day, working }) => [day, working]));
  const announced = new Set(days.map(({ day }) => day.slice(0, 4)));
  const byLaw = new Map<string, ReadonlySet<string>>();
  const daysOffIn = (year: string): ReadonlySet<string> => {
    const off = byLaw.get(year) ?? new Set(lawfulDaysOff(Number(year)).map(({ day }) => day));
    byLaw.set(year, off);
    return off;
  };
  const isWorkingDay = (at: Date): boolean => {
    const day = tashkentDay(at);
    const working = known.get(day);
    if (working !== undefined) return working;
    const year = day.slice(0, 4);
    return tashkentParts(at.getTime()).weekday <= 5 && (announced.has(year) || !daysOffIn(year).has(day));
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
