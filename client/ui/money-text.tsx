import { formatTiyin } from '#client/lib/format/money.ts';
import css from './ui.module.css';

interface MoneyTextProps {
  /** Integer tiyin. */
  tiyin: number;
  size?: 'small' | 'normal' | 'large' | 'huge';
}

/** A sum in tabular figures; the currency is quieter than the number and never breaks away from it. */
export function MoneyText({ tiyin, size = 'normal' }: MoneyTextProps) {
  return (
    <span className={css.money} data-size={size}>
      {formatTiyin(tiyin)}
      <span className={css.currency}>{'\u00a0'}UZS</span>
    </span>
  );
}
