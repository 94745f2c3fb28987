const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Day 0 of workbooks, and of those that count from 1904. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** Figures of a number that a workbook keeps. */
const FIGURES = 15;

const two = (value: number): string => String(value).padStart(2, '0');

/** `31.12.2026`, with a time where it has one; the number itself where it is no day. */
export function dateText(written: string, is1904: boolean): string {
  const days = Number(written);
  if (!Number.isFinite(days) || days < 1 || days > 100_000) return written;
  const ms = (is1904 ? EPOCH_1904 : EPOCH_1900) + Math.round((days * DAY_MS) / 1_000) * 1_000;
  const at = new Date(ms);
  const day = `${two(at.getUTCDate())}.${two(at.getUTCMonth() + 1)}.${at.getUTCFullYear()}`;
  return ms % DAY_MS < MINUTE_MS && ms % DAY_MS === 0
    ? day
    : `${day} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
}

/**
 * A number as its figures: `1250000.5`, without what binary fractions add. One with more figures than a workbook keeps stays as
 * it is written, `2.02E+19`: an account that was typed as a number has lost its end.
 */
export function numberText(written: string): string {
  const value = Number(written);
  if (!Number.isFinite(value) || Math.abs(value) >= 10 ** FIGURES) return written;
  const exact = Number(value.toPrecision(FIGURES));
  if (exact !== 0 && Math.abs(exact) < 1e-6) return exact.toFixed(FIGURES).replace(/0+$/, '');
  return String(exact);
}

/** `12.5%`: a cell of percents holds the hundredth of what it shows. */
export function percentText(written: string): string {
  const value = Number(written);
  return Number.isFinite(value) ? `${numberText(String(value * 100))}%` : written;
}

/** Place of a cell from 0: `C5` is 2. null: it names none. */
export function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** `_x0041_` is how a workbook writes a character that XML does not have. */
export const plainText = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
