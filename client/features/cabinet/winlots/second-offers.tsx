import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { openOffersQuery } from '#client/entities/sale/sale-queries.ts';
import { OfferCard } from './offer-card.tsx';
import css from './winlots.module.css';

/** Lots that are offered to the person and wait for an answer, above those they have won. Nothing while there are none. */
export function Offers() {
  const { t } = useTranslation('winlots');
  const { data } = useQuery(openOffersQuery);
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-label={t('offer.title')}>
      <ul className={css.cards}>
        {data.items.map((offer) => (
          <li key={offer.offerId}>
            <OfferCard offer={offer} />
          </li>
        ))}
      </ul>
    </section>
  );
}
