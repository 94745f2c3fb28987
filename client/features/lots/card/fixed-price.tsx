import { useTranslation } from 'react-i18next';
import type { LotDetails } from '#shared/api/lots.ts';
import { paths } from '#client/lib/paths.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import css from './card.module.css';

/** A lot at an announced price: whom to ask for it. */
export function FixedPrice({ lot }: { lot: LotDetails }) {
  const { t } = useTranslation('card');
  if (lot.status !== LOT_STATUS.onSaleAtFixedPrice) return null;
  return (
    <div className={css.act}>
      <p>{t('fixed.text')}</p>
      <ButtonLink to={`${paths.lotView(lot.id)}?tab=customer`} size="lg">
        {t('fixed.seller')}
      </ButtonLink>
      <p className={css.note}>{t('fixed.note')}</p>
    </div>
  );
}
