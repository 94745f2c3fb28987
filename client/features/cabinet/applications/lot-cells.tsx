import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ApplicationRow } from '#shared/api/cabinet/user-order.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import css from './applications.module.css';

/** The lot applied for, with the way to it. */
export function LotCell({ row }: { row: Pick<ApplicationRow, 'lotId' | 'lotNumber' | 'title'> }) {
  const { t } = useTranslation('lots');
  const localized = useLocalized();
  return (
    <span className={css.lot}>
      <Link to={paths.lotView(row.lotId)}>{localized(row.title)}</Link>
      <small>{t('tile.number', { number: row.lotNumber })}</small>
    </span>
  );
}

/** The deposit and what became of it. */
export function DepositCell({ row }: { row: Pick<ApplicationRow, 'deposit' | 'depositTiyin'> }) {
  const { t } = useTranslation('applications');
  if (row.deposit === 'none') return t('depositState.none');
  return (
    <span className={css.deposit}>
      <MoneyText tiyin={row.depositTiyin} size="small" />
      <small>{t(`depositState.${row.deposit}`)}</small>
    </span>
  );
}
