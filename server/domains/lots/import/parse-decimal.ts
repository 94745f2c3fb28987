import { MAX_TIYIN } from '#shared/auction/rules.ts';

const DECIMAL = /^(\d{1,14})(?:\.(\d{1,20}))?$/;

/** Tiyin of a sum written in UZS with a decimal point; fractions of a tiyin are truncated. null: not such a sum. */
export function tiyinOf(text: string): number | null {
  const [, whole, part = ''] = DECIMAL.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const tiyin = Number(whole) * 100 + Number(part.slice(0, 2).padEnd(2, '0'));
  return tiyin <= MAX_TIYIN ? tiyin : null;
}
