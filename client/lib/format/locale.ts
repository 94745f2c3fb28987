import { i18n } from '#client/i18n/i18n.ts';

/** A number with decimals as the language writes it: `118,5`, in English `118.5`. Sums of money have formats of their own. */
export function formatDecimal(value: number): string {
  return i18n.language === 'en' ? String(value) : String(value).replace('.', ',');
}

/** Whole numbers with the same space groups as money: `12 480`. */
export function formatCount(value: number): string {
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
}
