import { DAY_MS, tashkentDay, tashkentParts } from '#shared/time/tashkent.ts';

/** Days off with a fixed date, `MM-DD`. The two feasts by the lunar calendar are announced each year. */
const FIXED_HOLIDAYS = new Set(['01-01', '03-08', '03-21', '05-09', '09-01', '10-01', '12-08']);

/** Monday to Friday, save the holidays with a fixed date. */
export function isWorkingDay(at: Date): boolean {
  return tashkentParts(at.getTime()).weekday <= 5 && !FIXED_HOLIDAYS.has(tashkentDay(at).slice(5));
}

/** The same time of day so many working days later; the day itself does not count. */
export function addWorkingDays(from: Date, days: number): Date {
  let at = from;
  for (let left = days; left > 0;) {
    at = new Date(at.getTime() + DAY_MS);
    if (isWorkingDay(at)) left -= 1;
  }
  return at;
}
