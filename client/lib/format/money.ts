import { formatMoney, formatTiyin } from '#shared/money/money.ts';
import { i18n } from '#client/i18n/i18n.ts';
import { formatDecimal } from './locale.ts';

export { formatMoney, formatTiyin };

const SCALES = [
  { tiyin: 100_000_000_000_000, key: 'money.trillion' },
  { tiyin: 100_000_000_000, key: 'money.billion' },
  { tiyin: 100_000_000, key: 'money.million' },
] as const;

/** For axes and tight places: `48,2 mln`. Rounded down to a tenth; never used where a person decides on a sum. */
export function formatMoneyShort(tiyin: number): string {
  const scale = SCALES.find((each) => tiyin >= each.tiyin);
  if (!scale) return formatTiyin(Math.floor(tiyin / 100) * 100);
  const tenths = Math.floor((tiyin / scale.tiyin) * 10);
  return `${formatDecimal(tenths / 10)}\u00a0${i18n.t(scale.key, { ns: 'ui' })}`;
}

/** `5 %`, `2,5 %`. @param percent at most two decimals */
export function formatPercent(percent: number): string {
  return `${formatDecimal(percent)}\u00a0%`;
}
