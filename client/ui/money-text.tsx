import { formatTiyin } from '#client/lib/format/money.ts';
import css from './ui.module.css';

interface MoneyTextProps {
  /** Integer tiyin. */
  tiyin: number;
  size?: 'small' | 'normal' | 'large' | 'huge';
  /** Changes while one looks at it: figures of one width keep what follows in its place. */
  live?: boolean;
}

const LONG_SUM = 15;

/** A sum; the currency is quieter than the number and never breaks away from it. */
export function MoneyText({ tiyin, size = 'normal', live = false }: MoneyTextProps) {
  const sum = formatTiyin(tiyin);
  // Trillions in the largest size would not fit a phone's width.
  const long = sum.length > LONG_SUM && (size === 'large' || size === 'huge');
  return (
    <span className={css.money} data-size={size} data-long={long} data-live={live}>
      {sum}
      <span className={css.currency}>{'\u00a0'}UZS</span>
    </span>
  );
}
