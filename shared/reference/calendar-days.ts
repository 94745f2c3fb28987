/**
 * Why a day differs from the week of Monday to Friday: `holiday` by law, `observed` for one on a weekend, `decreed` off,
 * `moved` one of two days that changed places, `worked` a day off on which people work.
 */
export const DAY_REASONS = ['holiday', 'observed', 'decreed', 'moved', 'worked'] as const;
export type DayReason = (typeof DAY_REASONS)[number];

/** Days off with a fixed date, `MM-DD`: the only ones known of a year that was not announced yet. */
export const FIXED_HOLIDAYS = ['01-01', '03-08', '03-21', '05-09', '09-01', '10-01', '12-08'] as const;

/** 1 Monday … 7 Sunday. @param day `YYYY-MM-DD` */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
