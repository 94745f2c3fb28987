import { APOSTROPHES, stripInvisible } from '#shared/text/index.ts';

/** Between groups of figures. */
const SPACES = new RegExp(`[\\s${APOSTROPHES}]`, 'g');
/** The currency before or behind a sum, in its spellings. */
const CURRENCY_WORD = `(?:UZS|сум|сўм|sum|so[${APOSTROPHES}]?m)`;
const CURRENCY = new RegExp(`^${CURRENCY_WORD}\\s*(?=[\\d+-])|(?<=[\\d.,\\s])${CURRENCY_WORD}\\.?$`, 'giu');
/** Figures with spaces or apostrophes: in groups of thousands, or a figure was lost. */
const SPACED = new RegExp(`\\d[\\s${APOSTROPHES}]+\\d`);
const SPACED_GROUPS = new RegExp(`^\\d{1,3}(?:[\\s${APOSTROPHES}]\\d{3})+(?![\\s${APOSTROPHES}]*\\d)`);
const GROUPED = /^\d{1,3}(?:[.,]\d{3})+$/;

/**
 * A sum as people and banks write it, in tiyin: `1 234 567,89`, `1,234,567.89`, `1234567.5`, `-12,00`. Null: it is not a sum, is
 * beyond what can be counted, or can be read in two ways (`1,234`).
 */
export function readMoney(given: string): number | null {
  const written = stripInvisible(given).trim().replace(CURRENCY, '');
  const figuresGiven = written.replace(/^[+-]\s*/, '');
  if (SPACED.test(figuresGiven) && SPACED.test(figuresGiven.replace(SPACED_GROUPS, 'x'))) return null;
  const text = written.replace(SPACES, '');
  const found = /^([+-]?)(\d[\d.,]*)$/.exec(text);
  if (!found) return null;
  const figures = found[2]!;
  const cut = Math.max(figures.lastIndexOf('.'), figures.lastIndexOf(','));
  const decimals = cut < 0 ? '' : figures.slice(cut + 1);
  const hasDecimals = cut >= 0 && decimals.length <= 2;
  const whole = hasDecimals ? figures.slice(0, cut) : figures;
  if (/[.,]/.test(whole)) {
    // Groups of thousands, all by one sign, which is not that of the decimals; one group alone may be meant as decimals.
    const sign = /[.,]/.exec(whole)![0];
    const groups = whole.split(sign).length - 1;
    if (!GROUPED.test(whole) || whole.replaceAll(sign, '').match(/[.,]/)) return null;
    if (hasDecimals ? figures[cut] === sign : groups < 2) return null;
  }
  const digits = whole.replace(/[.,]/g, '') + (hasDecimals ? decimals : '').padEnd(2, '0');
  if (digits.length > 17) return null;
  const tiyin = Number(digits);
  if (!Number.isSafeInteger(tiyin)) return null;
  return found[1] === '' || found[1] === '+' ? tiyin : -tiyin || 0;
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
