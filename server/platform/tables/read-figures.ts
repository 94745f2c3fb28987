import { APOSTROPHES, readNumber, stripInvisible } from '#shared/text/index.ts';
import { tashkentInstant } from '#shared/time/tashkent.ts';

/** Between groups of figures. */
const SPACES = new RegExp(`[\\s${APOSTROPHES}]`, 'g');
/** The currency before or behind a sum, in its spellings. */
const CURRENCY_WORD = `(?:UZS|сум|сўм|sum|so[${APOSTROPHES}]?m)`;
const CURRENCY = new RegExp(`^${CURRENCY_WORD}\\s*(?=[\\d+-])|(?<=[\\d.,\\s])${CURRENCY_WORD}\\.?$`, 'giu');
/** Figures with spaces or apostrophes: in groups of thousands, or a figure was lost. */
const SPACED = new RegExp(`\\d[\\s${APOSTROPHES}]+\\d`);
const SPACED_GROUPS = new RegExp(`^\\d{1,3}(?:[\\s${APOSTROPHES}]\\d{3})+(?![\\s${APOSTROPHES}]*\\d)`);
const GROUPED = /^\d{1,3}(?:[.,]\d{3})+$/;

/** Figures without the spaces and apostrophes between groups of thousands; null: these are between other groups. */
const ungrouped = (figures: string): string | null =>
  SPACED.test(figures) && SPACED.test(figures.replace(SPACED_GROUPS, 'x'))
    ? null
    : figures.replace(SPACES, '');

/**
 * A sum as people and banks write it, in tiyin: `1 234 567,89`, `1,234,567.89`, `1234567.5`, `-12,00`. Null: it is not a sum, is
 * beyond what can be counted, or can be read in two ways (`1,234`).
 */
export function readMoney(given: string): number | null {
  const written = stripInvisible(given).trim().replace(CURRENCY, '');
  const sign = /^[+-]?/.exec(written)![0];
  const figures = ungrouped(written.slice(sign.length).trim());
  if (figures === null || !/^\d[\d.,]*$/.test(figures)) return null;
  const cut = Math.max(figures.lastIndexOf('.'), figures.lastIndexOf(','));
  const decimals = cut < 0 ? '' : figures.slice(cut + 1);
  const hasDecimals = cut >= 0 && decimals.length <= 2;
  const whole = hasDecimals ? figures.slice(0, cut) : figures;
  if (/[.,]/.test(whole)) {
    // Groups of thousands, all by one sign, which is not that of the decimals; one group alone may be meant as decimals.
    const separator = /[.,]/.exec(whole)![0];
    const groups = whole.split(separator).length - 1;
    if (!GROUPED.test(whole) || whole.replaceAll(separator, '').match(/[.,]/)) return null;
    if (hasDecimals ? figures[cut] === separator : groups < 2) return null;
  }
  const digits = whole.replace(/[.,]/g, '') + (hasDecimals ? decimals : '').padEnd(2, '0');
  if (digits.length > 17) return null;
  const tiyin = Number(digits);
  if (!Number.isSafeInteger(tiyin)) return null;
  return sign === '-' ? -tiyin || 0 : tiyin;
}

const WHOLE_FIGURES = 12;
const FRACTION_FIGURES = 15;

/** A number as people write it: `1 250,5`, `1,250,000`, `-3`. Null: it is none, or can be read in two ways (`1,250`). */
export function readDecimal(given: string): number | null {
  const written = stripInvisible(given).trim();
  const sign = /^[+-]?/.exec(written)![0];
  const figures = ungrouped(written.slice(sign.length).trim());
  const found = figures === null ? null : readNumber(figures);
  if (!found) return null;
  const { whole, fraction } = found;
  if (whole.length > WHOLE_FIGURES || (fraction ?? '').length > FRACTION_FIGURES) return null;
  const value = Number(`${whole}.${fraction ?? ''}`);
  return sign === '-' ? -value || 0 : value;
}

/** `12,5` and `12,5 %`; null: it is no number. */
export const readPercent = (given: string): number | null => readDecimal(given.replace(/\s*[%％]\s*$/, ''));

/** A whole number from 1 to a limit; null: it is none. */
export function readCount(given: string, max: number): number | null {
  const value = readDecimal(given);
  return value !== null && Number.isInteger(value) && value >= 1 && value <= max ? value : null;
}

/** `YYYY-MM-DD` of a day that exists; null otherwise. */
export function dayOf(year: number, month: number, day: number): string | null {
  if (year < 2000 || year > 2099) return null;
  const at = new Date(Date.UTC(year, month - 1, day));
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null;
  return at.toISOString().slice(0, 10);
}

/** `31.12.2026`, `31/12/26`, `31-12-2026`, `2026-12-31`, each also with a time after it. */
export function readDay(given: string): string | null {
  const text = stripInvisible(given).trim();
  const tail = String.raw`(?:[ T]+\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?)?$`;
  const own = new RegExp(String.raw`^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})${tail}`).exec(text);
  if (own) {
    const year = Number(own[4]);
    return dayOf(own[4]!.length === 2 ? 2000 + year : year, Number(own[3]), Number(own[1]));
  }
  const iso = new RegExp(String.raw`^(\d{4})([-./])(\d{2})\2(\d{2})${tail}`).exec(text);
  return iso ? dayOf(Number(iso[1]), Number(iso[3]), Number(iso[4])) : null;
}

const MINUTE = /[ T](\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/;

/** An instant of `31.12.2026 10:00` or `2026-12-31 10:00` on clocks in Tashkent; null: it has no time, or there is no such day. */
export function readInstant(given: string): number | null {
  const text = stripInvisible(given).trim();
  const day = readDay(text);
  const [, hour, minute] = MINUTE.exec(text) ?? [];
  if (day === null || hour === undefined || Number(hour) > 23 || Number(minute) > 59) return null;
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return tashkentInstant(year, month, date, Number(hour), Number(minute));
}
