import { tashkentDay } from '../time/tashkent.ts';

/** Natural persons buy and sell from this age on, in years. */
const OF_AGE = 18;

/** Centuries by the first digit of a PINFL, for women and for men. */
const CENTURY: Readonly<Record<string, number>> = { 1: 1800, 2: 1800, 3: 1900, 4: 1900, 5: 2000, 6: 2000 };

/** The day of birth in a PINFL (`DDMMYY` after the first digit), `YYYY-MM-DD`; null: it holds none, as some of foreigners. */
export function birthdayOf(pinfl: string): string | null {
  const [, century = '', dayOfMonth, month, year] = /^(\d)(\d\d)(\d\d)(\d\d)\d{7}$/.exec(pinfl) ?? [];
  const first = CENTURY[century];
  if (first === undefined) return null;
  const day = `${first + Number(year)}-${month}-${dayOfMonth}`;
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : null;
}

/**
 * Is a natural person too young to trade, as far as is known? By the PINFL, or where it contains no day by a document.
 * @param shownOfAge staff have seen such a document; without it the age is not known and counts as too young
 */
export function isUnderAge(
  { pinfl, shownOfAge }: { pinfl: string; shownOfAge: boolean },
  nowMs: number,
): boolean {
  const birthday = birthdayOf(pinfl);
  if (birthday === null) return !shownOfAge;
  const [year, ...rest] = birthday.split('-');
  return [Number(year) + OF_AGE, ...rest].join('-') > tashkentDay(nowMs);
}
