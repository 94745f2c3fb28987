import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { paymentList } from '#shared/api/site/site.ts';
import { call } from '#client/lib/api-client.ts';
import css from './footer.module.css';

const FRESH_MS = 60 * 60_000;

/** Those who take payments, by their names, with links. A failure is silent, as specified: the row is then left out. */
export function PaymentProviders() {
  const { t } = useTranslation('layout');
  const { data } = useQuery({
    queryKey: ['payment-list'],
    queryFn: () => call(paymentList),
    staleTime: FRESH_MS,
  });
  if (!data || data.length === 0) return null;
  return (
    <section className={css.providers} aria-label={t('footer.payments')}>
      <ul>
        {data.map(({ id, name, url }) => (
          <li key={id}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              <span translate="no">{name}</span>
              <span className="sr-only"> {t('newTab')}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
