import { useTranslation } from 'react-i18next';
import type { StatementDifference } from '#shared/api/console/bank-statements.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import css from './console-statements.module.css';

const sum = (tiyin: number | null): string => (tiyin === null ? '—' : formatMoney(tiyin));

/** What a statement is at odds with, each in a sentence; what forbids taking it over says so. */
export function Differences({ differences }: { differences: readonly StatementDifference[] }) {
  const { t } = useTranslation('console-statements');
  return (
    <ul className={css.differences}>
      {differences.map(({ kind, forbids, account, statedTiyin, foundTiyin, rows, count }) => (
        <li key={`${kind}-${statedTiyin}-${account}-${rows[0]}`} data-forbids={forbids}>
          {t(`difference.${kind}`, {
            account: account ?? '—',
            stated: sum(statedTiyin),
            found: sum(foundTiyin),
            count,
            rows: `${rows.join(', ')}${count > rows.length ? '…' : ''}`,
          })}
          {forbids ? <small>{t('difference.forbids')}</small> : null}
        </li>
      ))}
    </ul>
  );
}
