import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../lib/format/money.ts';
import type { OfferBound } from './offer-bounds.ts';

/** Why a sum cannot pass now, and which can. */
export function BoundText({ bound }: { bound: OfferBound }) {
  const { t } = useTranslation('room');
  switch (bound.reason) {
    case 'below-suggested':
      return (
        <>{t(bound.moved ? 'bid.priceMoved' : 'bid.tooLow', { price: formatMoney(bound.passesTiyin) })}</>
      );
    case 'limit-exceeded':
      return <>{t('refusal.limit-exceeded', { limit: formatMoney(bound.limitTiyin) })}</>;
    case 'too-far':
      return bound.passesTiyin === null ? (
        <>{t('refusal.too-large')}</>
      ) : (
        <>{t('refusal.too-far', { most: formatMoney(bound.passesTiyin) })}</>
      );
  }
}
