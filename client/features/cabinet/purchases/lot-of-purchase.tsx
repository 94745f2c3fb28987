import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PurchaseView } from '#shared/api/cabinet/purchases.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import css from './purchases.module.css';

/** The lot of a purchase, with the way to its card. */
export function LotOfPurchase({
  purchase,
}: {
  purchase: Pick<PurchaseView, 'lotId' | 'lotNumber' | 'title'>;
}) {
  const { t } = useTranslation('lots');
  const localized = useLocalized();
  return (
    <span className={css.lines}>
      <Link to={paths.lotView(purchase.lotId)}>{localized(purchase.title)}</Link>
      <small>{t('tile.number', { number: purchase.lotNumber })}</small>
    </span>
  );
}
