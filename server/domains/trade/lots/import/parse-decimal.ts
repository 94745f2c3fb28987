import { readMoney } from '#server/platform/tables/index.ts';
import { MAX_TIYIN } from '#shared/auction/rules.ts';
import { stripInvisible } from '#shared/text/index.ts';

const DECIMAL = /^(\d{1,14})(?:\.(\d{1,20}))?$/;

/**
 * Tiyin of a sum in UZS: with a decimal point, as the state platform writes it, of which fractions of a tiyin are cut off, or as people
 * write sums. null: it is none.
 */
export function tiyinOf(given: string): number | null {
  const text = stripInvisible(given).trim();
  const [, whole, part = ''] = DECIMAL.exec(text) ?? [];
  const tiyin =
    whole === undefined ? readMoney(text) : Number(whole) * 100 + Number(part.slice(0, 2).padEnd(2, '0'));
  return tiyin !== null && tiyin >= 0 && tiyin <= MAX_TIYIN ? tiyin : null;
}
